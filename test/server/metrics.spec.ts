import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { eventually } from '../support/eventually.js';
import { metric } from '../support/metrics.js';
import { users } from '../support/people.js';
import { Service } from '../support/service.js';
import { allReceive, createGroup, connectMember, sendMessage } from '../support/messaging.js';
import type { Member } from '../support/messaging.js';

const MOST_UNSENT = 1_048_576;
/** 40,000 bytes. */
const LONG = '🦜'.repeat(10_000);
const MOST_MESSAGES = 2_000;

let parley: Service;
let alice: Member;
let bob: Member;
let room: { readonly id: string };

beforeAll(async () => {
  parley = await Service.start({ MAX_UNSENT_BYTES: String(MOST_UNSENT) });
});
afterAll(() => parley.stop());

beforeEach(async () => {
  const people = await users(parley, 'alice', 'bob');
  [alice, bob] = [await connectMember(people.alice), await connectMember(people.bob)];
  room = await createGroup(alice.device, [bob]);
});
afterEach(() => Promise.all([alice.device.close(), bob.device.close()]));

const value = (line: string): Promise<number> => metric(parley, line);

/** The increase of each of these lines while the callback runs. */
async function growth(lines: readonly string[], done: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await Promise.all(lines.map(value));
  await done();
  const after = await Promise.all(lines.map(value));
  return Object.fromEntries(lines.map((line, at) => [line, after[at]! - before[at]!]));
}

it('the metrics measure the time of each message, and count its receivers', async () => {
  const sends = [
    'parley_events_total{event="message.send",outcome="ok"}',
    'parley_event_duration_seconds_count{event="message.send"}',
    'parley_send_to_commit_seconds_count',
    'parley_commit_to_socket_seconds_count',
  ];
  const sizes = ['parley_group_size_count', 'parley_group_size_sum', 'parley_group_size_bucket{le="1"}'];
  const grown = await growth([...sends, ...sizes], async () => {
    for (const text of ['one', 'two', 'three']) await sendMessage(alice.device, room, text);
    for (let count = 0; count < 3; count += 1) await allReceive([bob.device], 'message.dispatch');
  });
  expect(grown).toEqual({
    ...Object.fromEntries(sends.map((line) => [line, 3])),
    parley_group_size_count: 3,
    parley_group_size_sum: 6,
    'parley_group_size_bucket{le="1"}': 0,
  });
  expect(await value('parley_send_to_commit_seconds_sum')).toBeGreaterThan(0);
});

it('the metrics count refused events, but measure no message for them', async () => {
  const lines = [
    'parley_events_total{event="message.send",outcome="refused"}',
    'parley_events_total{event="unknown",outcome="refused"}',
    'parley_send_to_commit_seconds_count',
  ];
  const grown = await growth(lines, async () => {
    await alice.device.expectRefused('message.send', { room_id: room.id, content: '' });
    await alice.device.expectRefused('no.such.event', {});
  });
  expect(Object.values(grown)).toEqual([1, 1, 0]);
});

it('the metrics count dropped frames, and the disconnection, of a client that has stopped reading', async () => {
  const [dropped, cut] = ['parley_frames_dropped_total', 'parley_limited_total{limit="MAX_UNSENT_BYTES"}'];
  const before = await value(cut);
  bob.device.socket.pause();
  for (let count = 0; (await value('parley_unsent_bytes')) <= MOST_UNSENT / 2; count += 1) {
    if (count === MOST_MESSAGES) throw new Error('Nothing waits to be read.');
    await sendMessage(alice.device, room, LONG);
  }
  const grown = await growth([dropped], async () => {
    await alice.device.request('message.typing', { room_id: room.id });
  });
  expect(grown).toEqual({ [dropped]: 1 });
  for (let count = 0; (await value(cut)) === before && count < MOST_MESSAGES; count += 1) {
    await sendMessage(alice.device, room, LONG);
  }
  expect(await value(cut)).toBe(before + 1);
  bob.device.socket.resume();
  await expect(bob.device.closed()).resolves.toMatchObject({ code: 4008 });
});

it('the metrics show empty queues while nothing happens', async () => {
  const queues = ['sends', 'frames', 'searches', 'sessions', 'database'].map((name) => `parley_${name}_waiting`);
  await eventually(async () => (await Promise.all(queues.map(value))).every((waiting) => waiting === 0));
  const text = await (await fetch(`${parley.url}/metrics`)).text();
  for (const queue of queues) expect(text).toContain(`\n${queue} 0\n`);
});

it('the metrics show counters with 0 before the first event, so that its increase is visible', async () => {
  const text = await (await fetch(`${parley.url}/metrics`)).text();
  for (const line of [
    'parley_handshakes_total{outcome="failed"}',
    'parley_limited_total{limit="CONNECTIONS_PER_USER"}',
    'parley_webhook_deliveries_total{outcome="dead"}',
    'parley_push_total{outcome="failed"}',
  ]) {
    expect(text).toContain(`\n${line} 0\n`);
  }
});

it('the metrics show the version and the health of the service', async () => {
  const about = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8');
  const { version } = JSON.parse(about) as { version: string };
  expect(await value(`parley_build_info{version="${version}"}`)).toBe(1);
  expect([await value('parley_database_up'), await value('parley_draining')]).toEqual([1, 0]);
  expect(await value('parley_database_answer_seconds')).toBeGreaterThan(0);
  const { status, details } = (await (await fetch(`${parley.url}/health`)).json()) as {
    status: string;
    details: Record<string, unknown>;
  };
  expect(['ok', 'degraded']).toContain(status); // Depends on the free disk space of the machine.
  expect(details).toMatchObject({ database: { status: 'up', seconds: expect.any(Number) as number } });
});

it('no gauge has the ending of a counter, which promtool refuses', async () => {
  const text = await (await fetch(`${parley.url}/metrics`)).text();
  expect(text).toMatch(/^# TYPE nodejs_active_resources gauge$/m);
  expect(text.match(/^# TYPE \w+_total gauge$/gm) ?? []).toEqual([]);
});
