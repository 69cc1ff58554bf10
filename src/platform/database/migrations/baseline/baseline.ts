import type { QueryRunner } from 'typeorm';

import { ORIGIN } from '../../history/begin-epoch.js';
import { ONLINE_INDEXES } from '../../online-indexes.js';
import { MESSAGES } from './messages.js';
import { OPERATIONS } from './operations.js';
import { OUTBOX } from './outbox.js';
import { PEOPLE } from './people.js';
import { ROOMS } from './rooms.js';
import { SEARCH } from './search.js';
import { TRIGGERS } from './triggers.js';

/** The rows that a new database has: its first epoch, and since when deliveries are recorded. */
const ROWS = `
  INSERT INTO epochs (id, number, reason, origin) VALUES (gen_random_uuid(), 1, 'installed', ${ORIGIN});
  INSERT INTO delivery_recording (id, since, syncs_since) VALUES (1, now(), now());
`;

const INDEXES = ONLINE_INDEXES.map(({ name, table, definition }) => `CREATE INDEX ${name} ON ${table} ${definition};`);

/** Younger than the indexes before, whose order the planner sees. */
const YOUNGER = 'ALTER TABLE users ADD CONSTRAINT users_external_id_key UNIQUE (external_id);';

const SCHEMA = [PEOPLE, ROOMS, SEARCH, MESSAGES, OUTBOX, OPERATIONS, ...INDEXES, YOUNGER, TRIGGERS, ROWS].join('\n');

/**
 * Makes the present schema in an empty database: what all migrations together make of one. A migration changes these
 * files too: `test/storage/migrations.spec.ts` compares both ways, and shows what differs.
 */
export async function createSchema(runner: QueryRunner): Promise<void> {
  await runner.query(SCHEMA);
}
