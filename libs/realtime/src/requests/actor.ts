import type { User } from '@parley/protocol';

/** The user of a request, as authenticated when the socket was opened. */
export interface Actor {
  readonly user: User;
}
