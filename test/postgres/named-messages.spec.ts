import type pg from 'pg';

import { connected } from '../support/database.js';
import { declaredStatements } from '../support/described-statements.js';
import { connectMember, createGroup } from '../support/messaging.js';
import { users } from '../support/people.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';
import { fillRoom, makeOtherRooms } from '../support/skewed-rooms.js';

/** A part of a plan, as EXPLAIN shows it. */
interface Step {
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Filter?: string;
  readonly Plans?: readonly Step[];
}

/** The mean room has 12 messages. */
const ROOMS = 2_000;
const LARGE = 20_000;

const READS_MESSAGES = /\bmessages\b/;

/** The columns of this index are enough for some reads, so that it may seem to cost less than the key and the row. */
const INDEX = 'messages_of_sender_idx';

/** A condition on the id of a message. */
const NAMES_MESSAGES = '(id = ';
/** A statement that is not prepared is planned for the size of a room that is its parameter. */
const OF_KNOWN_ROOM = '(room_id = $';

const stepsOf = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(stepsOf)];

/** Whether the step looks for named messages among all those of a room of the mean size, or of a sender in one. */
function isWalk(step: Step, isPrepared: boolean): boolean {
  const conditions = `${step['Index Cond'] ?? ''} ${step.Filter ?? ''}`;
  return (
    step['Index Name'] === INDEX &&
    conditions.includes(NAMES_MESSAGES) &&
    (isPrepared || !conditions.includes(OF_KNOWN_ROOM))
  );
}

let serviceData: ServiceData;
let database: pg.Client;

beforeAll(async () => {
  serviceData = await newServiceData();
  const service = await Service.start({}, serviceData);
  const { alice, bob, carol, dave, erin } = await users(service, 'alice', 'bob', 'carol', 'dave', 'erin');
  const members = await Promise.all([alice, bob, carol, dave].map(connectMember));
  const { id } = await createGroup(members[0]!.device, members.slice(1));
  await service.stop();
  database = await connected(serviceData);
  await makeOtherRooms(database, ROOMS, erin.id);
  const large = { id, authors: [alice.id, bob.id], reader: carol.id, absent: dave.id } as const;
  await fillRoom(database, large, LARGE);
  await database.query('VACUUM ANALYZE');
});
afterAll(async () => {
  await database.end();
  await serviceData.remove();
});

/** The plan for all parameters, which a prepared statement may get. */
async function stepsFor(text: string): Promise<readonly Step[]> {
  await database.query('BEGIN');
  try {
    await database.query('SET LOCAL jit = off; SET LOCAL random_page_cost = 1.1');
    await database.query('SET LOCAL plan_cache_mode = force_generic_plan');
    await database.query(`PREPARE planned AS ${text}`);
    const { rows: types } = await database.query(
      `SELECT unnest(parameter_types) FROM pg_prepared_statements WHERE name = 'planned'`,
    );
    const values = types.length === 0 ? '' : `(${types.map(() => 'NULL').join(', ')})`;
    const { rows } = await database.query<{ 'QUERY PLAN': [{ Plan: Step }] }>(
      `EXPLAIN (FORMAT JSON) EXECUTE planned ${values}`,
    );
    return stepsOf(rows[0]!['QUERY PLAN'][0].Plan);
  } finally {
    await database.query('ROLLBACK');
    await database.query('DEALLOCATE ALL');
  }
}

it('where most rooms are small, no statement looks for named messages among all those of a room', async () => {
  const walks: string[] = [];
  for (const { name, text, isPrepared } of await declaredStatements()) {
    if (!READS_MESSAGES.test(text)) continue;
    const steps = await stepsFor(text);
    if (steps.some((step) => isWalk(step, isPrepared))) walks.push(name);
  }
  expect(walks).toEqual([]);
});
