import type { Message, Room, SyncPage } from '@parley/protocol';
import pg from 'pg';

import type { ChatClient } from '../support/chat-client.js';
import { sync } from '../support/client-state.js';
import { eventually } from '../support/eventually.js';
import { manyUsers } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { ServiceData } from '../support/service-data.js';
import type { Service } from '../support/service.js';
import type { Statement, StatementProxy } from '../support/statement-proxy.js';
import { sendMessage } from '../support/messaging.js';
import { watchedService } from '../support/watched-service.js';

const MEMBERS = 20;
/**
 * Statements for rooms (two), lost memberships, changes and newest messages (three each), rooms with members, their
 * users, and marks.
 */
const STATEMENTS_A_PAGE = 13;
const LONG = 20_000;
const MISSED = 10;

let serviceData: ServiceData;
let proxy: StatementProxy;
let parley: Service;
let alice: ChatClient;
let others: TestUser[];
let bobDevice: ChatClient;

beforeAll(async () => {
  ({ serviceData, proxy, parley } = await watchedService());
  const [first, ...rest] = await manyUsers(parley, MEMBERS);
  others = rest;
  alice = await first!.connect();
  bobDevice = await others[0]!.connect();
});

const groupWith = async (members: readonly TestUser[]): Promise<Room> => {
  const request = { type: 'GroupChat', name: 'x', participants: members.map(({ id }) => id) };
  return (await alice.request('room.create', request)).data;
};

async function sendMany(room: Room, count: number, extra_fields: object = {}): Promise<Message[]> {
  const requests = Array.from({ length: count }, () => ({ room_id: room.id, content: 'hello', extra_fields }));
  const requested = requests.map((request) => alice.sendRequest('message.send', request));
  const messages: Message[] = [];
  for (const requestId of requested) messages.push((await alice.response(requestId)).data as Message);
  return messages;
}

const TABLES = [
  'users',
  'user_rooms',
  'rooms',
  'room_members',
  'messages',
  'message_deletions',
  'receipts',
  'reactions',
];
const isReading = ({ text }: Statement): boolean => !/\b(INSERT|UPDATE|DELETE)\b/.test(text);

/** The read statements of a sync; the background work of the service only writes. */
async function reads(request: object): Promise<{ pages: SyncPage[]; statements: Statement[] }> {
  proxy.forget();
  const pages = await sync(bobDevice, request);
  return { pages, statements: proxy.statementsAbout(...TABLES).filter(isReading) };
}

describe('a page of a sync', () => {
  it('takes the same number of statements for one small room as for many large rooms with many changes', async () => {
    const small = await groupWith(others.slice(0, 1));
    await sendMessage(alice, small, 'hello');
    const one = await reads({ rooms: { [small.id]: 1 } });
    expect(one.pages).toHaveLength(1);
    expect(one.statements.length).toBeLessThanOrEqual(STATEMENTS_A_PAGE);
    expect((await reads({})).statements.length).toBeLessThanOrEqual(STATEMENTS_A_PAGE);

    const positions: Record<string, number> = { [small.id]: 1 };
    for (let count = 0; count < 4; count += 1) {
      const room = await groupWith(others);
      positions[room.id] = 1;
      const [parent] = await sendMany(room, 1);
      const replies = await sendMany(room, 10, { parent_message_id: parent!.id });
      for (const { id } of replies) {
        await bobDevice.request('message.react', { type: 'add', message_id: id, reaction_content: '🦜' });
      }
      await alice.request('message.modify', { action: 'delete', message_id: replies[0]!.id });
      await alice.request('room.modify', { room_id: room.id, action: 'update', data: { name: 'y' } });
    }
    const many = await reads({ rooms: positions });
    expect(many.pages).toHaveLength(1);
    expect(many.pages[0]!.rooms.map(({ messages }) => messages.length)).toEqual([1, ...Array<number>(4).fill(11)]);
    expect(many.statements.length).toBeLessThanOrEqual(STATEMENTS_A_PAGE);
    await sendMany(small, 300);
    const further = await reads({ rooms: positions });
    expect(further.pages.length).toBeGreaterThan(1);
    expect(further.statements.length).toBeLessThanOrEqual(STATEMENTS_A_PAGE * further.pages.length);
  });
});

const AT_ONCE = 5;
const ROUNDS = 20;

