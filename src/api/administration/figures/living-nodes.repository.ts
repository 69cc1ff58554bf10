import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { isLiving } from '../../../features/presence/node.entity.js';
import { statement } from '../../../platform/database/statement.js';

export interface LivingNode {
  readonly id: string;
  readonly startedAt: Date;
}

/** The most nodes in an answer. */
const MOST = 100;

/** The running nodes by the database, also those whose samples do not arrive. Raw SQL: its clock decides. */
@Injectable()
export class LivingNodesRepository {
  constructor(private readonly source: DataSource) {}

  /** The oldest first. */
  list(): Promise<readonly LivingNode[]> {
    return LIST.rows(this.source, { most: MOST });
  }
}

const LIST = statement('nodes.living', {
  parameters: { most: 'int8' },
  columns: { id: 'uuid', startedAt: 'timestamptz' },
  text: ({ most }) => `
    SELECT id, started_at AS "startedAt" FROM nodes n WHERE ${isLiving('n')} ORDER BY started_at, id LIMIT ${most}`,
});
