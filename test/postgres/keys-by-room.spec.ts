import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import type { GroupChat } from '@parley/protocol';
import type pg from 'pg';

import type { ChatClient } from '../support/chat-client.js';
import { drift, parley } from '../support/command.js';
import { connected } from '../support/database.js';
import { revertKeysByRoom, takeFormerKeys } from '../support/former-keys.js';
import { violatedInvariants } from '../support/invariants.js';
import { killedCommand } from '../support/killed-command.js';
import { connectMember, createGroup, sendMessage } from '../support/messaging.js';
import type { Member } from '../support/messaging.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { STRIDE } from '../support/sample.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';
import { storeMessages } from '../support/stored-sizes.js';
import { keysWithoutRoom } from '../support/tables-of-rooms.js';

const PACE_MS = 10;

let serviceData: ServiceData;
let service: Service;
let database: pg.Client;
let alice: TestUser;
let phone: ChatClient;
let bob: Member;
let room: GroupChat;

beforeAll(async () => {
  serviceData = await newServiceData();
  await takeFormerKeys(serviceData);
  // A statement of the service that waits longer for a lock fails, and so does its request.
  const url = new URL(serviceData.env.DATABASE_URL!);
  url.searchParams.set('options', '-c lock_timeout=200ms');
  service = await Service.start({ DATABASE_URL: url.href }, serviceData);
  database = await connected(serviceData);
  const people = await users(service, 'alice', 'bob');
  alice = people.alice;
  [phone, bob] = [await alice.connect(), await connectMember(people.bob)];
  room = await createGroup(phone, [bob]);
});
afterAll(async () => {
  await service.stop();
  expect(await violatedInvariants(database)).toEqual({});
  await database.end();
  await serviceData.remove();
});

const up = (): Promise<unknown> => parley(serviceData, 'migrate', 'up');

/** Sends messages until the work is done. Each of them is stored. */
async function whileSending(work: () => Promise<unknown>): Promise<void> {
  const state = { isDone: false, sent: 0 };
  const working = work().finally(() => {
    state.isDone = true;
  });
  const sending = (async () => {
    for (; !state.isDone; state.sent += 1) {
      await sendMessage(phone, room, `meanwhile ${String(state.sent)}`);
      await delay(PACE_MS);
    }
  })();
  await Promise.all([working, sending]);
  const { rowCount } = await database.query(`SELECT FROM messages WHERE content LIKE 'meanwhile %'`);
  expect(rowCount).toBe(state.sent);
  expect(state.sent).toBeGreaterThan(0);
}

/** What differs between the keys: receipts, repeated sends, and OneToOneChats. */
async function usesTheKeys(): Promise<void> {
  const client_message_id = randomUUID();
  const send = { room_id: room.id, content: 'once', client_message_id };
  const { data: sent } = await phone.request('message.send', send);
  await expect(phone.request('message.send', send)).resolves.toMatchObject({
    ...{ data: { id: sent.id }, meta: { duplicate: true } },
  });
  await bob.device.request('message.acknowledged', { message_id: [sent.id] });
  await bob.device.request('message.read', { message_id: [sent.id] });
  const { rows } = await database.query(
    'SELECT read_at >= delivered_at AS is_read FROM receipts WHERE message_id = $1',
    [sent.id],
  );
  expect(rows).toEqual([{ is_read: true }]);
  const chat = { type: 'OneToOneChat', participants: [bob.user.id] };
  const { data: pair } = await phone.request('room.create', chat);
  await expect(phone.request('room.create', chat)).resolves.toMatchObject({ data: { id: pair.id } });
}

