import { join } from 'node:path';

import { connected } from '../support/database.js';
import type { ChatClient } from '../support/chat-client.js';
import type { Environment } from '../support/environment.js';
import { eventually } from '../support/eventually.js';
import type { Frame } from '../support/frames.js';
import { createGroup, sendMessage } from '../support/messaging.js';
import { users } from '../support/people.js';
import { prepared } from '../support/run.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';

const SHIFT_CLOCK = join(import.meta.dirname, '../support/shift-clock.cjs');
/** The longest delay of a due timer without load. */
const LATE_MS = 2_000;
/** The lease of a node that was killed ends after ten seconds, and what it was sending is repeated after ten. */
const TAKE_OVER_MS = 25_000;

type Database = Awaited<ReturnType<typeof connected>>;

let serviceData: ServiceData;
/** The running node. Each story that kills it leaves another one. */
let node: Service;
/** Holds locks. */
let slow: Database;
let database: Database;

beforeAll(async () => {
  serviceData = await newServiceData();
  [slow, database] = [await connected(serviceData), await connected(serviceData)];
  node = await start();
});
afterAll(async () => {
  await Promise.all([slow.end(), database.end()]);
  await node.stop();
  await serviceData.remove();
});

const start = (env: Environment = {}): Promise<Service> =>
  Service.start({ REDIS_URL: prepared('redis').url, SCHEDULE_MIN_SECONDS: '0', ...env }, serviceData);

const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString();

async function schedule(device: ChatClient, count: number, send_at: string): Promise<string[]> {
  const room = await createGroup(device, []);
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const data = { room_id: room.id, content: `later ${String(at)}`, send_at };
    ids.push((await device.request('message.schedule', data)).data.id);
  }
  return ids;
}

async function savedMessages(device: ChatClient, count: number, remind_at: string): Promise<string[]> {
  const room = await createGroup(device, []);
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const { id } = await sendMessage(device, room, `note ${String(at)}`);
    await device.request('message.save', { message_id: id, saved: true, remind_at });
    ids.push(id);
  }
  return ids;
}

const nothingIsDue = (): Promise<void> =>
  eventually(async () => (await database.query('SELECT FROM timers')).rowCount === 0, TAKE_OVER_MS);

/** Once nothing is scheduled. @returns those of the scheduled messages that were sent, each as often as it was */
async function sentAmong(ids: readonly string[]): Promise<string[]> {
  await nothingIsDue();
  expect((await database.query('SELECT FROM scheduled_messages')).rowCount).toBe(0);
  const { rows } = await database.query<{ id: string }>(
    'SELECT client_message_id AS id FROM messages WHERE client_message_id = ANY ($1)',
    [ids],
  );
  return rows.map(({ id }) => id).toSorted();
}

/** @returns those of the messages of which users were reminded, each as often as they were */
async function remindersAmong(ids: readonly string[]): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    `SELECT message_id AS id FROM notifications WHERE notification_type = 'REMINDER' AND message_id = ANY ($1)`,
    [ids],
  );
  return rows.map(({ id }) => id).toSorted();
}

const remindedOf = (frames: readonly Frame[]): string[] =>
  frames
    .filter(({ eventType }) => eventType === 'notification.dispatch')
    .map(({ data }) => (data as { message: { id: string } }).message.id);

const isWaiting = async (statement: string): Promise<boolean> => {
  const { rowCount } = await database.query(
    `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()
     AND query LIKE '%' || $1 || '%'`,
    [statement],
  );
  return (rowCount ?? 0) > 0;
};

/** Locks rows until the node waits for them with this statement. */
async function untilItWaits(lock: string, statement: string): Promise<void> {
  await slow.query('BEGIN');
  await slow.query(lock);
  await eventually(() => isWaiting(statement));
}

const killTheNode = async (): Promise<void> => {
  await node.kill('SIGKILL');
  await slow.query('ROLLBACK');
};

/** As the time of the lease of the killed node passes. */
const leaseEnds = (): Promise<unknown> => database.query('UPDATE leases SET expires_at = now()');

