import type { GroupChat } from '@parley/protocol';
import type pg from 'pg';

import { drift, parley } from '../../support/command.js';
import { connected } from '../../support/database.js';
import { takeFormerKeys } from '../../support/former-keys.js';
import { connectMember, createGroup } from '../../support/messaging.js';
import { users } from '../../support/people.js';
import { newServiceData } from '../../support/service-data.js';
import type { ServiceData } from '../../support/service-data.js';
import { Service } from '../../support/service.js';
import { storeMessages } from '../../support/stored-sizes.js';
import { MEANWHILE, whileSending } from '../../support/while-sending.js';

const MESSAGES = 1_000_000;
const SENDERS = 4;

let serviceData: ServiceData;
let service: Service;
let database: pg.Client;

beforeAll(async () => {
  serviceData = await newServiceData();
  await takeFormerKeys(serviceData);
  // A statement of the service that waits longer for a lock fails, and so does its request.
  const url = new URL(serviceData.env.DATABASE_URL!);
  url.searchParams.set('options', '-c lock_timeout=200ms');
  service = await Service.start({ DATABASE_URL: url.href }, serviceData);
  database = await connected(serviceData);
});
afterAll(async () => {
  await service.stop();
  await database.end();
  await serviceData.remove();
});

it('a million messages get keys by room while messages are sent, which wait at most 200 ms for a lock', async () => {
  const { alice, bob } = await users(service, 'alice', 'bob');
  const [phone, other] = [await alice.connect(), await connectMember(bob)];
  const rooms: GroupChat[] = [];
  for (let count = 0; count < SENDERS; count += 1) rooms.push(await createGroup(phone, [other]));
  await storeMessages(database, rooms, { count: MESSAGES, days: 1, senderId: alice.id });
  await database.query(
    `INSERT INTO receipts (message_id, user_id, room_id, delivered_at) SELECT id, $1, room_id, now() FROM messages`,
    [bob.id],
  );
  await database.query('ANALYZE');
  const { sent, longest } = await whileSending(rooms, phone, async () => {
    await expect(parley(serviceData, 'migrate', 'up')).resolves.toMatchObject({ changed_keys: true });
  });
  console.log(`${String(sent)} messages sent meanwhile, the longest send took ${longest.toFixed(0)} ms`);
  expect(sent).toBeGreaterThan(0);
  expect(service.output).not.toContain('lock timeout');
  await expect(drift(serviceData)).resolves.toEqual([]);
  const { rowCount } = await database.query('SELECT FROM messages WHERE content = $1', [MEANWHILE]);
  expect(rowCount).toBe(sent);
}, 600_000);
