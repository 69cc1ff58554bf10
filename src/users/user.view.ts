import type { User as WireUser } from '@parley/protocol';

import type { User } from './user.entity.js';

/** A user as others see one: never a password, never an e-mail address. */
export const toUser = (user: Pick<User, 'id' | 'username' | 'firstName' | 'lastName'>): WireUser => ({
  id: user.id,
  username: user.username,
  first_name: user.firstName,
  last_name: user.lastName,
});
