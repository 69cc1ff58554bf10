import { randomUUID } from 'node:crypto';

import type pg from 'pg';

import { partitionByRoom } from '../servers/hash-partitions.js';
import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { fillEveryTable } from '../support/filled-tables.js';
import { violatedInvariants } from '../support/invariants.js';
import { allReceive, connectMember, createGroup, historyOf } from '../support/messaging.js';
import { users } from '../support/people.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';

const PARTITIONS = 4;

let serviceData: ServiceData;
let service: Service;
let database: pg.Client;
let tables: string[];

beforeAll(async () => {
  serviceData = await newServiceData();
  database = await connected(serviceData);
  tables = await partitionByRoom(database, PARTITIONS);
  service = await Service.start({ STRANGERS_PER_HOUR: '50' }, serviceData);
});
afterAll(async () => {
  await service.stop();
  await database.end();
  await serviceData.remove();
});

describe('a service on tables in hash partitions by room', () => {
  it('writes and reads every table', async () => {
    const { alice, bob, carol } = await users(service, 'alice', 'bob', 'carol');
    const { id, contents } = await fillEveryTable(service, { alice, bob, carol });
    for (const table of tables) {
      const { rows } = await database.query(`SELECT tableoid::regclass::text AS part FROM ${table} LIMIT 1`);
      expect([table, rows]).toEqual([table, [{ part: expect.stringMatching(/_\d$/) as string }]]);
    }
    const history = await historyOf(await alice.connect(), { id });
    expect(history.map(({ content }) => content)).toEqual(contents);
  });

  it('stores a repeated send once, also after the message was erased', async () => {
    const { alice, bob } = await users(service, 'alice', 'bob');
    const [phone, other] = [await alice.connect(), await connectMember(bob)];
    const room = await createGroup(phone, [other]);
    const send = { room_id: room.id, content: 'once', client_message_id: randomUUID() };
    const reply = { room_id: room.id, content: 'yes' };
    const sent = await Promise.all([phone.request('message.send', send), phone.request('message.send', send)]);
    const [{ data: message }] = sent;
    expect(sent.map(({ meta }) => meta?.duplicate ?? false).sort()).toEqual([false, true]);
    await allReceive([other.device], 'message.dispatch');
    await other.device.request('message.send', { ...reply, extra_fields: { parent_message_id: message.id } });
    await phone.request('message.modify', { action: 'delete', message_id: message.id });
    await expect(phone.request('message.send', send)).resolves.toMatchObject({
      data: { id: message.id, is_deleted: true },
      meta: { duplicate: true },
    });
    await service.parley('rooms', 'delete', room.id, '--yes');
    // The messages of an ended room are deleted in batches.
    const left = 'SELECT FROM messages WHERE room_id = $1';
    await eventually(async () => (await database.query(left, [room.id])).rowCount === 0);
  });

  it('breaks no invariant', async () => {
    expect(await violatedInvariants(database)).toEqual({});
  });
});
