import type { MigrationInterface, QueryRunner } from 'typeorm';

import { CannotStart } from '../../config/config.js';
import { createUnlessInUse, INDEXES_OF_0_3 } from '../online-indexes.js';
import { queryOf } from '../query.js';
import type { Query } from '../query.js';

import { statementsToRoomKeys } from './keys-by-room/key-statements.js';
import { DROP_PAIR_KEY, FILL_PAIRS } from './keys-by-room/room-pairs.js';
import { marked, RELEASE_0_3 } from './release-mark.js';

/** A node of release 0.2 renews its row, without the time of its newest migration. */
const OLDER_NODES = `
  SELECT count(*)::int AS count FROM nodes
  WHERE newest_migration IS NULL AND alive_at > now() - interval '20 seconds'`;

/**
 * Replaces the keys that tables of rooms had before release 0.3 with keys by room. Without effect where release 0.3 has
 * done it: in a new database, by `parley migrate up`, and in an embedded database.
 */
export class KeysByRoom1798500000000 implements MigrationInterface {
  /** @throws CannotStart while a node of release 0.2 runs: its statements need the former keys */
  async up(runner: QueryRunner): Promise<void> {
    const query = queryOf(runner);
    const statements = await statementsToRoomKeys(query);
    if (statements.length > 0) {
      await expectNoOlderNode(query);
      await runner.query(FILL_PAIRS);
      for (const statement of statements) await runner.query(statement);
    }
    await runner.query(DROP_PAIR_KEY);
    await createUnlessInUse(runner, INDEXES_OF_0_3);
    await runner.query(marked(RELEASE_0_3));
  }

  /** Release 0.3 runs with keys by room. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}

async function expectNoOlderNode(query: Query): Promise<void> {
  const [row] = await query<{ count: number }>(OLDER_NODES, []);
  if (row === undefined || row.count === 0) return;
  throw new CannotStart(
    `Nodes of release 0.2 run (${String(row.count)}), which cannot use the tables of this one: stop them, or upgrade to 0.3 first.`,
  );
}
