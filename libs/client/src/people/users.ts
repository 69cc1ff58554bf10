import type { OwnSettings, Profile, ProfilePage } from '@parley/protocol';

import type { SettingsChanges } from '../client-events.js';
import type { Parley } from '../parley.js';

/** Profiles. Without a connection every request is refused with `offline`, and none is repeated. */
export class Users {
  constructor(private readonly chat: Pick<Parley, 'ask'>) {}

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
}
