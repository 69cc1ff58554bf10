import type { Socket } from 'node:net';

import { ClientState, syncInto } from '../../support/client-state.js';
import { eventually } from '../../support/eventually.js';
import { Inspector, INSPECTABLE } from '../../support/inspector.js';
import { metric } from '../../support/metrics.js';
import { manyUsers, users } from '../../support/people.js';
import type { TestUser } from '../../support/people.js';
import { openUnreadSocket } from '../../support/raw-client.js';
import { Service } from '../../support/service.js';
import { createGroup, connectMember } from '../../support/messaging.js';

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
let inspector: Inspector;

beforeAll(async () => {
  // The devices of a user have more together than the default.
  parley = await Service.start({ ...INSPECTABLE, MAX_UNSENT_BYTES_PER_USER: String(4 * DEVICES_EACH * MEBIBYTE) });
  inspector = await Inspector.attach(parley.output);
});
afterAll(async () => {
  await inspector.leave();
  await parley.stop();
});

const connections = (): Promise<number> => metric(parley, 'parley_connections');

async function heldBytes(): Promise<number> {
  const { heapUsed, external } = (await inspector.holding()).memory;
  return heapUsed + external;
}

/** The state of a client that connects, syncs and disconnects. */
async function remembered(owner: TestUser): Promise<ClientState> {
  const device = await owner.connect();
  const copy = new ClientState();
  await syncInto(device, copy);
  await device.close();
  return copy;
}

async function findsWhatWasMissed(owner: TestUser, copy: ClientState): Promise<void> {
  const device = await owner.connect();
  await syncInto(device, copy);
  expect(copy.view()).toEqual((await ClientState.create(device)).view(copy));
  await device.close();
}

async function stopReading(owners: readonly TestUser[]): Promise<Socket[]> {
  const lines = owners.flatMap(({ tokens }) =>
    Array.from({ length: DEVICES_EACH }, () => openUnreadSocket(parley.url, tokens.access)),
  );
  return Promise.all(lines);
}

describe(`${String(DEVICES)} devices in a busy room that stop reading at the same time`, () => {
  it('use little memory, delay no other, are all disconnected, and sync what they missed', async () => {
    const { alice, bob } = await users(parley, 'alice', 'bob');
    const [sender, listener] = [await alice.connect(), await connectMember(bob)];
    const owners = await manyUsers(parley, OWNERS);
    const arrived = await Promise.all(owners.map(connectMember));
    const room = await createGroup(sender, [listener, ...arrived]);
    await Promise.all(arrived.map(({ device }) => device.close()));
    const copies = await Promise.all(owners.map(remembered));

    const lines = await stopReading(owners);
    await eventually(async () => (await connections()) === DEVICES + 2);
    const before = await heldBytes();
    let most = before;
    let [count, lastSeq] = [0, 0];
    while ((await metric(parley, CUT)) < DEVICES && ++count < MOST_MESSAGES) {
      await sender.request('message.send', { room_id: room.id, content: LONG });
      const { seq } = await listener.device.receive('message.dispatch');
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
    await expect(listener.device.drain()).resolves.toEqual([]);
    await Promise.all([sender.close(), listener.device.close()]);
  }, 90_000);
});
