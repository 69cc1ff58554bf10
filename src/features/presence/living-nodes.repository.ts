import type { DataSource } from 'typeorm';

import { isLiving } from './node.entity.js';

/** The number of nodes that run. One that was killed counts for a while. */
export async function countLivingNodes(source: DataSource): Promise<number> {
  const [row] = await source.query<[{ count: number }]>(
    `SELECT count(*)::int AS count FROM nodes n WHERE ${isLiving('n')}`,
  );
  return row.count;
}
