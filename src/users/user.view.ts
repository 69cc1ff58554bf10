import type { User as WireUser } from '@parley/protocol';

import { textFromStored } from '../platform/database/stored-text.js';
import type { User } from './user.entity.js';

/** A user as other users see it: never a password, never an e-mail address. */
export const toUser = (user: Pick<User, 'id' | 'username' | 'firstName' | 'lastName'>): WireUser => ({
  id: user.id,
  username: user.username,
  first_name: user.firstName,
  last_name: user.lastName,
});

/** The columns of a user that other users see. */
export interface UserRow {
  readonly id: number;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
}

/** {@link toUser} for repositories of other features, which read users in their own statements. */
export const userFromRow = (row: UserRow): WireUser => ({
  id: row.id,
  username: row.username,
  first_name: textFromStored(row.first_name),
  last_name: textFromStored(row.last_name),
});
