import { MemoryStorage } from '@parley/client';
import type { GroupChat } from '@parley/protocol';

import { parley, outcomeOf } from '../support/command.js';
import { TestApp } from '../support/client.js';
import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { fillEveryTable } from '../support/filled-tables.js';
import { killedMove, move, movedData, outcomeOfMove } from '../support/moves.js';
import { logIn } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { emptyServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';
import { Tables } from '../support/tables.js';

/** Several chunks of messages, of which one is a single row. */
const MESSAGES = 6_000;
const LARGE_ROW_CHARACTERS = 3_000_000;
const ARCHIVE = '0190a6e5-3c4f-7d31-9b2a-5e8f1c7d6a41';
const PASSWORD = 'correct horse battery staple';
/** The tables that the move writes itself. `signals` is not moved. */
const OF_MOVE = ['epochs', 'epoch_rooms', 'migrations'];

let source: ServiceData;
let target: ServiceData;
let people: Record<'alice' | 'bob' | 'carol', TestUser>;
let room: Pick<GroupChat, 'id'>;
let stored: Readonly<Record<string, string>>;
let position: { readonly last: number; readonly epoch: string };
const storage = new MemoryStorage();

beforeAll(async () => {
  [source, target] = [await emptyServiceData('embedded'), await emptyServiceData('postgres')];
  await parley(source, 'migrate', 'up');
  const service = await Service.start({ STRANGERS_PER_HOUR: '50' }, source);
  const create = async (name: string): Promise<TestUser> => {
    await service.parley('users', 'create', name, '--password', PASSWORD);
    return logIn(service, name, PASSWORD);
  };
  people = { alice: await create('alice'), bob: await create('bob'), carol: await create('carol') };
  await leavesPosition(service);
  await fillEveryTable(service, people);
  await addMessages();
  await addRefreshed();
  stored = await stateOf(source);
  await service.kill('SIGKILL');
  await service.stop();
  // A new database, a service, 30 requests and 6,000 rows.
});
afterAll(() => Promise.all([source, target].map((each) => each.remove())));

/**
 * A room without members, so that no connection gets it: messages with every kind of character, numbers beyond those of
 * a double, and a row that is larger than a chunk.
 */
async function addMessages(): Promise<void> {
  const database = await connected(source);
  await database.query(
    `INSERT INTO rooms (id, type, last_seq, change_seq, preferences) VALUES ($1, 'GroupChat', $2, $2,
       '{"whole": 9007199254740993, "small": 1e-20, "text": "\\u0001 \\"", "list": [1.0, null]}')`,
    [ARCHIVE, MESSAGES],
  );
  const odd = `E'\\x01' || '0 "quoted" \\ {a,b} (NULL) , 🦜 ' || repeat('é', 80)`;
  await database.query(
    `INSERT INTO messages (id, room_id, seq, change_seq, sender_id, content, created_at, updated_at)
     SELECT gen_random_uuid(), $1, n, n, $2, CASE n WHEN 1 THEN repeat('"', $4::int) ELSE n || ${odd} END,
       '2026-01-01 00:00:00.000001+00'::timestamptz + n * interval '1 microsecond', now()
     FROM generate_series(1, $3::int) n`,
    [ARCHIVE, people.alice.id, MESSAGES, LARGE_ROW_CHARACTERS],
  );
  await database.end();
}

/** A client that stores its position in a room, in the first epoch, and is gone before the move. */
async function leavesPosition(service: Service): Promise<void> {
  const device = await people.alice.open(service);
  const { meta } = await device.receive('chat.notifications');
  const { data } = await device.request('room.create', {
    type: 'GroupChat',
    name: 'Friends',
    participants: [people.bob.id],
  });
  room = data;
  const app = await TestApp.connect(people.bob, service, { storage });
  const sent = await device.request('message.send', { room_id: room.id, content: 'before the move' });
  await eventually(async () => (await storage.load())?.positions[room.id] === sent.data.seq);
  position = { last: sent.data.seq, epoch: (meta as { epoch: string }).epoch };
  await app.chat.close();
  await device.close();
}

/** A value of a sequence that no row has. */
async function addRefreshed(): Promise<void> {
  const database = await connected(source);
  await database.query(`SELECT setval('users_id_seq', 4711), setval('audit_entries_id_seq', 9007199254740992)`);
  await database.end();
}

/** The row count and a hash of every table. */
async function stateOf(data: ServiceData): Promise<Record<string, string>> {
  const tables = await Tables.of(data);
  const state = await tables.state([]);
  await tables.close();
  return Object.fromEntries(Object.entries(state).filter(([name]) => ![...OF_MOVE, 'signals'].includes(name)));
}

/** Indexes, constraints, triggers and sequences of a database, with their definitions. */
async function schemaOf(data: ServiceData): Promise<unknown[]> {
  const database = await connected(data);
  const { rows } = await database.query<Record<string, unknown>>(`
    SELECT 'index' AS kind, indexname AS name, indexdef AS definition FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
    UNION ALL SELECT 'trigger', tgname, pg_get_triggerdef(oid) || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT 'sequence', sequencename, NULL FROM pg_sequences
    UNION ALL SELECT 'table', relname, NULL FROM pg_class
      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
    ORDER BY 1, 2, 3`);
  await database.end();
  return rows;
}

const onTarget = async <Row extends object>(statement: string, values: unknown[] = []): Promise<Row[]> => {
  const database = await connected(target);
  const { rows } = await database.query<Row>(statement, values);
  await database.end();
  return rows;
};

describe('parley move', () => {
  it('continues after kills as it begins, copies, builds indexes and ends, and no service starts before', async () => {
    await expect(killedMove(source, target, { statement: 'CREATE TABLE unfinished_move' })).resolves.toBe('SIGKILL');
    const amid = { statement: 'INSERT INTO "messages"', passing: 3, reaches: true };
    await expect(killedMove(source, target, amid)).resolves.toBe('SIGKILL');
    await expect(outcomeOf(movedData(source, target), 'stats')).resolves.toMatchObject({
      code: 1,
      stderr: 'The database of DATABASE_URL has an unfinished move: run the same "parley move" again.\n',
    });
    const [{ count }] = (await onTarget<{ count: number }>('SELECT count(*)::int AS count FROM messages')) as [
      { count: number },
    ];
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(MESSAGES);
    const ends = ['CREATE INDEX messages_search_idx', 'INSERT INTO epoch_rooms'];
    for (const statement of ends) await expect(killedMove(source, target, { statement })).resolves.toBe('SIGKILL');
    // Four processes with an embedded database.
  });

  it('reports the table and the key of a row that is changed, missing or added in the target', async () => {
    const reported = async (): Promise<string | undefined> => {
      const { code, stderr } = await outcomeOfMove(source, target.env.DATABASE_URL!);
      expect(code).toBe(1);
      return /The table (.*)\. The move/.exec(stderr)?.[1];
    };
    const [row] = await onTarget<{ id: string; whole: string }>(
      'SELECT id, to_jsonb(m)::text AS whole FROM messages m WHERE room_id = $1 ORDER BY id OFFSET 5000 LIMIT 1',
      [ARCHIVE],
    );
    const differs = `messages differs from the one in the data folder in the row with id = ${row!.id}, room_id = ${ARCHIVE}`;
    await onTarget(`UPDATE messages SET content = 'changed' WHERE id = $1`, [row!.id]);
    await expect(reported()).resolves.toBe(differs);
    await onTarget('DELETE FROM messages WHERE id = $1', [row!.id]);
    await expect(reported()).resolves.toBe(differs);
    await onTarget('INSERT INTO messages SELECT * FROM jsonb_populate_record(NULL::messages, $1)', [row!.whole]);
    await onTarget(`INSERT INTO feed_followers VALUES ('zebra')`);
    await expect(reported()).resolves.toBe(
      'feed_followers differs from the one in the data folder in the row with name = zebra',
    );
    await onTarget(`DELETE FROM feed_followers WHERE name = 'zebra'`);
  });

  it('moves every row of every table, sequences, indexes, constraints and triggers', async () => {
    const { rows, epoch } = await move(source, target);
    expect(rows.messages).toBeGreaterThan(MESSAGES);
    for (const [table, count] of Object.entries(rows)) expect([table, count]).not.toEqual([table, 0]);
    expect(Object.keys(rows).sort()).toEqual([...Object.keys(stored), 'epochs', 'epoch_rooms'].sort());
    await expect(stateOf(target)).resolves.toEqual(stored);

    const migrated = await emptyServiceData('postgres');
    await parley(migrated, 'migrate', 'up');
    await expect(schemaOf(target)).resolves.toEqual(await schemaOf(migrated));
    await migrated.remove();
    const sequences = await onTarget(
      `SELECT nextval('users_id_seq')::text AS users, nextval('audit_entries_id_seq')::text AS audit`,
    );
    expect(sequences).toEqual([{ users: '4712', audit: '9007199254740993' }]);
    const epochs = await parley(movedData(source, target), 'epoch', 'list');
    expect(epochs).toMatchObject([{ id: epoch, reason: 'moved' }, { reason: 'restored' }, { reason: 'installed' }]);
  });

  it('is refused when it is complete', async () => {
    const { code, stderr } = await outcomeOfMove(source, target.env.DATABASE_URL!);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^The data folder was moved to the database of --to at .*: nothing is left to do\. /),
    ]);
  });

  it('keeps valid positions of clients, and resets others', async () => {
    const service = await Service.start({}, movedData(source, target));
    try {
      expect(((await service.parley('epoch', 'list')) as unknown[]).length).toBe(3);
      const app = new TestApp(people.bob, service, { storage });
      const resets: unknown[] = [];
      app.chat.on('reset', (event) => resets.push(event));
      await app.chat.connect();
      const device = await people.alice.connect(service);
      const { data: message } = await device.request('message.send', { room_id: room.id, content: 'after the move' });
      expect(message.seq).toBe(position.last + 1);
      await eventually(() => app.contents.includes('after the move'));
      expect(resets).toEqual([]);
      await app.chat.close();

      const synced = async (last: number, epoch: string): Promise<unknown> => {
        const { data } = await device.request('session.sync', { rooms: { [room.id]: last }, epoch });
        return data.rooms.find(({ room_id }) => room_id === room.id)?.reset;
      };
      await expect(synced(position.last, position.epoch)).resolves.toBe(false);
      await expect(synced(position.last + 1, position.epoch)).resolves.toBe(true);
      await expect(synced(position.last, '0190a6e5-3c4f-7d31-9b2a-5e8f1c7d6a40')).resolves.toBe(true);
      await device.close();
    } finally {
      await service.stop();
    }
  });
});
