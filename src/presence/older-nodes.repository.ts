import type { DataSource } from 'typeorm';

import { isLiving } from './node.entity.js';

/** The time in the name of the migration to release 0.3, which changes the keys: programs that know it need no former keys. */
const RELEASE_0_3 = 1_798_400_000_000;

/** The number of living nodes whose program needs the keys of release 0.2. */
export async function countOlderNodes(source: DataSource): Promise<number> {
  const [row] = await source.query<[{ count: number }]>(
    `SELECT count(*)::int AS count FROM nodes n
     WHERE ${isLiving('n')} AND coalesce(n.newest_migration, 0) < $1`,
    [RELEASE_0_3],
  );
  return row.count;
}
