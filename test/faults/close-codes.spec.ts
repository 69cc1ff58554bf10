import { CloseCode } from '@parley/protocol';
import pg from 'pg';

import { PartitionableService } from '../support/partitionable-service.js';
import type { ChatClient, Closing } from '../support/chat-client.js';
import { eventually } from '../support/eventually.js';
import { openClient } from '../support/handshake.js';
import { metric } from '../support/metrics.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { createGroup } from '../support/messaging.js';

const LIMITS = { CONNECTIONS_PER_USER: '2', EVENTS_PER_SECOND: '1', EVENTS_BURST: '100', MAX_UNSENT_BYTES: '65536' };
const LONG = '🦜'.repeat(10_000);
const CUT = 'parley_limited_total{limit="MAX_UNSENT_BYTES"}';

let partitionable: PartitionableService;
let alice: TestUser;
let device: ChatClient;

beforeEach(async () => {
  ({ alice } = await users(partitionable.parley, 'alice'));
  device = await alice.connect();
});
afterEach(() => device.close());
beforeAll(async () => {
  partitionable = await PartitionableService.start(LIMITS);
});
afterAll(() => partitionable.stop());

/** Sends on ever new devices, because of the rate limit, until the client that does not read is disconnected. */
async function readsTooSlowly(): Promise<Closing> {
  const { bob } = await users(partitionable.parley, 'bob');
  const room = await createGroup(device, []);
  const before = await metric(partitionable.parley, CUT);
  await device.request('room.add_members', { room_id: room.id, members: [bob.id] });
  const bobDevice = await bob.connect();
  bobDevice.socket.pause();
  while ((await metric(partitionable.parley, CUT)) === before) {
    const sender = await alice.connect();
    for (let count = 0; count < 50; count += 1) {
      await sender.request('message.send', { room_id: room.id, content: LONG });
      if ((await metric(partitionable.parley, CUT)) > before) break;
    }
    await sender.close();
  }
  bobDevice.socket.resume();
  return bobDevice.closed();
}

/** The handshake succeeds, and then the first frame cannot be read from the database. */
async function losesTheDatabase(): Promise<Closing> {
  const locker = new pg.Client({ connectionString: partitionable.serviceData.env.DATABASE_URL });
  await locker.connect();
  await locker.query('BEGIN; LOCK TABLE notifications');
  const opening = await alice.open();
  partitionable.cable.cut();
  const closing = await opening.closed();
  await locker.end();
  partitionable.cable.mend();
  await eventually(() => partitionable.isReady());
  return closing;
}

/** For each of the service's close codes, a way to provoke it. */
const PROVOKED: Record<keyof typeof CloseCode, () => Promise<Closing>> = {
  unauthenticated: async () => (await openClient(partitionable.parley.url, { token: 'none' })).closed(),
  internal: losesTheDatabase,
  tooSlow: readsTooSlowly,
  tooMany: async () => {
    const [second, third] = [await alice.connect(), await alice.open()];
    const closing = await third.closed();
    await second.close();
    return closing;
  },
  tooFast: () => {
    for (let count = 0; count < 3_000; count += 1) device.sendRequest('session.heartbeat', {});
    return device.closed();
  },
  unsupportedData: () => {
    device.sendText(Buffer.from('{}'), { binary: true });
    return device.closed();
  },
  invalidText: () => {
    device.sendText(Buffer.from([0xff]));
    return device.closed();
  },
  tooLarge: () => {
    device.sendText(' '.repeat(65_537));
    return device.closed();
  },
  goingDown: async () => {
    await partitionable.parley.parley('sessions', 'close', alice.username);
    return device.closed();
  },
};

it.each(Object.entries(PROVOKED))('a client that provokes %s is disconnected with that code', async (name, provoke) => {
  const { code } = CloseCode[name as keyof typeof CloseCode];
  await expect(provoke()).resolves.toMatchObject({ code });
});
