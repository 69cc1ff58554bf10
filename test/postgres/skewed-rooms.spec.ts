import { createHash, randomUUID } from 'node:crypto';

import pg from 'pg';

import type { ChatClient } from '../support/chat-client.js';
import { StatementMeter } from '../support/measured-statements.js';
import { connectMember, createGroup } from '../support/messaging.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { search } from '../support/searches.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';
import { fillRoom, filledId, makeOtherRooms } from '../support/skewed-rooms.js';
import { StatementProxy } from '../support/statement-proxy.js';
import type { Statement } from '../support/statement-proxy.js';

/** In a gate as small as still makes the planner choose badly. `npm run test:long` has the sizes of an installation. */
const SIZES =
  process.env.TEST_SAMPLE === 'all'
    ? { large: 1_000_000, small: 1_000, others: 5_000 }
    : { large: 10_000, small: 1_200, others: 2_000 };

/** The pages that a statement may touch in the large room, by those in the small one: the indexes are deeper. */
const mostIn = (small: number): number => 1.3 * small + 20;

/** Tables of which rooms have rows. */
const OF_ROOMS = new RegExp(
  String.raw`\b(${[
    'messages',
    'message_deletions',
    'receipts',
    'reactions',
    'attachments',
    'notifications',
    'mentions',
    'polls',
    'poll_votes',
    'rooms',
    'room_members',
    'room_changes',
    'room_notices',
    'thread_members',
    'drafts',
    'saved_messages',
    'held_messages',
    'uploads',
    'reports',
  ].join('|')})\b`,
);
const MEASURABLE = /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/i;

/** A room, and some of its members. */
interface Place {
  readonly id: string;
  readonly last: number;
  readonly author: TestUser;
  readonly other: TestUser;
  readonly reader: TestUser;
  readonly absent: TestUser;
}

let serviceData: ServiceData;
let proxy: StatementProxy;
let service: Service;
let database: pg.Client;
let meter: StatementMeter;
let places: { readonly large: Place; readonly small: Place };

beforeAll(async () => {
  serviceData = await newServiceData();
  proxy = await StatementProxy.to(serviceData.env.DATABASE_URL!);
  database = new pg.Client({ connectionString: serviceData.env.DATABASE_URL! });
  await database.connect();
  service = await Service.start({ DATABASE_URL: proxy.databaseUrl }, serviceData);
  const { erin } = await users(service, 'erin');
  await makeOtherRooms(database, SIZES.others, erin.id);
  places = {
    large: await madePlace(SIZES.large),
    small: await madePlace(SIZES.small),
  };
  await database.query('VACUUM ANALYZE');
  await database.end();
  // A node would know the rooms as they were before they were filled.
  await service.stop();
  meter = await StatementMeter.copy(serviceData.env.DATABASE_URL!);
  service = await Service.start({ DATABASE_URL: proxy.databaseUrl }, serviceData);
});
afterAll(async () => {
  await meter.end();
  await service.stop();
  await proxy.close();
  await serviceData.remove();
});

async function madePlace(size: number): Promise<Place> {
  const {
    alice: author,
    bob: other,
    carol: reader,
    dave: absent,
  } = await users(service, 'alice', 'bob', 'carol', 'dave');
  const members = await Promise.all([author, other, reader, absent].map(connectMember));
  const { id } = await createGroup(members[0]!.device, members.slice(1));
  await Promise.all(members.map(({ device }) => device.close()));
  const people = {
    authors: [author.id, other.id],
    reader: reader.id,
    absent: absent.id,
  } as const;
  await fillRoom(database, { id, ...people }, size);
  return { id, last: 10 + size, author, other, reader, absent };
}

const idIn = ({ id }: Place, seq: number): string => filledId(id, seq);
const middleOf = ({ last }: Place): number => Math.floor(last / 2);
const newestIds = (place: Place, count: number): string[] =>
  Array.from({ length: count }, (_, at) => idIn(place, place.last - at));
const inRoom = ({ id }: Place, more: object = {}): object => ({
  room_id: id,
  ...more,
});

type Person = 'author' | 'other' | 'reader' | 'absent';
type Asked = readonly [by: Person, event: string, dataOf: (place: Place) => object];

