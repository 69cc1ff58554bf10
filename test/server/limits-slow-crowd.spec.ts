import type { Socket } from 'node:net';

import { Copy, syncs } from '../support/copy.js';
import { eventually } from '../support/eventually.js';
import { Insides, INSPECTABLE } from '../support/insides.js';
import { metric } from '../support/metrics.js';
import { crowd, people } from '../support/people.js';
import type { Person } from '../support/people.js';
import { stopsReading } from '../support/raw-client.js';
import { Service } from '../support/service.js';
import { groupOf, onADevice } from '../support/talk.js';

const OWNERS = 10;
const DEVICES_EACH = 20;
const DEVICES = OWNERS * DEVICES_EACH;

/** 40,000 bytes a message. The kernel buffers up to 4 MiB for a socket whose peer does not read: a hundred of them. */
const LONG = '🦜'.repeat(10_000);
const MOST_MESSAGES = 2_000;
const LOOK_EVERY = 5;

const MEBIBYTE = 1_024 * 1_024;
/**
 * Each queue may hold 1 MiB, which would be 200 MiB together. But all of them wait for the same frames:
 * the bytes of a frame exist once, and each queue contains only references to them.
 */
const MOST_BYTES = 16 * MEBIBYTE;
/** Memory that any load leaves behind: filled caches and optimized code. */
const MOST_LEFT_BYTES = 8 * MEBIBYTE;
const CUT = 'parley_limited_total{limit="MAX_UNSENT_BYTES"}';

let parley: Service;
let insides: Insides;

beforeAll(async () => {
  parley = await Service.start(INSPECTABLE);
  insides = await Insides.of(parley.output);
});
afterAll(async () => {
  await insides.leave();
  await parley.stop();
});

const connections = (): Promise<number> => metric(parley, 'parley_connections');

async function heldBytes(): Promise<number> {
  const { heapUsed, external } = (await insides.holding()).memory;
  return heapUsed + external;
}

/** The state of a client that connects, syncs and disconnects. */
async function remembered(owner: Person): Promise<Copy> {
  const device = await owner.arrives();
  const copy = new Copy();
  await syncs(device, copy);
  await device.leaves();
  return copy;
}

async function findsWhatWasMissed(owner: Person, copy: Copy): Promise<void> {
  const device = await owner.arrives();
  await syncs(device, copy);
  expect(copy.seen()).toEqual((await Copy.anew(device)).seen(copy));
  await device.leaves();
}

async function stopReading(owners: readonly Person[]): Promise<Socket[]> {
  const lines = owners.flatMap(({ tokens }) =>
    Array.from({ length: DEVICES_EACH }, () => stopsReading(parley.url, tokens.access)),
  );
  return Promise.all(lines);
}

describe(`${String(DEVICES)} devices in a busy room that stop reading at the same time`, () => {
  it('use little memory, delay no other, are all disconnected, and sync what they missed', async () => {
    const { alice, bob } = await people(parley, 'alice', 'bob');
    const [speaker, listener] = [await alice.arrives(), await onADevice(bob)];
    const owners = await crowd(parley, OWNERS);
    const arrived = await Promise.all(owners.map(onADevice));
    const room = await groupOf(speaker, [listener, ...arrived]);
    await Promise.all(arrived.map(({ device }) => device.leaves()));
    const copies = await Promise.all(owners.map(remembered));

    const lines = await stopReading(owners);
    await eventually(async () => (await connections()) === DEVICES + 2);
    const before = await heldBytes();
    let most = before;
    let [count, lastSeq] = [0, 0];
    while ((await metric(parley, CUT)) < DEVICES && ++count < MOST_MESSAGES) {
      await speaker.ask('message.send', { room_id: room.id, content: LONG });
      const { seq } = await listener.device.hears('message.dispatch');
      if (lastSeq > 0) expect(seq).toBe(lastSeq + 1);
      lastSeq = seq!;
      if (count % LOOK_EVERY === 0) most = Math.max(most, await heldBytes());
    }
    await expect(metric(parley, CUT)).resolves.toBe(DEVICES);
    expect(most - before).toBeLessThan(MOST_BYTES);

    await eventually(async () => (await connections()) === 2);
    expect((await heldBytes()) - before).toBeLessThan(MOST_LEFT_BYTES);
    for (const [at, owner] of owners.entries()) await findsWhatWasMissed(owner, copies[at]!);
    for (const line of lines) line.destroy();
    await expect(listener.device.rest()).resolves.toEqual([]);
    await Promise.all([speaker.leaves(), listener.device.leaves()]);
  });
});
