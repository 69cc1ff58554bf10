import type { GroupChat, Room } from '@parley/protocol';
import pg from 'pg';

import type { ChatClient } from '../support/chat-client.js';
import { eventually } from '../support/eventually.js';
import { users } from '../support/people.js';
import type { ServiceData } from '../support/service-data.js';
import { expectFound, sendAll, search } from '../support/searches.js';
import type { Service } from '../support/service.js';
import type { Statement, StatementProxy } from '../support/statement-proxy.js';
import { createGroup, connectMember } from '../support/messaging.js';
import type { Member } from '../support/messaging.js';
import { setStatistics } from '../support/statistics.js';
import { watchedService } from '../support/watched-service.js';

const MESSAGES = 40_000;

let serviceData: ServiceData;
let proxy: StatementProxy;
let parley: Service;
let database: pg.Client;
let phone: ChatClient;
let bob: Member;

beforeAll(async () => {
  ({ serviceData, proxy, parley } = await watchedService());
  database = new pg.Client({ connectionString: serviceData.env.DATABASE_URL! });
  await database.connect();
  const { alice, bob: somebody } = await users(parley, 'alice', 'bob');
  phone = await alice.connect();
  bob = await connectMember(somebody);
});
afterAll(async () => {
  await database.end();
});

async function statementsOf(request: () => Promise<unknown>): Promise<Statement[]> {
  proxy.forget();
  await request();
  return proxy.statementsAbout('messages', 'room_members', 'rooms', 'users');
}

/** Inserts messages of common words into a room, directly in the database, from this number on. */
async function fill(roomId: string, count: number, from: number): Promise<void> {
  await database.query(
    `INSERT INTO messages (id, room_id, seq, change_seq, sender_id, content, created_at, updated_at)
     SELECT ('01980000-0000-7000-8000-' || lpad(to_hex(nr), 12, '0'))::uuid, $1, nr, nr, $2,
       'the meeting of ' || md5(nr::text) || ' is tomorrow', now(), now()
     FROM generate_series($3::int, $3::int + $4::int - 1) nr`,
    [roomId, bob.user.id, from, count],
  );
}

/** Inserts files with names of common words into a room of others, directly in the database. */
async function fillFiles(): Promise<void> {
  const { id } = (
    await database.query<{ id: string }>(
      `INSERT INTO rooms (id, type, name) VALUES (gen_random_uuid(), 'GroupChat', 'files') RETURNING id`,
    )
  ).rows[0]!;
  await fill(id, MESSAGES / 4, 600_000);
  await database.query(
    `INSERT INTO attachments (id, room_id, message_id, position, media_url, media_type, mime_type, file_size, file)
     SELECT gen_random_uuid(), room_id, id, 0, '', 'file', 'text/plain', 1,
       jsonb_build_object('state', 'ready', 'filename', 'notes of the meeting tomorrow ' || seq || '.txt')
     FROM messages WHERE room_id = $1`,
    [id],
  );
}

/** Makes Bob a member of this many rooms more, directly in the database. */
async function createRooms(count: number): Promise<void> {
  await database.query(
    `WITH made AS (
       INSERT INTO rooms (id, type, name) SELECT gen_random_uuid(), 'GroupChat', nr::text FROM generate_series(1, $2::int) nr
       RETURNING id)
     INSERT INTO room_members (room_id, user_id, joined_seq, delivered_seq, read_seq, change_seq)
     SELECT id, $1, 0, 0, 0, 0 FROM made`,
    [bob.user.id, count],
  );
}

interface Node {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Node[];
}

interface RunNode extends Node {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly RunNode[];
}

/** The position of the seconds until the deadline among the parameters. */
const SECONDS = 3;

const ABOUT_MESSAGES = new Set(['messages', 'attachments', 'polls']);

/** The rows that a plan has read of tables of messages. */
const readIn = (node: RunNode): number =>
  (node.Plans ?? []).reduce((sum, plan) => sum + readIn(plan), 0) +
  (ABOUT_MESSAGES.has(node['Relation Name'] ?? '')
    ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    : 0);

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** The statement of a search that names messages. */
async function namingOf(request: () => Promise<unknown>): Promise<Statement> {
  const [statement] = (await statementsOf(request)).filter(({ text }) => text.includes('searched_text'));
  return statement!;
}

async function planOf({ text, values }: Statement): Promise<Node[]> {
  const { rows } = await database.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(`EXPLAIN (FORMAT JSON) ${text}`, [
    ...values,
  ]);
  return nodesOf(rows[0]!['QUERY PLAN'][0].Plan);
}

