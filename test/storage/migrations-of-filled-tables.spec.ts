import { drift, migrationWalk } from '../support/command.js';
import { sync } from '../support/client-state.js';
import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { expectFound } from '../support/searches.js';
import { Service } from '../support/service.js';
import { historyOf, connectMember, sendMessage } from '../support/messaging.js';
import type { Member } from '../support/messaging.js';

let serviceData: ServiceData;

beforeAll(async () => {
  serviceData = await newServiceData();
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
    await expect(drift(serviceData)).resolves.toEqual([]);
    await isUsed(room, alice);
    // Two steps for each migration.
  }, 60_000);
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

interface Left {
  readonly id: string;
  readonly contents: readonly string[];
}

/** Fills every table. The service is killed, so that its sessions are left too. */
async function leftInUse(): Promise<{ room: Left; alice: TestUser }> {
  const parley = await Service.start({ STRANGERS_PER_HOUR: '50' }, serviceData);
  await removeMostUsers();
  await isFollowedByAnotherRelease();
  const { alice, bob, carol } = await users(parley, 'alice', 'bob', 'carol');
  const [phone, bobs, carols] = await Promise.all([alice, bob, carol].map((user) => connectMember(user)));
  await deliverWebhooks(parley);
  const room = await fill(phone!, bobs!, carols!);
  await isPushed(room, bob);
  await leavesRecords(parley, phone!, carols!);
  await parley.parley('keys', 'create', '--name', 'backend', '--scopes', 'messages:read', '--user', alice.username);
  await eventually(async () => ((await parley.parley('sessions', 'list')) as unknown[]).length === 3);
  await hasLaterEpoch();
  await parley.kill('SIGKILL');
  await parley.stop();
  return { room, alice };
}

/** As after a restore, without the end of all sessions. */
async function hasLaterEpoch(): Promise<void> {
  const database = await connected(serviceData);
  await database.query(`
    INSERT INTO epochs (id, number, parent_id, reason, origin)
      SELECT gen_random_uuid(), 2, id, 'restored', origin FROM epochs WHERE number = 1;
    INSERT INTO epoch_rooms SELECT r.id, e.id, r.last_seq FROM rooms r, epochs e WHERE e.number = 2;
  `);
  await database.end();
}

/** Every step of the walk reads every row. */
async function removeMostUsers(): Promise<void> {
  const database = await connected(serviceData);
  await database.query(`DELETE FROM users WHERE username ~ '[0-9]{2,}$'`);
  await database.end();
}

/** One delivery to a receiver that does not exist. */
async function deliverWebhooks(parley: Service): Promise<void> {
  const { id } = (await parley.parley('webhooks', 'create', 'http://127.0.0.1:9/')) as { id: string };
  await parley.parley('webhooks', 'test', id);
  await parley.parley('webhooks', 'disable', id);
}

/** The outbox keeps all changes for a consumer that no process here knows. */
async function isFollowedByAnotherRelease(): Promise<void> {
  const database = await connected(serviceData);
  await database.query(`INSERT INTO feed_followers (name) VALUES ('of a release to come')`);
  await database.end();
}

/** A membership that has ended, an invitation to join again, a sync with results, and a closed session. */
async function leavesRecords(parley: Service, { device: phone }: Member, carols: Member): Promise<void> {
  const participants = [carols.user.id];
  const { data: room } = await phone.request('room.create', { type: 'GroupChat', name: 'Strangers', participants });
  await carols.device.request('room.leave', { room_id: room.id });
  await phone.request('room.invite', { room_id: room.id, user_ids: [carols.user.id] });
  await sync(phone, {});
  await (await carols.user.connect(parley)).close();
  const database = await connected(serviceData);
  for (const table of ['past_memberships', 'past_sessions', 'sync_records']) {
    await eventually(async () => ((await database.query(`SELECT FROM ${table}`)).rowCount ?? 0) > 0);
  }
  await database.end();
}

/** The outbox waits for its consumer, so no process writes pushes. */
async function isPushed({ id }: Left, { id: userId }: TestUser): Promise<void> {
  const database = await connected(serviceData);
  await database.query(
    `INSERT INTO push_subscriptions (id, user_id, endpoint, host, p256dh, auth)
     VALUES (gen_random_uuid(), $1, 'https://push.example.com/1', 'push.example.com', '', '')`,
    [userId],
  );
  await database.query(
    `INSERT INTO pushes (message_id, room_id, seq, user_id, state, reason, due_at, done_at)
     VALUES (gen_random_uuid(), $1, 1, $2, 'unsent', 'online', now(), now())`,
    [id, userId],
  );
  await database.end();
}

async function fill({ device: phone }: Member, bobs: Member, carols: Member): Promise<Left> {
  const participants = [bobs.user.id];
  const extra_fields = { join_approval_required: true };
  const { data: room } = await phone.request('room.create', {
    ...{ type: 'GroupChat', name: 'Friends', participants, extra_fields },
  });
  await carols.device.request('room.join', { room_id: room.id });
  const [first, second] = [await sendMessage(phone, room, 'first'), await sendMessage(phone, room, 'second')];
  const picture = { media_url: 'https://example.com/1.png', media_type: 'image', mime_type: 'image/png', file_size: 9 };
  const third = {
    room_id: room.id,
    content: 'third',
    extra_fields: { media: [picture], parent_message_id: second.id },
  };
  await bobs.device.request('message.send', third);
  await bobs.device.request('message.read', { message_id: [second.id] });
  await bobs.device.request('message.react', { type: 'add', message_id: second.id, reaction_content: '👍' });
  await phone.request('message.modify', { action: 'delete', message_id: first.id });
  return { id: room.id, contents: ['third', 'second'] };
}

/** The service reads and stores messages as before. */
async function isUsed(room: Left, alice: TestUser): Promise<void> {
  const parley = await Service.start({}, serviceData);
  const phone = await alice.connect(parley);
  expect((await historyOf(phone, room)).map(({ content }) => content)).toEqual(room.contents);
  await sendMessage(phone, room, 'fourth');
  for (const content of [...room.contents, 'fourth'])
    await expect(expectFound(phone, content)).resolves.toEqual([content]);
  await parley.stop();
}