/** The requests of members of a room, each of which is made in the large room and in the small one. */
const ASKED: readonly Asked[] = [
  ['author', 'message.send', (place) => inRoom(place, { content: 'Hello', client_message_id: randomUUID() })],
  [
    'author',
    'message.send',
    (place) =>
      inRoom(place, {
        content: '@room hello',
        extra_fields: { parent_message_id: idIn(place, middleOf(place)) },
      }),
  ],
  [
    'author',
    'message.send',
    (place) =>
      inRoom(place, {
        content: 'x',
        extra_fields: { thread_id: idIn(place, 30) },
      }),
  ],
  [
    'author',
    'message.send',
    (place) =>
      inRoom(place, {
        content: 'y',
        extra_fields: { poll: { options: ['one', 'two'] } },
      }),
  ],
  [
    'author',
    'message.modify',
    (place) => ({
      action: 'update',
      message_id: idIn(place, 20),
      extra_fields: { content: 'Edited' },
    }),
  ],
  [
    'author',
    'message.modify',
    (place) => ({
      action: 'delete',
      message_id: [idIn(place, 30), idIn(place, 60)],
    }),
  ],
  ['author', 'message.modify', (place) => ({ action: 'delete', message_id: idIn(place, place.last) })],
  [
    'reader',
    'message.react',
    (place) => ({
      type: 'add',
      message_id: idIn(place, 22),
      reaction_content: '+',
    }),
  ],
  [
    'reader',
    'message.react',
    (place) => ({
      type: 'remove',
      message_id: idIn(place, 22),
      reaction_content: '+',
    }),
  ],
  ['author', 'message.pin', (place) => ({ message_id: idIn(place, middleOf(place)), pinned: true })],
  ['author', 'message.pin', (place) => ({ message_id: idIn(place, middleOf(place)), pinned: false })],
  ['reader', 'message.save', (place) => ({ message_id: idIn(place, middleOf(place)), saved: true })],
  ['reader', 'saved.list', () => ({ limit: 50 })],
  ['reader', 'message.report', (place) => ({ message_id: idIn(place, 51), reason: 'spam' })],
  ['author', 'report.list', (place) => inRoom(place, { limit: 50 })],
  ['reader', 'draft.set', (place) => inRoom(place, { content: 'later' })],
  ['reader', 'room.mark_unread', (place) => inRoom(place, { from_seq: place.last - 5 })],
  ['reader', 'room.favourite', (place) => inRoom(place, { favourite: true })],
  ['reader', 'room.archive', (place) => inRoom(place, { archived: true })],
  ['reader', 'room.archive', (place) => inRoom(place, { archived: false })],
  ['reader', 'room.notify', (place) => inRoom(place, { level: 'mentions' })],
  ['reader', 'room.info', inRoom],
  ['reader', 'room.members', (place) => inRoom(place, { limit: 50 })],
  ['reader', 'room.notices', (place) => inRoom(place, { limit: 50 })],
  ['reader', 'room.pins', (place) => inRoom(place, { limit: 50 })],
  ['reader', 'room.messages', inRoom],
  ['reader', 'room.messages', (place) => inRoom(place, { paginate: { before_seq: middleOf(place), limit: 50 } })],
  ['reader', 'room.messages', (place) => inRoom(place, { paginate: { after_seq: middleOf(place), limit: 50 } })],
  ['reader', 'room.messages', (place) => inRoom(place, { paginate: { page: 3, size: 50 } })],
  ['reader', 'room.messages', (place) => inRoom(place, { include_threads: true })],
  ['reader', 'thread.messages', (place) => ({ thread_id: idIn(place, 31), limit: 50 })],
  ['reader', 'thread.list', () => ({ limit: 50 })],
  ['reader', 'thread.follow', (place) => ({ thread_id: idIn(place, 32), follow: false })],
  [
    'reader',
    'message.search',
    (place) =>
      inRoom(place, {
        query: createHash('md5').update('77').digest('hex'),
        limit: 20,
      }),
  ],
  ['reader', 'message.search', (place) => inRoom(place, { from_user_id: place.author.id, limit: 20 })],
  ['reader', 'message.search', (place) => inRoom(place, { has: ['file'], limit: 20 })],
  ['reader', 'message.search', (place) => inRoom(place, { has: ['pin'], limit: 20 })],
  ['reader', 'message.search', (place) => inRoom(place, { has: ['link'], limit: 20 })],
  ['reader', 'room.list', () => ({ limit: 50 })],
  ['reader', 'session.sync', (place) => ({ rooms: { [place.id]: place.last - 100 }, private_seq: 0 })],
  ['reader', 'session.sync', () => ({ rooms: {} })],
  ['absent', 'room.list', () => ({ limit: 50 })],
  ['absent', 'message.acknowledged', (place) => ({ message_id: newestIds(place, 20).slice(5) })],
  ['absent', 'notification.acknowledge', (place) => ({ notification_id: newestIds(place, 50).slice(40) })],
  ['absent', 'message.read', (place) => ({ message_id: idIn(place, middleOf(place)) })],
  ['absent', 'message.read', (place) => ({ message_id: newestIds(place, 20).slice(5) })],
  ['absent', 'message.read', (place) => inRoom(place, { up_to_seq: place.last - 50 })],
  ['reader', 'message.read', (place) => ({ message_id: newestIds(place, 40).slice(30) })],
  ['author', 'room.remove_members', (place) => inRoom(place, { members: [place.absent.id] })],
  ['author', 'room.add_members', (place) => inRoom(place, { members: [place.absent.id] })],
  ['author', 'room.modify', (place) => inRoom(place, { action: 'update', data: { name: 'Another' } })],
  ['author', 'room.modify', (place) => inRoom(place, { action: 'add_admin', data: { users: [place.other.id] } })],
  ['other', 'room.leave', inRoom],
];

