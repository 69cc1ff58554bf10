import type { DataSource } from 'typeorm';

import { statement } from '../../platform/database/statement.js';
import { isLiving } from './node.entity.js';

/** The number of nodes that run. One that was killed counts for a while. */
export async function countLivingNodes(source: DataSource): Promise<number> {
  return (await COUNT.one(source, {})).count;
}

const COUNT = statement('living_nodes.count', {
  parameters: {},
  columns: { count: 'int4' },
  text: () => `SELECT count(*)::int AS count FROM nodes n WHERE ${isLiving('n')}`,
});