describe('a search', () => {
  it('takes one statement with a custom plan, one for the rooms and three for the messages of a page', async () => {
    const room = await createGroup(phone, [bob]);
    await sendAll(phone, room, 'herring one', 'herring two');
    let before: string | null = null;
    const statements = await statementsOf(async () => {
      ({ next_before: before } = await search(bob.device, 'herring', { limit: 1 }));
    });
    const planned = statements.filter(({ text }) => text.includes('searched_text'));
    expect([statements.length, planned.map(({ name }) => name)]).toEqual([5, ['']]);
    await expect(statementsOf(() => search(bob.device, 'herring', { limit: 1, before }))).resolves.toHaveLength(5);
    await expect(statementsOf(() => search(bob.device, 'herring o tw', { room_id: room.id }))).resolves.toHaveLength(3);
    await expect(statementsOf(() => search(bob.device, 'herring o tw'))).resolves.toHaveLength(2);
    const refused = { query: 'herring', room_id: '01980000-0000-7000-8000-000000000000' };
    await expect(statementsOf(() => bob.device.expectRefused('message.search', refused))).resolves.toHaveLength(1);
  });

  describe('in two thousand rooms and among many messages of others', () => {
    let hers: GroupChat;
    let busy: Room;

    beforeAll(async () => {
      hers = await createGroup(phone, [bob]);
      ({ data: busy } = await phone.request('room.create', { type: 'GroupChat', name: 'x' }));
      await fill(busy.id, MESSAGES, 1_000);
      await fillFiles();
      await createRooms(2_000);
      const media = [{ media_url: 'https://x.example/a', media_type: 'image', mime_type: 'image/png' }];
      for (const extra_fields of [{ media }, { poll: { options: ['a', 'b'] } }, {}]) {
        const { data } = await phone.request('message.send', { room_id: hers.id, content: 'a sole', extra_fields });
        await phone.request('message.pin', { message_id: data.id, pinned: true });
      }
    });

    /**
     * The indexes are the only ways to the messages, by their texts and the names of their files. The search itself may
     * end at its deadline on a busy machine.
     */
    async function expectIndex(device: ChatClient, request: object): Promise<void> {
      const plan = await planOf(await namingOf(() => device.response(device.sendRequest('message.search', request))));
      expect(plan.flatMap((node) => node['Index Name'] ?? []).toSorted()).toEqual([
        'attachments_names_idx',
        'messages_pkey',
        'messages_search_idx',
      ]);
      expect(plan.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
    }

    it.each(['without statistics', 'with statistics'] as const)(
      'uses the index for rare and for common words, %s',
      async (how) => {
        await setStatistics(database, how);
        await sendAll(phone, hers, 'the meeting of the pelicans', '会议明天');
        for (const query of ['pelican', 'meeting', 'm', '明天', 'the meeting tomorrow']) {
          await expectIndex(bob.device, { query, room_id: hers.id });
          await expectIndex(bob.device, { query });
          await expectIndex(phone, { query });
        }
      },
    );

    /** The rows that the statement reads of tables of messages, by EXPLAIN ANALYZE. */
    async function rowsRead(filters: object): Promise<number> {
      const { text, values } = await namingOf(() => search(phone, '', { limit: 5, ...filters }));
      const { rows } = await database.query<{ 'QUERY PLAN': [{ Plan: RunNode }] }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
        [...values],
      );
      return readIn(rows[0]!['QUERY PLAN'][0].Plan);
    }

    it.each(['without statistics', 'with statistics'] as const)(
      'without words reads only what it returns, %s',
      async (how) => {
        await setStatistics(database, how);
        for (const filters of [{ has: ['image'] }, { has: ['file'] }, { has: ['poll'] }, { has: ['pin'] }]) {
          expect(await rowsRead(filters)).toBeLessThan(50);
          expect(await rowsRead({ ...filters, room_id: busy.id })).toBeLessThan(50);
        }
        for (const from_user_id of [bob.user.id, 2_147_483_647]) {
          expect(await rowsRead({ from_user_id })).toBeLessThan(50);
          expect(await rowsRead({ from_user_id, room_id: busy.id })).toBeLessThan(50);
        }
      },
    );

    it('without words ends at its deadline, whatever it has found', async () => {
      const { text, values } = await namingOf(() => search(phone, '', { from_user_id: bob.user.id, has: ['poll'] }));
      const withSeconds = (seconds: string) => database.query(text, values.with(SECONDS, seconds));
      await expect(withSeconds('60')).resolves.toMatchObject({ rowCount: 0 });
      await expect(withSeconds('0')).rejects.toMatchObject({ code: '57014', message: 'the search has taken too long' });
    });
  });

  it('is refused if the database cancels it, and the next one is answered', async () => {
    const room = await createGroup(phone, [bob]);
    await sendAll(phone, room, 'a sturgeon');
    await database.query('BEGIN; LOCK TABLE messages IN ACCESS EXCLUSIVE MODE');
    const refused = bob.device.expectRefused('message.search', { query: 'sturgeon' });
    await eventually(async () => {
      await database.query('SELECT pg_stat_clear_snapshot()');
      const { rowCount } = await database.query(
        `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%searched_text%'`,
      );
      return rowCount === 1;
    });
    await database.query('ROLLBACK');
    await expect(refused).resolves.toMatchObject({
      code: 4003,
      detail: { query: ['Matches too much: use longer words, or search one room.'] },
    });
    await expect(expectFound(bob.device, 'sturgeon')).resolves.toEqual(['a sturgeon']);
  });

  it('ranks the newest thousand matches first, then the older ones, and returns all', async () => {
    const room = await createGroup(phone, [bob]);
    await fill(room.id, 1_200, 500_000);
    const contents: string[] = [];
    for (let before: string | null | undefined = undefined; before !== null;) {
      const { results, next_before } = await search(bob.device, 'tomorrow meeting', {
        room_id: room.id,
        limit: 50,
        before,
      });
      contents.push(...results.map(({ message }) => message.content));
      before = next_before;
    }
    expect([contents.length, new Set(contents).size]).toEqual([1_200, 1_200]);
  });
});
