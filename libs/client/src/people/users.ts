import type { ChangedProfiles, OwnSettings, Profile, ProfilePage, SyncPage } from '@parley/protocol';

import type { SettingsChanges } from '../setting-changes.js';
import type { Parley } from '../parley.js';

/** Before every change. */
const NEVER = '1970-01-01T00:00:00.000Z';

/**
 * Profiles. Without a connection every request is refused with `offline`, and none is repeated. Profiles that change
 * meanwhile come with the next sync, as `profile` events. Create it before `connect`.
 */
export class Users {
  private since = NEVER;
  private readonly handlers = new Set<() => void>();

  constructor(private readonly chat: Pick<Parley, 'ask' | 'on' | 'syncMore'>) {
    // A service of an earlier release has no profiles.
    chat.syncMore((meta) => ('private_seq' in meta ? { profiles_since: this.since } : {}));
    chat.on('frame', ({ eventType, data }) => {
      if (eventType === 'sessionsync.dispatch') this.receive((data as SyncPage).profiles);
    });
  }

  /**
   * @param handler called when changes of profiles were missed: the application reads again what it shows. On the first
   *   connection nothing is missed.
   * @returns a function that removes the handler
   */
  onReset(handler: () => void): () => void {
    this.handlers.add(handler);
    return () => void this.handlers.delete(handler);
  }

  /** Changes the named settings of the user. @returns all of them */
  async update(changes: SettingsChanges): Promise<OwnSettings> {
    return (await this.chat.ask('user.update', changes)).data;
  }

  /**
   * The profiles of users who share a room with the user.
   * @throws ParleyError 4004 when any of them does not
   */
  async info(...user_ids: number[]): Promise<readonly Profile[]> {
    return (await this.chat.ask('user.info', { user_ids })).data.users;
  }

  /**
   * A page of users by the beginning of a name, as far as the deployment permits it.
   * @param options.limit 1 to 100; default 20
   * @param options.cursor `next_cursor` of the previous page
   */
  async search(
    query: string,
    options: { readonly limit?: number; readonly cursor?: string } = {},
  ): Promise<ProfilePage> {
    return (await this.chat.ask('user.search', { query, ...options })).data;
  }

  private receive(profiles: ChangedProfiles | undefined): void {
    if (!profiles) return;
    const isFirst = this.since === NEVER;
    this.since = profiles.until;
    if (profiles.reset && !isFirst) for (const handler of this.handlers) handler();
  }
}
