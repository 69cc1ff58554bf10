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

/** The read statements of a search. */
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

interface Node {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Node[];
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

async function planOf({ text, values }: Statement): Promise<Node[]> {
  const { rows } = await database.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(`EXPLAIN (FORMAT JSON) ${text}`, [
    ...values,
  ]);
  return nodesOf(rows[0]!['QUERY PLAN'][0].Plan);
}

describe('a search', () => {
  it('takes one statement with a custom plan and two for the messages of a page', async () => {
    const room = await createGroup(phone, [bob]);
    await sendAll(phone, room, 'herring one', 'herring two');
    let before: string | null = null;
    const [first, ...more] = await statementsOf(async () => {
      ({ next_before: before } = await search(bob.device, 'herring', { limit: 1 }));
    });
    expect([first?.name, more.length]).toEqual(['', 2]);
    await expect(statementsOf(() => search(bob.device, 'herring', { limit: 1, before }))).resolves.toHaveLength(3);
    await expect(statementsOf(() => search(bob.device, 'herring o tw', { room_id: room.id }))).resolves.toHaveLength(1);
    const refused = { query: 'herring', room_id: '01980000-0000-7000-8000-000000000000' };
    await expect(statementsOf(() => bob.device.expectRefused('message.search', refused))).resolves.toHaveLength(1);
  });

  it("uses the index for words that are rare, or rare in the requester's rooms, among many messages", async () => {
    const hers = await createGroup(phone, [bob]);
    await sendAll(phone, hers, 'the meeting of the pelicans', '会议明天');
    const others = await phone.request('room.create', { type: 'GroupChat', name: 'x' });
    await fill(others.data.id, MESSAGES, 1_000);
    await database.query('VACUUM ANALYZE messages');

    for (const [query, found] of [
      ['pelican', 'the meeting of the pelicans'],
      ['meeting', 'the meeting of the pelicans'],
      ['m', 'the meeting of the pelicans'],
      ['明天', '会议明天'],
    ] as const) {
      const [statement] = await statementsOf(() =>
        expect(expectFound(bob.device, query, { room_id: hers.id })).resolves.toEqual([found]),
      );
      const plan = await planOf(statement!);
      expect([query, plan.map((node) => node['Index Name'])]).toEqual([
        query,
        expect.arrayContaining(['messages_search_idx']),
      ]);
      const scanned = plan.filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'messages');
      expect([query, scanned]).toEqual([query, []]);
    }
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
