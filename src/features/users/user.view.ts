import type { Profile, User as WireUser, UserStatus } from '@parley/protocol';

import { jsonFromStored, textFromStored } from '../../platform/database/stored-text.js';
import type { Types, ValuesOf } from '../../platform/database/statement.js';
import type { User } from './user.entity.js';

/** The columns of a user that other users see. */
export const USER_COLUMNS = {
  id: 'int4',
  username: 'text',
  first_name: 'text',
  last_name: 'text',
  avatar: 'text | null',
  status: 'json | null',
  is_bot: 'bool',
  is_guest: 'bool',
} as const satisfies Types;

export type UserRow = ValuesOf<typeof USER_COLUMNS>;

/** The columns of a {@link UserRow}, in SQL. */
export const userColumns = (table = 'users'): string =>
  Object.keys(USER_COLUMNS)
    .map((column) => `${table}.${column}`)
    .join(', ');

/** The mark that only guests have on the wire. */
const GUEST = { is_guest: true } as const;

/** A user as other users see it: never a password, never an e-mail address. */
export const toUser = (user: User): WireUser =>
  atPresent({
    id: user.id,
    username: user.username,
    first_name: user.firstName,
    last_name: user.lastName,
    avatar: user.avatar,
    status: user.status,
    is_bot: user.isBot,
    ...(user.isGuest && GUEST),
  });

/** A user with what only the answers about people contain. */
export const toProfile = (user: User): Profile => ({ ...toUser(user), custom: user.custom ?? {} });

/** {@link toUser} for repositories of other features, which read users in their own statements. */
export const userFromRow = (row: UserRow): WireUser =>
  atPresent({
    id: row.id,
    username: row.username,
    first_name: textFromStored(row.first_name),
    last_name: textFromStored(row.last_name),
    avatar: row.avatar,
    status: row.status === null ? null : (jsonFromStored(row.status) as UserStatus),
    is_bot: row.is_bot,
    ...(row.is_guest && GUEST),
  });

/** {@link toProfile}, as {@link userFromRow}. */
export const profileFromRow = (row: UserRow & { readonly custom: unknown }): Profile => ({
  ...userFromRow(row),
  custom: row.custom === null ? {} : (jsonFromStored(row.custom) as Profile['custom']),
});

/** A user that was read earlier, without a status that has ended since. */
export function atPresent(user: WireUser): WireUser {
  const until = user.status?.until ?? null;
  return until === null || Date.parse(until) > Date.now() ? user : { ...user, status: null };
}
