import { join } from 'node:path';

import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import type { ChatClient } from '../support/chat-client.js';
import type { Frame } from '../support/frames.js';
import { createGroup, sendMessage } from '../support/messaging.js';
import { users } from '../support/people.js';
import { prepared } from '../support/run.js';
import { newServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';

const SHIFT_CLOCK = join(import.meta.dirname, '../support/shift-clock.cjs');
/** A reminder is at most so late without load. */
const LATE_MS = 2_000;
/** The lease of a node that was killed ends after ten seconds. */
const TAKE_OVER_MS = 20_000;

const isReminder = ({ eventType }: Frame): boolean => eventType === 'notification.dispatch';

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

const remindedOf = (frames: readonly Frame[]): string[] =>
  frames.filter(isReminder).map(({ data }) => (data as { message: { id: string } }).message.id);

it('a reminder whose node is killed while it works is given once by another node', async () => {
  const serviceData = await newServiceData();
  const env = { REDIS_URL: prepared('redis').url };
  const here = await Service.start(env, serviceData);
  const { alice } = await users(here, 'alice');
  const phone = await alice.connect(here);
  const database = await connected(serviceData);
  const soon = new Date(Date.now() + 1_500).toISOString();
  const ids = await savedMessages(phone, 2, soon);
  await database.query('BEGIN');
  await database.query('SELECT FROM room_members FOR UPDATE');
  const other = await connected(serviceData);
  await eventually(async () => {
    const { rowCount } = await other.query(
      `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()
       AND query LIKE '%room_members%'`,
    );
    return (rowCount ?? 0) > 0;
  });
  const there = await Service.start(env, serviceData);
  const laptop = await alice.connect(there);
  await here.kill('SIGKILL');
  await database.query('ROLLBACK');
  const heard: string[] = [];
  await eventually(async () => {
    heard.push(...remindedOf(await laptop.drain()));
    return heard.length >= ids.length;
  }, TAKE_OVER_MS);
  heard.push(...remindedOf(await laptop.drain()));
  expect(heard.toSorted()).toEqual(ids.toSorted());
  const { rows } = await other.query<{ message_id: string }>('SELECT message_id FROM notifications');
  expect(rows.map(({ message_id: id }) => id).toSorted()).toEqual(ids.toSorted());
  expect((await other.query('SELECT FROM timers')).rowCount).toBe(0);
  await Promise.all([database.end(), other.end(), laptop.close()]);
  await there.stop();
  await serviceData.remove();
});

it('reminders that were due while no node ran come once at the next start', async () => {
  const serviceData = await newServiceData();
  const env = { REDIS_URL: prepared('redis').url };
  const first = await Service.start(env, serviceData);
  const { alice } = await users(first, 'alice');
  const phone = await alice.connect(first);
  const soon = new Date(Date.now() + 1_500).toISOString();
  const [id] = await savedMessages(phone, 1, soon);
  await first.kill('SIGKILL');
  const database = await connected(serviceData);
  await eventually(async () => {
    return ((await database.query('SELECT FROM timers WHERE due_at <= now()')).rowCount ?? 0) > 0;
  });
  const [here, there] = await Promise.all([Service.start(env, serviceData), Service.start(env, serviceData)]);
  await eventually(async () => (await database.query('SELECT FROM timers')).rowCount === 0, TAKE_OVER_MS);
  const { rows } = await database.query('SELECT message_id, notification_type FROM notifications');
  expect(rows).toEqual([{ message_id: id, notification_type: 'REMINDER' }]);
  await database.end();
  await Promise.all([here.stop(), there.stop()]);
  await serviceData.remove();
});

it('reminders come once and in time by the clock of the database on nodes whose clocks differ by seconds', async () => {
  const shifted = (ms: number) => ({ NODE_OPTIONS: `--require ${SHIFT_CLOCK}`, CLOCK_SHIFT_MS: String(ms) });
  const serviceData = await newServiceData();
  const env = { REDIS_URL: prepared('redis').url };
  const [fast, slow] = await Promise.all([
    Service.start({ ...env, ...shifted(3_000) }, serviceData),
    Service.start({ ...env, ...shifted(-3_000) }, serviceData),
  ]);
  const { alice } = await users(fast, 'alice');
  const [phone, laptop] = [await alice.connect(fast), await alice.connect(slow)];
  const dueAt = Date.now() + 2_500;
  const ids = await savedMessages(phone, 3, new Date(dueAt).toISOString());
  await laptop.drain();
  const first = await laptop.receive('notification.dispatch');
  const at = Date.now();
  expect(at).toBeGreaterThanOrEqual(dueAt);
  expect(at).toBeLessThan(dueAt + LATE_MS);
  const heard = [first.data.message.id];
  while (heard.length < ids.length) heard.push(...remindedOf(await laptop.drain()));
  expect(heard.toSorted()).toEqual(ids.toSorted());
  const timestamps = [Date.parse(first.data.created_at) - dueAt];
  expect(timestamps[0]).toBeGreaterThanOrEqual(0);
  expect(timestamps[0]).toBeLessThan(LATE_MS);
  await Promise.all([phone.close(), laptop.close()]);
  await Promise.all([fast.stop(), slow.stop()]);
  await serviceData.remove();
});
