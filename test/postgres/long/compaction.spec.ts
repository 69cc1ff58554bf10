import { setTimeout as delay } from 'node:timers/promises';

import pg from 'pg';

import type { ChatClient } from '../../support/chat-client.js';
import { parley } from '../../support/command.js';
import { eventually } from '../../support/eventually.js';
import { killedCommand } from '../../support/killed-command.js';
import { connectMember, createGroup, historyOf, sendMessage } from '../../support/messaging.js';
import type { Member } from '../../support/messaging.js';
import { users } from '../../support/people.js';
import type { TestUser } from '../../support/people.js';
import { newServiceData } from '../../support/service-data.js';
import type { ServiceData } from '../../support/service-data.js';
import { Service } from '../../support/service.js';
import { contentBefore, freshSizes, sizesOf, storeMessages } from '../../support/stored-sizes.js';
import type { Sizes } from '../../support/stored-sizes.js';

interface Printed {
  readonly bytes_before: number;
  readonly bytes_expected: number;
  readonly bytes_after: number;
  readonly tables: readonly { readonly name: string; readonly moved_rows: number }[];
}

/** Fresh files times this: what is left of free pages, and what is sent meanwhile. */
const BOUND = 1.5;
const CYCLES = 3;
const PACE_MS = 10;

let serviceData: ServiceData;
let service: Service;
let database: pg.Client;
let alice: TestUser;
let bob: TestUser;
let phone: ChatClient;
let other: Member;
let rooms: Awaited<ReturnType<typeof createGroup>>[];

beforeAll(async () => {
  serviceData = await newServiceData();
  database = new pg.Client({ connectionString: serviceData.env.DATABASE_URL });
  await database.connect();
  // A statement of the service that waits longer for a lock fails, and so does its request.
  const url = new URL(serviceData.env.DATABASE_URL!);
  url.searchParams.set('options', '-c lock_timeout=200ms');
  service = await Service.start({ DATABASE_URL: url.href }, serviceData);
  ({ alice, bob } = await users(service, 'alice', 'bob'));
  [phone, other] = [await alice.connect(), await connectMember(bob)];
  rooms = [];
  for (let count = 0; count < 3; count += 1) rooms.push(await createGroup(phone, [other]));
});
afterAll(async () => {
  await service.stop();
  await database.end();
  await serviceData.remove();
});

const compact = (...words: string[]): Promise<Printed> =>
  parley(serviceData, 'database', 'compact', ...words) as Promise<Printed>;

const purge = (days: number): Promise<unknown> =>
  parley(serviceData, 'messages', 'purge', '--older-than', `${String(days)}d`, '--yes');

function expectNear(sizes: Sizes, fresh: Sizes): void {
  const factors = Object.entries(fresh).map(([name, bytes]) => [name, sizes[name]! / Math.max(bytes, 262_144)]);
  for (const [name, factor] of factors) expect(factor, String(name)).toBeLessThan(BOUND);
}

/** Sends messages until the work is done, about a hundred a second. @returns the number of sent messages */
async function whileSending(work: () => Promise<unknown>): Promise<number> {
  const state = { isDone: false, sent: 0 };
  const sending = (async () => {
    for (; !state.isDone; state.sent += 1) {
      await sendMessage(phone, rooms[state.sent % 3]!, `meanwhile ${String(state.sent)}`);
      await delay(PACE_MS);
    }
  })();
  const working = work().finally(() => {
    state.isDone = true;
  });
  await Promise.all([working, sending]);
  return state.sent;
}

