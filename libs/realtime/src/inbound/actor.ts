import type { User } from '@parley/protocol';

/** Who is asking, as proven when the socket was opened. */
export interface Actor {
  readonly user: User;
}
