import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { GroupChat } from '@parley/protocol';
import type pg from 'pg';

import { password } from '../../servers/template.js';
import { drift, parley, parleyOf } from '../../support/command.js';
import { connected } from '../../support/database.js';
import { createGroup } from '../../support/messaging.js';
import { logIn } from '../../support/people.js';
import { previousRelease } from '../../support/previous-release.js';
import { emptyServiceData, newServiceData } from '../../support/service-data.js';
import type { ServiceData } from '../../support/service-data.js';
import { Service } from '../../support/service.js';
import { storeMessages } from '../../support/stored-sizes.js';
import { MEANWHILE, whileSending } from '../../support/while-sending.js';

const MESSAGES = 1_000_000;
const ROOMS = 4;

const previous = previousRelease();
let serviceData: ServiceData;
let service: Service;
let database: pg.Client;

beforeAll(async () => {
  serviceData = await emptyServiceData('postgres');
  // A statement of the service that waits longer for a lock fails, and so does its request.
  const url = new URL(serviceData.env.DATABASE_URL!);
  url.searchParams.set('options', '-c lock_timeout=200ms');
  const env = { DATABASE_URL: url.href, SERVE_DOCS: 'off', WEB_CLIENT: 'off' };
  service = await Service.start(env, serviceData, previous.main);
  const accounts = join(serviceData.folder, 'accounts.csv');
  writeFileSync(accounts, `username,password\nalice,${password}\nbob,${password}\n`);
  await parleyOf(previous.cli, serviceData, 'users', 'import', accounts);
  database = await connected(serviceData);
});
afterAll(async () => {
  await service.stop();
  await database.end();
  await serviceData.remove();
});

it('a million messages are migrated while messages are sent, which wait at most 200 ms for a lock', async () => {
  const [alice, bob] = [await logIn(service, 'alice'), await logIn(service, 'bob')];
  const [phone, device] = [await alice.connect(), await bob.connect()];
  const rooms: GroupChat[] = [];
  for (let count = 0; count < ROOMS; count += 1) rooms.push(await createGroup(phone, [{ user: bob, device }]));
  await storeMessages(database, rooms, { count: MESSAGES, days: 1, senderId: alice.id });
  await database.query(
    `INSERT INTO receipts (message_id, user_id, room_id, delivered_at) SELECT id, $1, room_id, now() FROM messages`,
    [bob.id],
  );
  await database.query('ANALYZE');
  const { sent, longest } = await whileSending(rooms, phone, async () => {
    const begun = performance.now();
    await parley(serviceData, 'migrate', 'up');
    console.log(`The migrations took ${((performance.now() - begun) / 1_000).toFixed(1)} s.`);
  });
  console.log(`${String(sent)} messages sent meanwhile, the longest send took ${longest.toFixed(0)} ms`);
  expect(sent).toBeGreaterThan(0);
  expect(service.output).not.toContain('lock timeout');
  await expect(drift(serviceData)).resolves.toEqual([]);
  await expect(indexesOf(database)).resolves.toEqual(await indexesOfNewDatabase());
  const { rowCount } = await database.query('SELECT FROM messages WHERE content = $1', [MEANWHILE]);
  expect(rowCount).toBe(sent);
}, 600_000);

/** The definitions of all indexes that are in use. */
async function indexesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ definition: string }>(
    `SELECT pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indisvalid AND indrelid IN (SELECT relid FROM pg_stat_user_tables) ORDER BY definition`,
  );
  return rows.map(({ definition }) => definition);
}

async function indexesOfNewDatabase(): Promise<string[]> {
  const fresh = await newServiceData();
  const client = await connected(fresh);
  try {
    return await indexesOf(client);
  } finally {
    await client.end();
    await fresh.remove();
  }
}
