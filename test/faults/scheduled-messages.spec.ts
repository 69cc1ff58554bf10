import { join } from 'node:path';

import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import type { ChatClient } from '../support/chat-client.js';
import { createGroup } from '../support/messaging.js';
import { users } from '../support/people.js';
import { prepared } from '../support/run.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';

const SHIFT_CLOCK = join(import.meta.dirname, '../support/shift-clock.cjs');
/** A scheduled message is at most so late without load. */
const LATE_MS = 2_000;
/** The lease of a node that was killed ends after ten seconds, and what it was sending is repeated after ten. */
const TAKE_OVER_MS = 25_000;
const EARLY = { SCHEDULE_MIN_SECONDS: '0' };

type Database = Awaited<ReturnType<typeof connected>>;

async function schedule(device: ChatClient, count: number, send_at: string): Promise<string[]> {
  const room = await createGroup(device, []);
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const data = { room_id: room.id, content: `later ${String(at)}`, send_at };
    ids.push((await device.request('message.schedule', data)).data.id);
  }
  return ids;
}

/** Until nothing is scheduled. @returns the `client_message_id` of the messages that were sent, each as often as it was */
async function sentIds(database: Database): Promise<string[]> {
  await eventually(async () => (await database.query('SELECT FROM scheduled_messages')).rowCount === 0, TAKE_OVER_MS);
  expect((await database.query('SELECT FROM timers')).rowCount).toBe(0);
  const { rows } = await database.query<{ id: string }>('SELECT client_message_id AS id FROM messages');
  return rows.map(({ id }) => id);
}

const isWaiting = async (database: Database, statement: string): Promise<boolean> => {
  const { rowCount } = await database.query(
    `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()
     AND query LIKE '%' || $1 || '%'`,
    [statement],
  );
  return (rowCount ?? 0) > 0;
};

/** Two nodes; the first one is killed while one of its statements waits for a lock. */
async function sendsOnceIfKilled(
  serviceData: ServiceData,
  lock: string,
  statement: string,
): Promise<readonly [scheduled: string[], sent: string[]]> {
  const env = { REDIS_URL: prepared('redis').url, ...EARLY };
  const here = await Service.start(env, serviceData);
  const { alice } = await users(here, 'alice');
  const phone = await alice.connect(here);
  const [database, other] = await Promise.all([connected(serviceData), connected(serviceData)]);
  const ids = await schedule(phone, 2, new Date(Date.now() + 1_500).toISOString());
  await database.query('BEGIN');
  await database.query(lock);
  await eventually(() => isWaiting(other, statement));
  const there = await Service.start(env, serviceData);
  const laptop = await alice.connect(there);
  await here.kill('SIGKILL');
  await database.query('ROLLBACK');
  const sent = await sentIds(other);
  const copy: string[] = [];
  await eventually(async () => {
    const frames = await laptop.drain();
    copy.push(
      ...frames.flatMap(({ eventType, data }) =>
        eventType === 'messageschedule.dispatch' ? [(data as { id: string }).id] : [],
      ),
    );
    return copy.length >= ids.length;
  });
  expect(copy.toSorted()).toEqual(ids.toSorted());
  await Promise.all([database.end(), other.end(), laptop.close()]);
  await there.stop();
  return [ids, sent];
}

it.each([
  ['while it sends it', 'SELECT FROM rooms FOR UPDATE', 'INSERT INTO messages'],
  ['between sending and removing it', 'SELECT FROM private_logs FOR UPDATE', 'private_logs'],
])('a scheduled message whose node is killed %s is sent once by another node', async (_when, lock, statement) => {
  const serviceData = await newServiceData();
  const [scheduled, sent] = await sendsOnceIfKilled(serviceData, lock, statement);
  expect(sent.toSorted()).toEqual(scheduled.toSorted());
  await serviceData.remove();
});

it('a message that was sent and purged before its node could remove the schedule is not sent again', async () => {
  const serviceData = await newServiceData();
  const env = { REDIS_URL: prepared('redis').url, ...EARLY };
  const here = await Service.start(env, serviceData);
  const { alice } = await users(here, 'alice');
  const phone = await alice.connect(here);
  const [database, other] = await Promise.all([connected(serviceData), connected(serviceData)]);
  const [id] = await schedule(phone, 1, new Date(Date.now() + 1_000).toISOString());
  await database.query('BEGIN');
  await database.query('SELECT FROM private_logs FOR UPDATE');
  const { data: message } = await phone.receive('message.dispatch', ({ data }) => data.client_message_id === id);
  await eventually(() => isWaiting(other, 'private_logs'));
  await here.kill('SIGKILL');
  await database.query('ROLLBACK');
  await other.query('DELETE FROM messages WHERE id = $1', [message.id]);
  await other.query(
    `INSERT INTO message_deletions (message_id, room_id, seq, change_seq, sender_id, client_message_id, created_at)
     SELECT $1, $2, $3, $3, $4, $5, now()`,
    [message.id, message.room.id, message.seq, alice.id, id],
  );
  const there = await Service.start(env, serviceData);
  await expect(sentIds(other)).resolves.toEqual([]);
  await Promise.all([database.end(), other.end()]);
  await there.stop();
  await serviceData.remove();
});

it('messages that were due while no node ran are sent once at the next start', async () => {
  const serviceData = await newServiceData();
  const env = { REDIS_URL: prepared('redis').url, ...EARLY };
  const first = await Service.start(env, serviceData);
  const { alice } = await users(first, 'alice');
  const ids = await schedule(await alice.connect(first), 3, new Date(Date.now() + 1_500).toISOString());
  await first.kill('SIGKILL');
  const database = await connected(serviceData);
  await eventually(async () => (await database.query('SELECT FROM timers WHERE due_at <= now()')).rowCount === 3);
  const [here, there] = await Promise.all([Service.start(env, serviceData), Service.start(env, serviceData)]);
  expect((await sentIds(database)).toSorted()).toEqual(ids.toSorted());
  await database.end();
  await Promise.all([here.stop(), there.stop()]);
  await serviceData.remove();
});

it('messages are sent once and in time by the clock of the database on nodes whose clocks differ by seconds', async () => {
  const shifted = (ms: number) => ({ NODE_OPTIONS: `--require ${SHIFT_CLOCK}`, CLOCK_SHIFT_MS: String(ms) });
  const serviceData = await newServiceData();
  const env = { REDIS_URL: prepared('redis').url, ...EARLY };
  const [fast, slow] = await Promise.all([
    Service.start({ ...env, ...shifted(3_000) }, serviceData),
    Service.start({ ...env, ...shifted(-3_000) }, serviceData),
  ]);
  const { alice } = await users(fast, 'alice');
  const [phone, laptop] = [await alice.connect(fast), await alice.connect(slow)];
  const database = await connected(serviceData);
  const dueAt = Date.now() + 2_500;
  const ids = await schedule(phone, 3, new Date(dueAt).toISOString());
  await laptop.receive('message.dispatch', ({ data }) => ids.includes(data.client_message_id ?? ''));
  const lateness = Date.now() - dueAt;
  expect(lateness).toBeGreaterThanOrEqual(0);
  expect(lateness).toBeLessThan(LATE_MS);
  expect((await sentIds(database)).toSorted()).toEqual(ids.toSorted());
  await Promise.all([phone.close(), laptop.close(), database.end()]);
  await Promise.all([fast.stop(), slow.stop()]);
  await serviceData.remove();
});
