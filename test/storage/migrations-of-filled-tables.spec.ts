import { drift, migrationWalk, parley } from '../support/command.js';
import { connected } from '../support/database.js';
import { fillEveryTable } from '../support/filled-tables.js';
import type { FilledRoom } from '../support/filled-tables.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { revertibleData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { expectFound } from '../support/searches.js';
import { Service } from '../support/service.js';
import { historyOf, sendMessage } from '../support/messaging.js';

let serviceData: ServiceData;

beforeAll(async () => {
  serviceData = await revertibleData();
});
afterAll(() => serviceData.remove());

type Row = Readonly<Record<string, unknown>>;

describe('the migrations of a database with data', () => {
  it('can be reverted and applied again, and keep all data that they do not remove', async () => {
    const { room, alice } = await leftInUse();
    const [beginning, ...steps] = (await migrationWalk(serviceData)).map(withoutPushConsumer);
    for (const [table, rows] of Object.entries(beginning!.stored)) expect([table, rows.length]).not.toEqual([table, 0]);

    const all = new Map(Object.entries(beginning!.stored));
    let kept = columnsOf(beginning!.stored);
    expect(steps.length).toBeGreaterThan(10);
    for (const { step, stored } of steps) {
      const columns = columnsOf(stored);
      if (step.endsWith('taken back')) kept = kept.filter((column) => columns.includes(column));
      for (const [table, rows] of Object.entries(stored)) {
        const ofTable = kept.filter((column) => column.startsWith(`${table}.`));
        if (ofTable.length > 0) expect([step, part(rows, ofTable)]).toEqual([step, part(all.get(table)!, ofTable)]);
      }
      expect([step, columns]).toEqual([step, expect.arrayContaining(kept)]);
    }
    // Removed data that is derived from kept data is there again.
    expect(steps.at(-1)!.stored.notifications).toEqual(beginning!.stored.notifications);
    await parley(serviceData, 'migrate', 'up');
    await expect(drift(serviceData)).resolves.toEqual([]);
    await isUsed(room, alice);
    // Two steps for each migration.
  }, 300_000);
});

type Step = Awaited<ReturnType<typeof migrationWalk>>[number];

/**
 * A process registers push as an outbox consumer at the time of its next clean-up, which may be before it is killed.
 * The migration of push removes the registration.
 */
const withoutPushConsumer = ({ step, stored }: Step): Step => {
  const consumers = stored.feed_followers?.filter(({ name }) => name !== 'push');
  return { step, stored: { ...stored, ...(consumers && { feed_followers: consumers }) } };
};

/** `table.column`, of the tables with rows. */
const columnsOf = (stored: Readonly<Record<string, readonly Row[]>>): string[] =>
  Object.entries(stored).flatMap(([table, [row = {}]]) => Object.keys(row).map((column) => `${table}.${column}`));

/** Sorted by these columns only. */
const part = (rows: readonly Row[], columns: readonly string[]): string[] =>
  rows.map((row) => JSON.stringify(columns.map((column) => row[column.slice(column.indexOf('.') + 1)]))).sort();

/** Fills every table. The service is killed, so that its sessions are left too. */
async function leftInUse(): Promise<{ room: FilledRoom; alice: TestUser }> {
  const parley = await Service.start({ STRANGERS_PER_HOUR: '50' }, serviceData);
  await removeMostUsers();
  const people = await users(parley, 'alice', 'bob', 'carol');
  const room = await fillEveryTable(parley, people);
  await parley.kill('SIGKILL');
  await parley.stop();
  return { room, alice: people.alice };
}

/** Every step of the walk reads every row. */
async function removeMostUsers(): Promise<void> {
  const database = await connected(serviceData);
  await database.query(`DELETE FROM users WHERE username ~ '[0-9]{2,}$'`);
  await database.end();
}

/** The service reads and stores messages as before. */
async function isUsed(room: FilledRoom, alice: TestUser): Promise<void> {
  const parley = await Service.start({}, serviceData);
  const phone = await alice.connect(parley);
  // Without the columns of threads, a reply is a message of the room.
  expect((await historyOf(phone, room)).map(({ content }) => content)).toEqual(room.allContents);
  await sendMessage(phone, room, 'fourth');
  for (const content of [...room.allContents, 'fourth'])
    await expect(expectFound(phone, content)).resolves.toEqual([content]);
  await parley.stop();
}
