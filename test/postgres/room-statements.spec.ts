import type { Message, Room } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { connectMember, createGroup, sendMessage } from '../support/messaging.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { isOfGathered } from '../support/gathered-receipts.js';
import type { Statement, StatementProxy } from '../support/statement-proxy.js';
import { watchedService } from '../support/watched-service.js';

/** The tables that could be divided by rooms. */
const TABLES = [
  'rooms',
  'room_members',
  'messages',
  'message_deletions',
  'receipts',
  'reactions',
  'attachments',
  'notifications',
  'room_changes',
  'room_notices',
];

let proxy: StatementProxy;
let alice: ChatClient;
let bob: TestUser;
let bobDevice: ChatClient;
/** In the order of their ids. */
let rooms: Room[];
let room: Room;

beforeAll(async () => {
  const { proxy: recorder, parley } = await watchedService();
  proxy = recorder;
  const { alice: sender, bob: reader } = await users(parley, 'alice', 'bob');
  alice = await sender.connect();
  bob = reader;
  const member = await connectMember(reader);
  bobDevice = member.device;
  rooms = [];
  for (let at = 0; at < 3; at += 1) rooms.push(await createGroup(alice, [member]));
  rooms.sort((one, other) => (one.id < other.id ? -1 : 1));
  room = rooms[0]!;
});

const sendAll = (device: ChatClient, where: readonly Room[]): Promise<Message[]> =>
  Promise.all(where.map((each) => sendMessage(device, each, 'hello')));

async function statementsOf(device: ChatClient, event: string, data: object): Promise<Statement[]> {
  proxy.forget();
  await device.request(event, data);
  return proxy.statementsAbout(...TABLES).filter((statement) => !isOfGathered(statement));
}

const TABLE = new RegExp(`\\b(?:FROM|JOIN|UPDATE|USING) (${TABLES.join('|')})\\b(?: (?:AS )?(\\w+))?`, 'g');
const NO_ALIAS = ['where', 'set', 'on', 'order', 'for', 'join', 'union', 'cross', 'left'];

/**
 * The tables of a statement that it does not limit to one room.
 * @param room a pattern of the room in the statement
 */
function unlimitedTables(statement: string, room: string): string[] {
  const text = statement.replaceAll('"', '');
  const limits = (prefix: string, column: string): number =>
    [...text.matchAll(new RegExp(`${prefix}${column} = (?:${room}|\\w+\\.room_id\\b)`, 'g'))].length;
  const found = [...text.matchAll(TABLE)].map(([, table = '', alias = '']) => ({
    table,
    column: table === 'rooms' ? 'id' : 'room_id',
    alias: NO_ALIAS.includes(alias.toLowerCase()) ? '' : alias,
  }));
  return found
    .filter(({ table, alias, column }) => {
      // Without aliases the limits cannot be told apart: there must be one for each such table.
      const alike = alias === '' ? found.filter((other) => other.alias === '' && other.column === column).length : 1;
      return limits(alias === '' ? '(?<![.\\w])' : `\\b(?:${alias}|${table})\\.`, column) < alike;
    })
    .map(({ table, alias }) => `${table} ${alias}`);
}

/** The faults of a statement that must name this room on every table. */
function faults({ text, values }: Statement, roomId: string): string[] {
  const patterns = values.flatMap((value, at) => {
    if (value === `{"${roomId}"}`) return [`ANY \\(\\$${String(at + 1)}\\)`];
    return value === roomId ? [`\\$${String(at + 1)}\\b`] : [];
  });
  if (patterns.length === 0) return [`names no room: ${text}`];
  const unlimited = patterns.map((pattern) => unlimitedTables(text, pattern));
  const fewest = unlimited.sort((one, other) => one.length - other.length)[0]!;
  return fewest.map((table) => `${table} is not limited in ${text}`);
}

const roomsNamedBy = ({ values }: Statement): string[] =>
  rooms.map(({ id }) => id).filter((id) => values.some((value) => value?.includes(id)));

/** Each event that names messages, asked by Bob, with the most statements that it takes. */
const NAMING: Readonly<Record<string, { event: string; most: number; data: (own: string, theirs: string) => object }>> =
  {
    'message.acknowledged': { event: 'message.acknowledged', most: 7, data: (_, id) => ({ message_id: [id] }) },
    'message.read': { event: 'message.read', most: 7, data: (_, id) => ({ message_id: [id] }) },
    'notification.acknowledge': {
      event: 'notification.acknowledge',
      most: 9,
      data: (_, id) => ({ notification_id: id }),
    },
    'message.react': {
      event: 'message.react',
      most: 11,
      data: (_, id) => ({ type: 'add', message_id: id, reaction_content: '👍' }),
    },
    'message.modify with update': {
      event: 'message.modify',
      most: 7,
      data: (id) => ({ action: 'update', message_id: id, extra_fields: { content: 'edited' } }),
    },
    'message.modify with delete': {
      event: 'message.modify',
      most: 11,
      data: (id) => ({ action: 'delete', message_id: id }),
    },
  };

