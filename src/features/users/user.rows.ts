import type { User } from '@parley/protocol';

import type { QuerySource } from '../../platform/database/query.js';
import { statement } from '../../platform/database/statement.js';
import { USER_COLUMNS, userColumns, userFromRow } from './user.view.js';

/** Whether deleted and deactivated users are wanted too. A deleted user has a placeholder name. */
type Wanted = 'all' | 'active';

const byId = (wanted: Wanted, more = '') =>
  statement(`users.by_id.${wanted}`, {
    parameters: { users: 'int4[]' },
    columns: USER_COLUMNS,
    text: ({ users }) => `SELECT ${userColumns()} FROM users WHERE id = ANY (${users})${more}`,
  });

const BY_ID: Readonly<Record<Wanted, ReturnType<typeof byId>>> = {
  all: byId('all'),
  active: byId('active', ' AND is_active'),
};

const MEMBERS_AMONG = statement('users.members_among', {
  parameters: { users: 'int4[]' },
  columns: { id: 'int4' },
  text: ({ users }) => `SELECT id FROM users WHERE id = ANY (${users}) AND NOT is_guest`,
});

/** These users without guests, in their order. */
export async function withoutGuests(source: QuerySource, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const members = new Set((await MEMBERS_AMONG.rows(source, { users: ids })).map(({ id }) => id));
  return ids.filter((id) => members.has(id));
}

const EXTERNAL_IDS = statement('users.external_ids', {
  parameters: { users: 'int4[]' },
  columns: { id: 'int4', external_id: 'text not null' },
  text: ({ users }) => `SELECT id, external_id FROM users WHERE id = ANY (${users}) AND external_id IS NOT NULL`,
});

/** The ids of users in their product, of those who have one. */
export async function externalIdsOf(source: QuerySource, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await EXTERNAL_IDS.rows(source, { users: [...new Set(ids)] });
  return new Map(rows.map(({ id, external_id: externalId }) => [id, externalId]));
}

const WITH_EXTERNAL_IDS = statement('users.with_external_ids', {
  parameters: { ids: 'text[]' },
  columns: { id: 'int4', external_id: 'text not null' },
  text: ({ ids }) => `SELECT id, external_id FROM users WHERE external_id = ANY (${ids})`,
});

/** The users of a product, also inactive ones, by its ids of them. */
export async function usersWithExternalIds(
  source: QuerySource,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await WITH_EXTERNAL_IDS.rows(source, { ids });
  return new Map(rows.map(({ id, external_id: externalId }) => [externalId, id]));
}

const LOCK_ACTIVE = statement('users.lock_active', {
  parameters: { user: 'int4' },
  columns: {},
  text: ({ user }) => `SELECT FROM users WHERE id = ${user} AND is_active FOR KEY SHARE`,
});

/** Locks an active user, so that the user is not deleted before the commit. @returns false if there is none */
export async function lockActiveUser(manager: QuerySource, userId: number): Promise<boolean> {
  return (await LOCK_ACTIVE.rows(manager, { user: userId })).length > 0;
}

const LOCK = statement('users.lock', {
  parameters: { user: 'int4' },
  columns: {},
  isPrepared: true,
  text: ({ user }) => `SELECT FROM users WHERE id = ${user} FOR NO KEY UPDATE`,
});

/** Serialises what a user adds to the own things, until the transaction ends. */
export async function lockUser(manager: QuerySource, userId: number): Promise<void> {
  await LOCK.rows(manager, { user: userId });
}

/**
 * Users for the rows of other tables. A statement of those does not join the users, who may be on another server than
 * the tables of rooms.
 * @param ids null: nobody
 */
export async function usersById(
  source: QuerySource,
  ids: Iterable<number | null>,
  wanted: Wanted = 'all',
): Promise<Map<number, User>> {
  const known = [...new Set(ids)].filter((id) => id !== null);
  if (known.length === 0) return new Map();
  const rows = await BY_ID[wanted].rows(source, { users: known });
  return new Map(rows.map((row) => [row.id, userFromRow(row)]));
}

/** The rows whose users are wanted, with their users. */
export async function withUsers<Row extends { readonly user_id: number }>(
  source: QuerySource,
  rows: readonly Row[],
  wanted?: Wanted,
): Promise<(Row & { readonly user: User })[]> {
  const ids = rows.map(({ user_id }) => user_id);
  const users = await usersById(source, ids, wanted);
  return rows.flatMap((row) => {
    const user = users.get(row.user_id);
    return user ? [{ ...row, user }] : [];
  });
}