describe('the records of syncs', () => {
  it('are written in one batch a second, however many users sync', async () => {
    const room = await groupWith(others);
    const devices = await Promise.all(others.slice(0, AT_ONCE).map((user) => user.connect()));
    const begun = performance.now();
    proxy.forget();
    for (let round = 0; round < ROUNDS; round += 1) {
      await Promise.all(devices.map((device) => sync(device, { rooms: { [room.id]: 0 } })));
    }
    const database = new pg.Client({ connectionString: serviceData.env.DATABASE_URL! });
    await database.connect();
    const recorded = `SELECT FROM sync_records WHERE rooms @> $1`;
    const counted = [{ room_id: room.id, after_seq: 0 }];
    await eventually(
      async () => (await database.query(recorded, [JSON.stringify(counted)])).rowCount === AT_ONCE * ROUNDS,
    );
    await database.end();
    const written = proxy.about('sessions', 'sync_records').filter((text) => text.includes('INSERT INTO sync_records'));
    expect(written.length).toBeLessThanOrEqual((performance.now() - begun) / 1_000 + 1);
    await Promise.all(devices.map((device) => device.close()));
  });
});

/** Every other number is a message, and half of the rest are deleted messages. */
const FILL = `
  WITH numbers AS (SELECT n FROM generate_series(2, $2::bigint) AS n),
  said AS (
    INSERT INTO messages (id, room_id, seq, change_seq, sender_id, content, created_at, updated_at)
    SELECT gen_random_uuid(), $1::uuid, n, n, $3, 'hello', now(), now() FROM numbers WHERE n % 2 = 0),
  gone AS (
    INSERT INTO message_deletions (message_id, room_id, change_seq)
    SELECT gen_random_uuid(), $1::uuid, n FROM numbers WHERE n % 2 = 1)
  UPDATE rooms SET last_seq = $2 WHERE id = $1`;

describe('a sync of a long room', () => {
  let database: pg.Client;

  beforeAll(async () => {
    database = new pg.Client({ connectionString: serviceData.env.DATABASE_URL! });
    await database.connect();
  });
  afterAll(() => database.end());

  const filled = async (length: number): Promise<Room> => {
    const room = await groupWith(others.slice(0, 1));
    await database.query(FILL, [room.id, length, others[0]!.id]);
    return room;
  };

  /** The number of table and index blocks that the same statements read when repeated. */
  async function blocksRead(statements: readonly Statement[]): Promise<number> {
    let blocks = 0;
    for (const { text, values } of statements) {
      const { rows } = await database.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
        [...values],
      );
      const { Plan: plan } = rows[0]!['QUERY PLAN'][0];
      blocks += plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!;
    }
    return blocks;
  }

  /** The blocks read by a sync of a few missed changes in one room, and by a sync without a position. */
  async function costOf(room: Room, positions: Record<string, number>): Promise<[difference: number, anew: number]> {
    const [parent] = await sendMany(room, 1);
    const [reply, gone] = await sendMany(room, MISSED - 2, { parent_message_id: parent!.id });
    const extra_fields = { content: 'changed' };
    await alice.request('message.modify', { action: 'update', message_id: parent!.id, extra_fields });
    await alice.request('message.modify', { action: 'delete', message_id: gone!.id });
    const sync = await reads({ rooms: { ...positions, [room.id]: reply!.seq - 1 } });
    const part = sync.pages[0]!.rooms.find(({ room_id: id }) => id === room.id);
    expect(part).toMatchObject({ reset: false });
    expect(part!.messages).toHaveLength(MISSED - 1);
    const reset = await reads({ rooms: { ...positions, [room.id]: Number.MAX_SAFE_INTEGER } });
    return [await blocksRead(sync.statements), await blocksRead(reset.statements)];
  }

  it('reads as few blocks as that of a short room', async () => {
    const [short, long] = [await filled(100), await filled(LONG)];
    await database.query('ANALYZE');
    const { data: rooms } = await alice.request('room.list', {});
    const current = Object.fromEntries(rooms.map(({ id, last_seq: seq }) => [id, seq]));
    const [difference, anew] = await costOf(short, current);
    const { data: now } = await alice.request('room.list', {});
    const later = Object.fromEntries(now.map(({ id, last_seq: seq }) => [id, seq]));
    const [longDifference, longAnew] = await costOf(long, later);
    expect(longDifference).toBeLessThan(2 * difference);
    expect(longAnew).toBeLessThan(2 * anew);
  });
});