describe.each(Object.entries(NAMING))('%s', (_, { event, most, data }) => {
  it('with a room names it on every table of every statement, and takes few of them', async () => {
    const [[own], [theirs]] = [await sendAll(bobDevice, [room]), await sendAll(alice, [room])];
    const statements = await statementsOf(bobDevice, event, { ...data(own!.id, theirs!.id), room_id: room.id });
    expect(statements.flatMap((statement) => faults(statement, room.id))).toEqual([]);
    expect(statements.length).toBeGreaterThan(3);
    expect(statements.length).toBeLessThanOrEqual(most);
  });

  it('without a room looks it up in one statement more, and goes on with the same ones', async () => {
    const texts: string[][] = [];
    for (const given of [{ room_id: room.id }, {}]) {
      const [[own], [theirs]] = [await sendAll(bobDevice, [room]), await sendAll(alice, [room])];
      const statements = await statementsOf(bobDevice, event, { ...data(own!.id, theirs!.id), ...given });
      texts.push(statements.map(({ text }) => text));
    }
    const [withRoom, [lookup, ...others]] = texts as [string[], string[]];
    expect(lookup).toMatch(/^\s*SELECT (m|named)\.id, \1\.room_id/);
    expect(others).toEqual(withRoom);
  });
});

describe('a reaction', () => {
  it('with a room is taken back, and its notification is acknowledged, by statements that name the room', async () => {
    const [own] = await sendAll(bobDevice, [room]);
    const reaction = { message_id: own!.id, room_id: room.id, reaction_content: '👍' };
    const added = await statementsOf(alice, 'message.react', { ...reaction, type: 'add' });
    const device = await bob.open();
    const { data } = await device.receive('chat.notifications');
    await device.close();
    const notification_id = Object.values(data).flatMap((list) => list.map(({ id }) => id));
    const seen = await statementsOf(bobDevice, 'notification.acknowledge', { notification_id, room_id: room.id });
    const removed = await statementsOf(alice, 'message.react', { ...reaction, type: 'remove' });
    expect([...added, ...seen, ...removed].flatMap((statement) => faults(statement, room.id))).toEqual([]);
    expect(seen.map(({ text }) => text)).toContainEqual(expect.stringMatching(/DELETE FROM "?notifications"?/));
  });
});

describe('reading a room up to a number', () => {
  it('names the room on every table of every statement', async () => {
    await sendAll(alice, [room]);
    const statements = await statementsOf(bobDevice, 'message.read', { room_id: room.id, up_to_seq: 1_000 });
    expect(statements.flatMap((statement) => faults(statement, room.id))).toEqual([]);
  });
});

describe('a reply and a forward', () => {
  it('with their rooms read the message by statements that name its room', async () => {
    const [parent, source] = await sendAll(alice, rooms);
    const send = async (extra_fields: object): Promise<Statement[]> => {
      const statements = await statementsOf(bobDevice, 'message.send', {
        room_id: room.id,
        content: 'x',
        extra_fields,
      });
      return statements.filter(({ text }) => !/\bINSERT\b/.test(text));
    };
    const replying = await send({ parent_message_id: parent!.id });
    expect(replying.flatMap((statement) => faults(statement, room.id))).toEqual([]);
    const from = rooms[1]!.id;
    const forwarding = await send({ forwarded_from_id: source!.id, forwarded_from_room_id: from });
    expect(forwarding.flatMap((statement) => faults(statement, from))).toEqual([]);
    expect([replying.length, forwarding.length]).toEqual([1, 1]);
  });
});

describe.each(['message.acknowledged', 'message.read'])('%s of several rooms', (event) => {
  it('is of one room in each statement, and locks the rooms in the order of their ids', async () => {
    const sent = await sendAll(alice, rooms.toReversed());
    const [lookup, ...statements] = await statementsOf(bobDevice, event, { message_id: sent.map(({ id }) => id) });
    expect(roomsNamedBy(lookup!)).toEqual([]);
    expect(statements.map((statement) => roomsNamedBy(statement).length)).toEqual(statements.map(() => 1));
    const named = statements.flatMap((statement) => faults(statement, roomsNamedBy(statement)[0]!));
    expect(named).toEqual([]);
    const locks = statements.filter(({ text }) => /\bFROM rooms\b[\s\S]*\bFOR KEY SHARE\b/.test(text));
    expect(locks.flatMap(roomsNamedBy)).toEqual(rooms.map(({ id }) => id));
  });
});
