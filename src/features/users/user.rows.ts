import type { User } from '@parley/protocol';

import type { QuerySource } from '../../platform/database/query.js';
import { userColumns, userFromRow } from './user.view.js';
import type { UserRow } from './user.view.js';

/** Whether deleted and deactivated users are wanted too. A deleted user has a placeholder name. */
type Wanted = 'all' | 'active';

const BY_ID: Readonly<Record<Wanted, string>> = {
  all: `SELECT ${userColumns()} FROM users WHERE id = ANY ($1)`,
  active: `SELECT ${userColumns()} FROM users WHERE id = ANY ($1) AND is_active`,
};

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
  const rows = await source.query<UserRow[]>(BY_ID[wanted], [known]);
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