/** How much the arrays among the values name. */
const namesIn = ({ values }: Statement): number => values.join().split(',').length;

const sizeOf = ({ values }: Statement): number => values.join().length;

/** The statements of these acts, each with the act. */
async function statementsOf(
  place: Place,
): Promise<Map<string, { readonly act: string; readonly statement: Statement }>> {
  const found = new Map<string, { act: string; statement: Statement }>();
  const note = (act: string): void => {
    for (const statement of proxy.statementsAbout('\\w+')) {
      const { text } = statement;
      if (!MEASURABLE.test(text) || !OF_ROOMS.test(text)) continue;
      // If an act has sent it several times, the one with the most values.
      const known = found.get(`${act}: ${text}`);
      if (!known || sizeOf(known.statement) < sizeOf(statement)) found.set(`${act}: ${text}`, { act, statement });
    }
  };
  const devices = new Map<Person, ChatClient>();
  for (const person of ['absent', 'reader', 'other', 'author'] as const) {
    proxy.forget();
    devices.set(person, await place[person].connect(service));
    note(`the first frame of ${person}`);
  }
  for (const [number, [by, event, dataOf]] of ASKED.entries()) {
    proxy.forget();
    await devices.get(by)!.request(event, dataOf(place));
    // A sync has further pages.
    await devices.get(by)!.drain();
    note(`${String(number)} ${event}`);
  }
  return found;
}

/** Of a statement that the failure message shows. */
const HEAD_CHARACTERS = 2_000;

describe('in a room that is far larger than most', () => {
  it('unread messages are counted up to a thousand, in the first frame and in the list', async () => {
    for (const { id, absent } of Object.values(places)) {
      const device = await absent.open(service);
      const { meta } = await device.receive('chat.notifications');
      expect(meta).toMatchObject({ unread: { [id]: 1_000 }, total: 1_000, truncated: true });
      const { data: rooms } = await device.request('room.list', {});
      expect(rooms).toMatchObject([{ id, unread_count: 1_000 }]);
      await device.close();
    }
  });

  it('common words are found, the newest first, page by page', async () => {
    const { id, last, reader } = places.large;
    const device = await reader.connect(service);
    const seqs: number[] = [];
    for (let page = 0, before: string | null = null; page < 3; page += 1) {
      const found = await search(device, 'of meeting', { room_id: id, limit: 20, before });
      seqs.push(...found.results.map(({ message }) => message.seq));
      before = found.next_before;
    }
    expect(seqs).toEqual(Array.from({ length: 60 }, (_, at) => last - at));
    await device.close();
  });

  it('no request touches more pages than in a small one', { timeout: 600_000 }, async () => {
    const inLarge = await statementsOf(places.large);
    const inSmall = await statementsOf(places.small);
    const grown: string[] = [];
    for (const [key, { act, statement }] of inLarge) {
      const alike = inSmall.get(key);
      // Gathered receipts are dispatched during any act, of more messages or of fewer.
      if (!alike || namesIn(alike.statement) !== namesIn(statement)) continue;
      const [large, small] = [await meter.buffers(statement), await meter.buffers(alike.statement)];
      if (large !== undefined && small !== undefined && large > mostIn(small)) {
        const text = statement.text.replaceAll(/\s+/g, ' ').slice(0, HEAD_CHARACTERS);
        grown.push(`${String(small)} -> ${String(large)} pages, ${act}: ${text}`);
      }
    }
    expect(grown).toEqual([]);
  });
});
