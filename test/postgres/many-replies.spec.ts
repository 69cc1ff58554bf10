import type { GroupChat, Message } from '@parley/protocol';
import pg from 'pg';

import type { ChatClient } from '../support/chat-client.js';
import { connected } from '../support/database.js';
import { users } from '../support/people.js';
import type { Statement, StatementProxy } from '../support/statement-proxy.js';
import { connectMember, createGroup, sendMessage } from '../support/messaging.js';
import { setStatistics } from '../support/statistics.js';
import { watchedService } from '../support/watched-service.js';

/** So many that the planner expects more rows of a room than of a few ids, also without statistics. */
const REPLIES = 100_000;
/** The rows of messages that a statement may read for a page of a few messages. */
const MOST_READ = 100;

let proxy: StatementProxy;
let database: pg.Client;
let alice: ChatClient;
let bob: ChatClient;
let room: GroupChat;
let messages: Message[];

/** Replies in the thread of a message alone, which are the newest messages of its room, and have been delivered. */
const FILL = `
  WITH replies AS (
    INSERT INTO messages (id, room_id, seq, change_seq, sender_id, content, created_at, updated_at, thread_id)
    SELECT gen_random_uuid(), r.id, r.last_seq + n, r.last_seq + n, $2, 'hello', now(), now(), $3
    FROM rooms r CROSS JOIN generate_series(1, $4::int) n WHERE r.id = $1),
  delivered AS (
    UPDATE room_members s SET delivered_seq = r.last_seq + $4::int FROM rooms r WHERE r.id = $1 AND s.room_id = r.id)
  UPDATE rooms SET last_seq = last_seq + $4::int WHERE id = $1`;

beforeAll(async () => {
  const watched = await watchedService();
  proxy = watched.proxy;
  database = await connected(watched.serviceData);
  const people = await users(watched.parley, 'alice', 'bob');
  alice = await people.alice.connect();
  const member = await connectMember(people.bob);
  bob = member.device;
  room = await createGroup(alice, [member]);
  messages = [];
  for (const content of ['one', 'two', 'three', 'four']) messages.push(await sendMessage(alice, room, content));
  await database.query(FILL, [room.id, people.alice.id, messages[0]!.id, REPLIES]);
  const later = await createGroup(alice, [member]);
  await sendMessage(alice, later, 'hello');
});
afterAll(() => database.end());

interface Node {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Node[];
}

const rowsOf = (node: Node): number =>
  (node['Relation Name'] === 'messages'
    ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    : 0) + (node.Plans ?? []).reduce((sum, part) => sum + rowsOf(part), 0);

/** The rows of messages that a statement reads when it is repeated. */
async function rowsReadBy({ text, values }: Statement): Promise<number> {
  await database.query(`PREPARE repeated AS ${text}`);
  const given = values.map((value) => (value === null ? 'NULL' : pg.escapeLiteral(value))).join();
  const { rows } = await database.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE repeated${given && `(${given})`}`,
  );
  await database.query('DEALLOCATE repeated');
  return rowsOf(rows[0]!['QUERY PLAN'][0].Plan);
}

/**
 * Repeats the statements of a request.
 * @param undo SQL that restores what the request has changed, so that they do the same work
 * @returns those that read more rows of messages than they may
 */
async function unboundedOf(statements: readonly Statement[], undo: string): Promise<string[]> {
  const found: string[] = [];
  for (const statement of statements) {
    await database.query(`BEGIN; ${undo}`);
    const rows = await rowsReadBy(statement);
    if (rows > MOST_READ) found.push(`${String(rows)} rows: ${statement.text}`);
    await database.query('ROLLBACK');
  }
  return found;
}

async function statementsOf(request: () => Promise<unknown>): Promise<Statement[]> {
  proxy.forget();
  await request();
  return proxy.statementsAbout('messages');
}

/** With plans for the parameters, and with those for any parameters; before and after PostgreSQL knows the tables. */
async function expectBounded(statements: readonly Statement[], undo = ''): Promise<void> {
  expect(statements.length).toBeGreaterThan(0);
  for (const mode of ['force_custom_plan', 'force_generic_plan']) {
    await database.query(`SET plan_cache_mode = ${mode}`);
    await expect(unboundedOf(statements, undo)).resolves.toEqual([]);
  }
}

describe.each(['without statistics', 'with statistics'] as const)('many replies at the end of a room, %s', (how) => {
  beforeAll(() => setStatistics(database, how));

  it.each<[string, () => object]>([
    ['the newest page', () => ({ size: 2 })],
    ['the second page', () => ({ page: 2, size: 2 })],
    ['the messages before one', () => ({ before_seq: messages[2]!.seq, size: 2 })],
    ['the messages before the end', () => ({ before_seq: messages[3]!.seq + REPLIES, size: 2 })],
    ['the messages after one', () => ({ after_seq: messages[1]!.seq, size: 2 })],
  ])('are not read by room.messages for %s', async (_, paging) => {
    await expectBounded(await statementsOf(() => bob.request('room.messages', { room_id: room.id, ...paging() })));
  });

  it('are not read by a later page of room.list', async () => {
    const { meta } = await bob.request('room.list', { limit: 1 });
    const page = await statementsOf(async () => {
      const { data } = await bob.request('room.list', { limit: 1, cursor: meta!.next_cursor });
      expect(data).toMatchObject([{ id: room.id, unread_count: how === 'with statistics' ? 0 : 4 }]);
    });
    await expectBounded(page);
  });

  it('are not read by message.read', async () => {
    const request = { room_id: room.id, up_to_seq: messages[3]!.seq };
    const statements = await statementsOf(() => bob.request('message.read', request));
    await expectBounded(
      statements.filter(({ text }) => !/\bINSERT\b/.test(text)),
      `UPDATE room_members SET read_seq = 0 WHERE room_id = '${room.id}'`,
    );
  });
});

it('many replies at the end of a room are not read for its new last message', async () => {
  const last = messages[3]!.id;
  const statements = await statementsOf(() => alice.request('message.modify', { action: 'delete', message_id: last }));
  await expectBounded(
    statements.filter(({ text }) => text.includes('SET last_message_id')),
    `UPDATE rooms SET last_message_id = '${last}' WHERE id = '${room.id}'`,
  );
});