describe('a node that is killed', () => {
  it.each([
    ['while it sends them', 'SELECT FROM rooms FOR UPDATE', 'INSERT INTO messages'],
    ['between sending and removing one', 'SELECT FROM private_logs FOR UPDATE', 'private_logs'],
  ])('%s leaves scheduled messages to another node, which sends each once', async (_when, lock, statement) => {
    const { alice } = await users(node, 'alice');
    const phone = await alice.connect(node);
    const ids = (await schedule(phone, 2, inSeconds(3))).toSorted();
    await untilItWaits(lock, statement);
    const other = await start();
    const laptop = await alice.connect(other);
    await killTheNode();
    node = other;
    await leaseEnds();
    await expect(sentAmong(ids)).resolves.toEqual(ids);
    const copy: string[] = [];
    await eventually(async () => {
      for (const { eventType, data } of await laptop.drain()) {
        if (eventType === 'messageschedule.dispatch') copy.push((data as { id: string }).id);
      }
      return copy.length >= ids.length;
    });
    expect(copy.toSorted()).toEqual(ids);
    await laptop.close();
  });

  it('before it could remove the schedule of a message that was sent and purged leaves nothing to send', async () => {
    const { alice } = await users(node, 'alice');
    const phone = await alice.connect(node);
    const [id = ''] = await schedule(phone, 1, inSeconds(2));
    await slow.query('BEGIN');
    await slow.query('SELECT FROM private_logs FOR UPDATE');
    const { data: message } = await phone.receive('message.dispatch', ({ data }) => data.client_message_id === id);
    await eventually(() => isWaiting('private_logs'));
    await killTheNode();
    await database.query('DELETE FROM messages WHERE id = $1', [message.id]);
    await database.query(
      `INSERT INTO message_deletions (message_id, room_id, seq, change_seq, sender_id, client_message_id, created_at)
       SELECT $1, $2, $3, $3, $4, $5, now()`,
      [message.id, message.room.id, message.seq, alice.id, id],
    );
    await leaseEnds();
    node = await start();
    await expect(sentAmong([id])).resolves.toEqual([]);
  });

  it('while it works leaves reminders to another node, which gives each once when the lease has ended', async () => {
    const { alice } = await users(node, 'alice');
    const ids = (await savedMessages(await alice.connect(node), 2, inSeconds(3))).toSorted();
    await untilItWaits('SELECT FROM room_members FOR UPDATE', 'room_members');
    const other = await start();
    const laptop = await alice.connect(other);
    await killTheNode();
    node = other;
    const received: string[] = [];
    await eventually(async () => {
      received.push(...remindedOf(await laptop.drain()));
      return received.length >= ids.length;
    }, TAKE_OVER_MS);
    received.push(...remindedOf(await laptop.drain()));
    expect(received.toSorted()).toEqual(ids);
    await expect(remindersAmong(ids)).resolves.toEqual(ids);
    await nothingIsDue();
    await laptop.close();
  });
});

describe('nodes whose clocks differ by seconds', () => {
  const shifted = (ms: number): Promise<Service> =>
    start({ NODE_OPTIONS: `--require ${SHIFT_CLOCK}`, CLOCK_SHIFT_MS: String(ms) });
  let behind: Service | undefined;

  afterAll(() => behind?.stop());

  it('send and remind once of what was due while no node ran', async () => {
    const { alice } = await users(node, 'alice');
    const phone = await alice.connect(node);
    const at = inSeconds(3);
    const ids = (await schedule(phone, 3, at)).toSorted();
    const saved = await savedMessages(phone, 1, at);
    await node.kill('SIGKILL');
    await eventually(async () => (await database.query('SELECT FROM timers WHERE due_at <= now()')).rowCount === 4);
    [node, behind] = await Promise.all([shifted(3_000), shifted(-3_000)]);
    await expect(sentAmong(ids)).resolves.toEqual(ids);
    await expect(remindersAmong(saved)).resolves.toEqual(saved);
  });

  it('send once and in time by the clock of the database', async () => {
    const { alice } = await users(node, 'alice');
    const [phone, laptop] = [await alice.connect(node), await alice.connect(behind)];
    const dueAt = Date.now() + 4_000;
    const ids = (await schedule(phone, 3, new Date(dueAt).toISOString())).toSorted();
    await laptop.receive('message.dispatch', ({ data }) => ids.includes(data.client_message_id ?? ''));
    const lateness = Date.now() - dueAt;
    expect(lateness).toBeGreaterThanOrEqual(0);
    expect(lateness).toBeLessThan(LATE_MS);
    await expect(sentAmong(ids)).resolves.toEqual(ids);
    await Promise.all([phone.close(), laptop.close()]);
  });

  it('remind once and in time by the clock of the database', async () => {
    const { alice } = await users(node, 'alice');
    const [phone, laptop] = [await alice.connect(node), await alice.connect(behind)];
    const dueAt = Date.now() + 4_000;
    const ids = (await savedMessages(phone, 3, new Date(dueAt).toISOString())).toSorted();
    await laptop.drain();
    const { data: first } = await laptop.receive('notification.dispatch');
    for (const at of [Date.now(), Date.parse(first.created_at)]) {
      expect(at).toBeGreaterThanOrEqual(dueAt);
      expect(at).toBeLessThan(dueAt + LATE_MS);
    }
    const received = [first.message.id];
    while (received.length < ids.length) received.push(...remindedOf(await laptop.drain()));
    expect(received.toSorted()).toEqual(ids);
    await Promise.all([phone.close(), laptop.close()]);
  });
});
