import type pg from 'pg';

import { outcomeOf, parley, parleyText } from '../../support/command.js';
import { connected } from '../../support/database.js';
import { eventually } from '../../support/eventually.js';
import { connectMember, createGroup, sendMessage } from '../../support/messaging.js';
import type { Member } from '../../support/messaging.js';
import { users } from '../../support/people.js';
import { newServiceData } from '../../support/service-data.js';
import type { ServiceData } from '../../support/service-data.js';
import { Service } from '../../support/service.js';
import { freshSizes, sizesOf, storeMessages } from '../../support/stored-sizes.js';
import type { Sizes } from '../../support/stored-sizes.js';

let serviceData: ServiceData;
let service: Service;
let database: pg.Client;
let alice: Member;
let room: Awaited<ReturnType<typeof createGroup>>;

beforeAll(async () => {
  serviceData = await newServiceData();
  service = await Service.start({}, serviceData);
  const all = await users(service, 'alice', 'bob');
  alice = await connectMember(all.alice);
  room = await createGroup(alice.device, [await connectMember(all.bob)]);
  database = await connected(serviceData);
});
afterAll(async () => {
  await database.end();
  await service.stop();
  await serviceData.remove();
});

async function leaveFreeSpace(): Promise<Sizes> {
  await storeMessages(database, [room], { count: 8_000, days: 40, senderId: alice.user.id });
  await storeMessages(database, [room], { count: 2_000, days: 1, senderId: alice.user.id });
  await database.query(`DELETE FROM messages WHERE created_at < now() - interval '30 days'`);
  return sizesOf(database, 'messages');
}

/** Since the start of the database. */
async function isVacuumed(): Promise<boolean> {
  const { rows } = await database.query<{ count: string }>(
    `SELECT pg_stat_get_vacuum_count('messages'::regclass) AS count`,
  );
  return Number(rows[0]?.count) > 0;
}

describe('the files of the embedded database', () => {
  it('shrink by parley database compact, while a service uses it', async () => {
    const before = await leaveFreeSpace();
    const plan = await parleyText(serviceData, 'database', 'compact', '--dry-run', '--table', 'messages');
    expect(plan).toMatch(/^RELATION +BEFORE +EXPECTED +AFTER\nmessages /);
    expect(plan).toMatch(/About [\d.]+ MB can be given back. Nothing was changed, because of --dry-run.\n$/);
    expect(await sizesOf(database, 'messages')).toEqual(before);

    const compacted = parleyText(serviceData, 'database', 'compact', '--table', 'messages', '--table', 'receipts');
    await sendMessage(alice.device, room, 'meanwhile');
    expect(await compacted).toMatch(/\nGiven back: [\d.]+ MB\.\n$/);
    const [after, fresh] = [await sizesOf(database, 'messages'), await freshSizes(database)];
    for (const [name, bytes] of Object.entries(fresh)) {
      expect(after[name]! / Math.max(bytes, 262_144), name).toBeLessThan(1.5);
    }
    const { stderr } = await outcomeOf(serviceData, 'database', 'compact', '--table', 'messages');
    expect(stderr).toBe('messages: estimating\n');
    // Five processes with an embedded database.
  });

  it('do not grow if new rows replace as many old ones, because a start removes deleted rows', async () => {
    await leaveFreeSpace();
    await database.end();
    await service.restart('SIGTERM');
    database = await connected(serviceData);
    await eventually(isVacuumed);
    const before = await sizesOf(database, 'messages');
    await storeMessages(database, [room], { count: 7_000, days: 1, senderId: alice.user.id });
    const after = await sizesOf(database, 'messages');
    expect(after.rows).toBe(before.rows);
  });
});

describe('parley database compact', () => {
  it('refuses a table that the service does not have', async () => {
    const { code, stderr } = await outcomeOf(serviceData, 'database', 'compact', '--table', 'pg_class');
    expect(code).toBe(1);
    expect(stderr).toContain('There is no table pg_class: --table must be one of api_keys, ');
  });

  it('prints the sizes of every table as JSON', async () => {
    const { tables, ...sums } = (await parley(serviceData, 'database', 'compact')) as { tables: { name: string }[] };
    expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['messages', 'rooms', 'users']));
    expect(sums).toEqual({
      dry_run: false,
      bytes_before: expect.any(Number) as number,
      bytes_expected: expect.any(Number) as number,
      bytes_after: expect.any(Number) as number,
    });
  });
});
