import { setTimeout as delay } from 'node:timers/promises';

import fc from 'fast-check';
import pg from 'pg';

import { receivedMessages, sendMany, wholeHistory } from '../support/many-messages.js';
import type { Sent } from '../support/many-messages.js';
import { PartitionableService } from '../support/partitionable-service.js';
import { eventually } from '../support/eventually.js';
import { users } from '../support/people.js';
import { sampled } from '../support/sample.js';
import { createGroup, connectMember } from '../support/messaging.js';

const SEED = 4;
const ROUNDS = sampled(5);
const SENDS_EACH = 120;
/** Shorter than the time that the service waits for the database before it refuses requests. */
const LONGEST_OUTAGE_MS = 2_000;
/** Between two ends of all connections. */
const PAUSE_MS = 20;

/** When an outage begins, counted in delivered messages, and how long it lasts. */
const outages = fc.sample(fc.record({ after: fc.nat(SENDS_EACH - 1), ms: fc.nat(LONGEST_OUTAGE_MS) }), {
  seed: SEED,
  numRuns: ROUNDS,
});

let partitionable: PartitionableService;
/** A connection without the proxy. */
let operator: pg.Client;

beforeAll(async () => {
  partitionable = await PartitionableService.shared();
  operator = new pg.Client({ connectionString: partitionable.serviceData.env.DATABASE_URL });
  await operator.connect();
});
afterEach(() => partitionable.cable.mend());
afterAll(() => operator.end());

const ways: Record<string, (ms: number) => Promise<void>> = {
  'is unreachable': async (ms) => {
    partitionable.cable.cut();
    await delay(ms);
    partitionable.cable.mend();
  },
  'answers late': async (ms) => {
    partitionable.cable.freeze();
    await delay(ms);
    partitionable.cable.mend();
  },
  'commits, and becomes unreachable before it answers': async (ms) => {
    partitionable.cable.freeze('answers');
    await delay(ms);
    partitionable.cable.cut();
    partitionable.cable.mend();
  },
  'ends all connections, new ones too': async (ms) => {
    for (const until = Date.now() + ms; Date.now() < until;) {
      await delay(PAUSE_MS);
      await operator.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'parley' AND pid <> pg_backend_pid()`,
      );
    }
  },
};

describe.each(Object.keys(ways))('a database that %s', (way) => {
  it('leaves every send stored and delivered once, or refused, and every socket open', async () => {
    const { alice, bob, carol } = await users(partitionable.parley, 'alice', 'bob', 'carol');
    const [phone, bobs, carols] = [await alice.connect(), await connectMember(bob), await connectMember(carol)];
    const room = await createGroup(phone, [bobs, carols]);
    const sent: Sent[] = [];
    const watcher = await carol.connect();
    for (const [round, { after, ms }] of outages.entries()) {
      const load = Promise.all([
        sendMany(phone, room, `alice ${String(round)}`, SENDS_EACH),
        sendMany(bobs.device, room, `bob ${String(round)}`, SENDS_EACH),
      ]);
      await watcher.receive(
        'message.dispatch',
        ({ data }) => data.content === `alice ${String(round)} ${String(after)}`,
      );
      await ways[way]!(ms);
      sent.push(...(await load).flat());
    }

    const refused = sent.filter(({ answer }) => answer.error);
    expect(refused.map(({ answer }) => answer.error?.code)).toEqual(refused.map(() => 4006));
    expect(refused.filter(({ answer }) => JSON.stringify(answer).includes('not known'))).toEqual([]);
    const accepted = sent.flatMap(({ answer }) => (answer.eventType === 'message.dispatch' ? [answer.seq!] : []));
    expect(accepted.length + refused.length).toBe(sent.length);

    await eventually(() => partitionable.isReady());
    const history = await wholeHistory(carols.device, room);
    expect(history.map(({ seq }) => seq)).toEqual(history.map((_, at) => room.last_seq + 1 + at));
    expect(accepted.sort((one, other) => one - other)).toEqual(history.map(({ seq }) => seq));
    const contents = new Set(history.map(({ content }) => content));
    expect(refused.filter(({ content }) => contents.has(content))).toEqual([]);
    await expect(receivedMessages(carols.device)).resolves.toEqual(history);
    for (const device of [phone, bobs.device, watcher]) await device.drain();
  });
});
