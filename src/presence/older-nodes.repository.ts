import type { DataSource } from 'typeorm';

import { RELEASE_0_3 } from '../platform/database/migrations/release-mark.js';
import { isLiving } from './node.entity.js';

/** The number of living nodes whose program needs the keys of release 0.2. */
export async function countOlderNodes(source: DataSource): Promise<number> {
  const [row] = await source.query<[{ count: number }]>(
    `SELECT count(*)::int AS count FROM nodes n
     WHERE ${isLiving('n')} AND coalesce(n.newest_migration, 0) < $1`,
    [RELEASE_0_3.newestMigration],
  );
  return row.count;
}