describe('a database with the keys of release 0.2', () => {
  it('works as one with keys by room', async () => {
    expect(service.output).toContain('keys of release 0.2');
    await usesTheKeys();
    await expect(drift(serviceData)).resolves.not.toEqual([]);
    expect(await keysWithoutRoom(database)).toContain('messages_pkey');
  });

  it('refuses a client_message_id of another room', async () => {
    const other = await createGroup(phone, [bob]);
    const client_message_id = randomUUID();
    await phone.request('message.send', { room_id: room.id, content: 'here', client_message_id });
    const there = { room_id: other.id, content: 'there', client_message_id };
    await expect(phone.expectRefused('message.send', there)).resolves.toMatchObject({ code: 4005 });
  });

  it('has the OneToOneChats that nodes of that release create and delete', async () => {
    const { carol } = await users(service, 'carol');
    const pairKey = `${String(alice.id)}:${String(carol.id)}`;
    const id = randomUUID();
    const pair = async (): Promise<unknown> =>
      (await database.query('SELECT room_id FROM room_pairs WHERE pair_key = $1', [pairKey])).rows;
    const insert = `INSERT INTO rooms (id, type, pair_key) VALUES ($1, 'OneToOneChat', $2)`;
    await database.query(insert, [id, pairKey]);
    expect(await pair()).toEqual([{ room_id: id }]);
    await database.query('DELETE FROM rooms WHERE id = $1', [id]);
    expect(await pair()).toEqual([]);
  });

  it('keeps its keys while a node of that release runs', async () => {
    const node = randomUUID();
    await database.query('INSERT INTO nodes (id) VALUES ($1)', [node]);
    await expect(up()).resolves.toEqual({ applied: [], changed_keys: false, postponed_keys: true });
    expect(await keysWithoutRoom(database)).toContain('messages_pkey');
    await database.query('DELETE FROM nodes WHERE id = $1', [node]);
  });

  // The statement at which it is killed, and whether the database has received it.
  const kills = [
    ['CREATE UNIQUE INDEX CONCURRENTLY messages_by_room_pkey', true],
    ['CREATE UNIQUE INDEX CONCURRENTLY reactions_by_room_pkey', false],
    ['ALTER TABLE receipts ADD', true],
    ['ALTER TABLE attachments VALIDATE', false],
    ['ALTER TABLE messages DROP CONSTRAINT messages_parent_id_fkey', true],
    ['ALTER TABLE receipts DROP CONSTRAINT IF EXISTS receipts_pkey', false],
    ['DROP TRIGGER IF EXISTS pair_made', false],
  ] as const;

  it('gets keys by room while messages are sent, which wait at most 200 ms for a lock, and after kills', async () => {
    await storeMessages(database, [room], { count: 20_000, days: 1, senderId: alice.id });
    await whileSending(async () => {
      for (const [statement, reaches] of kills.filter((_, at) => at % STRIDE === 0)) {
        const killed = await killedCommand(
          serviceData.env.DATABASE_URL!,
          (url) => ({
            place: { ...serviceData, env: { ...serviceData.env, DATABASE_URL: url } },
            words: ['migrate', 'up'],
          }),
          { statement, reaches },
        );
        expect(killed, statement).toBe('SIGKILL');
        // As some seconds later.
        await database.query('UPDATE leases SET expires_at = now()');
        await usesTheKeys();
      }
      await expect(up()).resolves.toEqual({ applied: [], changed_keys: true, postponed_keys: false });
    });
    expect(service.output).not.toContain('lock timeout');
    await usesTheKeys();
    await expect(drift(serviceData)).resolves.toEqual([]);
    await expect(up()).resolves.toEqual({ applied: [], changed_keys: false, postponed_keys: false });
  }, 120_000);
});

describe('a database with keys by room', () => {
  it('has the room in every key of a table of rooms', async () => {
    expect(await keysWithoutRoom(database)).toEqual([]);
  });

  it('gets the former keys back by migrate down, also with a client_message_id of two rooms', async () => {
    const other = await createGroup(phone, [bob]);
    const client_message_id = randomUUID();
    for (const { id } of [room, other]) {
      await phone.request('message.send', { room_id: id, content: 'twice', client_message_id });
    }
    await service.stop();
    await revertKeysByRoom(serviceData);
    expect(await keysWithoutRoom(database)).toContain('messages_sender_id_client_message_id_key');
    const { rows } = await database.query('SELECT room_id FROM messages WHERE client_message_id = $1', [
      client_message_id,
    ]);
    expect(rows).toEqual([{ room_id: room.id }]);
    await up();
    service = await Service.start({}, serviceData);
    await expect(drift(serviceData)).resolves.toEqual([]);
  });
});