/** Leaves an index as an interrupted REINDEX INDEX CONCURRENTLY does. */
async function leaveInvalidIndex(): Promise<void> {
  const [holder, builder] = [1, 2].map(() => new pg.Client({ connectionString: serviceData.env.DATABASE_URL })) as [
    pg.Client,
    pg.Client,
  ];
  await Promise.all([holder.connect(), builder.connect()]);
  builder.on('error', () => undefined);
  await holder.query('BEGIN; LOCK TABLE messages IN ROW EXCLUSIVE MODE');
  const built = builder.query('REINDEX INDEX CONCURRENTLY messages_search_idx').catch((error: unknown) => error);
  await eventually(async () => (await invalidIndexes()) > 0);
  await database.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND query LIKE 'REINDEX%'`,
  );
  await built;
  await holder.query('ROLLBACK');
  await holder.end();
}

async function invalidIndexes(): Promise<number> {
  const { rowCount } = await database.query('SELECT FROM pg_index WHERE NOT indisvalid');
  return rowCount ?? 0;
}

describe('parley database compact', () => {
  let purged: Sizes;
  let content: Awaited<ReturnType<typeof contentBefore>>;
  let now: Date;

  beforeAll(async () => {
    await storeMessages(database, rooms, { count: 24_000, days: 40, senderId: alice.id });
    await storeMessages(database, rooms, { count: 12_000, days: 1, senderId: alice.id });
    const full = await sizesOf(database, 'messages');
    await purge(30);
    // The ids of so many messages at once are more than a device may have unread (MAX_UNSENT_BYTES).
    for (const device of [phone, other.device]) await device.close();
    [phone, other] = [await alice.connect(), await connectMember(bob)];
    await database.query('VACUUM messages');
    purged = await sizesOf(database, 'messages');
    expect(purged.rows).toBe(full.rows);
    now = new Date();
    content = await contentBefore(database, now);
    expect(content.count).toBe(12_000);
  });

  it('with --dry-run estimates what can be given back, and changes nothing', async () => {
    const planned = await compact('--dry-run', '--table', 'messages');
    expect(planned).toMatchObject({ dry_run: true, tables: [{ name: 'messages', moved_rows: 0 }] });
    expect(planned.bytes_after).toBe(planned.bytes_before);
    expect(planned.bytes_expected).toBeLessThan(planned.bytes_before / 2);
    expect(await sizesOf(database, 'messages')).toEqual(purged);
  });

  it('loses nothing if it is killed', async () => {
    const killed = await killedCommand(
      serviceData.env.DATABASE_URL!,
      (url) => ({
        place: { ...serviceData, env: { ...serviceData.env, DATABASE_URL: url } },
        words: ['database', 'compact', '--table', 'messages'],
      }),
      { statement: 'WITH locked', passing: 15 },
    );
    expect(killed).toBe('SIGKILL');
    expect(await contentBefore(database, now)).toEqual(content);
  });

  it('gives the space back after that, while messages are sent, which wait at most 200 ms for a lock', async () => {
    await leaveInvalidIndex();
    // As some seconds later.
    await database.query('UPDATE leases SET expires_at = now()');
    let done: Printed | undefined;
    const sent = await whileSending(async () => {
      done = await compact();
    });
    expect(sent).toBeGreaterThan(0);
    expect(done!.tables.find(({ name }) => name === 'messages')!.moved_rows).toBeGreaterThan(0);
    expect(await invalidIndexes()).toBe(0);
    expect(service.output).not.toContain('lock timeout');
    expect(await contentBefore(database, now)).toEqual(content);
    const compacted = await sizesOf(database, 'messages');
    const fresh = await freshSizes(database);
    expectNear(compacted, fresh);
    expect(await historyOf(phone, rooms[0]!)).not.toHaveLength(0);
  });

  it('keeps the files of rows and of the search as small over cycles of new messages and purges', async () => {
    const room = await createGroup(phone, [other]);
    const searches: number[] = [];
    for (let cycle = 0; cycle < CYCLES; cycle += 1) {
      const days = 90 - 10 * cycle;
      await storeMessages(database, [room], { count: 6_000, days, senderId: alice.id });
      await purge(days + 5);
      await compact('--table', 'messages');
      const sizes = await sizesOf(database, 'messages');
      expectNear(sizes, await freshSizes(database));
      searches.push(Object.entries(sizes).find(([name]) => name.startsWith('gin'))![1]);
    }
    const { rows } = await database.query('SELECT FROM messages WHERE room_id = $1', [room.id]);
    expect(rows).toHaveLength(6_000);
    expect(searches.at(-1)! / searches[0]!).toBeLessThan(1.25);
  });
});
