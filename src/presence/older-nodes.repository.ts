import type { DataSource } from 'typeorm';

import { isLiving } from './node.entity.js';

/** The time in the name of the migration that changes the keys: programs that know it need no former keys. */
const KEYS_BY_ROOM = 1_797_200_000_000;

/** The number of living nodes whose program needs the keys of release 0.2. */
export async function countOlderNodes(source: DataSource): Promise<number> {
  const [row] = await source.query<[{ count: number }]>(
    `SELECT count(*)::int AS count FROM nodes n
     WHERE ${isLiving('n')} AND coalesce(n.newest_migration, 0) < $1`,
    [KEYS_BY_ROOM],
  );
  return row.count;
}
