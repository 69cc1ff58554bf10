import { randomUUID } from 'node:crypto';

import type pg from 'pg';

import { drift, outcomeOf, parley } from '../support/command.js';
import { connected } from '../support/database.js';
import { historyOf, createGroup } from '../support/messaging.js';
import { users } from '../support/people.js';
import { revertibleData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';
import { indexesOfRoomAlone, keysWithoutRoom } from '../support/tables-of-rooms.js';

let serviceData: ServiceData;
let database: pg.Client;

beforeEach(async () => {
  serviceData = await revertibleData();
  database = await connected(serviceData);
});
afterEach(async () => {
  await database.end();
  await serviceData.remove();
});

it('a new database has the room in every key of a table of rooms', async () => {
  expect(await keysWithoutRoom(database)).toEqual([]);
});

it('a new database, or one of 0.3 after the migrations, has an index of the room alone for uploads only', async () => {
  // An upload belongs to a room before a message shows it. Statements read uploads by one of the two.
  const ofUploads = ['uploads_of_room'];
  expect(await indexesOfRoomAlone(database)).toEqual(ofUploads);
  await parley(serviceData, 'migrate', 'down', '--to', '0.3', '--yes');
  expect(await indexesOfRoomAlone(database)).toEqual([
    'attachments_room_id_idx',
    'notifications_room_id_idx',
    'reactions_room_id_idx',
    ...ofUploads,
  ]);
  await parley(serviceData, 'migrate', 'up');
  expect(await indexesOfRoomAlone(database)).toEqual(ofUploads);
});

it('a database of 0.2 gets keys by room, with its OneToOneChats and messages', async () => {
  const service = await Service.start({}, serviceData);
  const { alice, bob } = await users(service, 'alice', 'bob');
  const device = await alice.connect();
  const chat = { type: 'OneToOneChat', participants: [bob.id] };
  const { data: pair } = await device.request('room.create', chat);
  const client_message_id = randomUUID();
  const rooms = [await createGroup(device, []), await createGroup(device, [])];
  for (const { id } of rooms) {
    await device.request('message.send', { room_id: id, content: 'twice', client_message_id });
  }
  await service.stop();

  await parley(serviceData, 'migrate', 'down', '--to', '0.2', '--yes');
  expect(await keysWithoutRoom(database)).toContain('messages_sender_id_client_message_id_key');
  // The former key permits the id once for a sender.
  const { rows } = await database.query('SELECT room_id FROM messages WHERE client_message_id = $1', [
    client_message_id,
  ]);
  expect(rows).toEqual([{ room_id: rooms[0]!.id }]);

  await parley(serviceData, 'migrate', 'up');
  expect(await keysWithoutRoom(database)).toEqual([]);
  await expect(drift(serviceData)).resolves.toEqual([]);
  const again = await Service.start({}, serviceData);
  const returned = await alice.connect(again);
  await expect(returned.request('room.create', chat)).resolves.toMatchObject({ data: { id: pair.id } });
  for (const room of rooms) await expect(historyOf(returned, room)).resolves.toMatchObject([{ content: 'twice' }]);
  await again.stop();
});

it('a database of 0.2 stays as it is while a node of 0.2 runs', async () => {
  await parley(serviceData, 'migrate', 'down', '--to', '0.2', '--yes');
  const keys = await keysWithoutRoom(database);
  await database.query('INSERT INTO nodes (id) VALUES ($1)', [randomUUID()]);
  const refusal =
    'Nodes of release 0.2 run (1), which cannot use the tables of this one: stop them, or upgrade to 0.3 first.';
  const { code, stderr } = await outcomeOf(serviceData, 'migrate', 'up');
  expect([code, stderr.trim()]).toEqual([1, refusal]);
  const start = await Service.expectStartFailure({}, serviceData);
  expect([start.code, start.errors.trim()]).toEqual([1, refusal]);
  expect(await keysWithoutRoom(database)).toEqual(keys);
});
