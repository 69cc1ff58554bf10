import type { Parley, Profile } from '@parley/client';

import { ObservableState } from './observable-state.js';

type Chat = Pick<Parley, 'ask' | 'on' | 'state'>;

const requests = new WeakMap<Pick<Parley, 'ask'>, Promise<Profile>>();

/**
 * The profile of the user of a client, as it was at the first request. One request a client.
 * @throws ParleyError `offline` without a connection; the next call asks again
 */
export function ownProfile(chat: Pick<Parley, 'ask'>): Promise<Profile> {
  const known = requests.get(chat);
  if (known) return known;
  // Without a setting nothing changes, and the answer has the present ones.
  const request = chat.ask('user.update', {}).then(({ data }) => data.user);
  requests.set(chat, request);
  request.catch(() => requests.delete(chat));
  return request;
}

/** The profile of the user; null until it is known. */
export class SelfState extends ObservableState<Profile | null> {
  constructor(private readonly chat: Chat) {
    super(null);
    this.until(
      chat.on('state', (state) => {
        if (state === 'online') this.load();
      }),
      chat.on('settings', ({ user }) => this.set(user)),
    );
    if (chat.state === 'online') this.load();
  }

  private load(): void {
    if (this.snapshot) return;
    ownProfile(this.chat).then(
      (profile) => this.set(this.snapshot ?? profile),
      // Asked again on the next connection.
      () => undefined,
    );
  }
}
