import type { IncomingMessage } from 'node:http';

import type { User } from '@parley/protocol';

/** The user that a request acts for. */
export interface ApiUser {
  readonly user: User;
  /** The version of the user's list of rooms when the key was checked. */
  readonly roomsVersion: number;
}

/** A request that the guard has authenticated. */
export type ApiRequest = IncomingMessage & { apiUser?: ApiUser };
