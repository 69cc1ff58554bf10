import { CloseCode } from '@parley/protocol';
import pg from 'pg';

import { Cabled } from '../support/cabled.js';
import type { ChatClient, Closing } from '../support/chat-client.js';
import { eventually } from '../support/eventually.js';
import { opens } from '../support/handshake.js';
import { metric } from '../support/metrics.js';
import { people } from '../support/people.js';
import type { Person } from '../support/people.js';
import { groupOf } from '../support/talk.js';

const LIMITS = { CONNECTIONS_PER_USER: '2', EVENTS_PER_SECOND: '1', EVENTS_BURST: '100', MAX_UNSENT_BYTES: '65536' };
const LONG = '🦜'.repeat(10_000);
const CUT = 'parley_limited_total{limit="MAX_UNSENT_BYTES"}';

let cabled: Cabled;
let alice: Person;
let device: ChatClient;

beforeEach(async () => {
  ({ alice } = await people(cabled.parley, 'alice'));
  device = await alice.arrives();
});
afterEach(() => device.leaves());
beforeAll(async () => {
  cabled = await Cabled.start(LIMITS);
});
afterAll(() => cabled.stop());

/** Sends on ever new devices, because of the rate limit, until the client that does not read is disconnected. */
async function readsTooSlowly(): Promise<Closing> {
  const { bob } = await people(cabled.parley, 'bob');
  const room = await groupOf(device, []);
  const before = await metric(cabled.parley, CUT);
  await device.ask('room.add_members', { room_id: room.id, members: [bob.id] });
  const bobs = await bob.arrives();
  bobs.socket.pause();
  while ((await metric(cabled.parley, CUT)) === before) {
    const speaker = await alice.arrives();
    for (let count = 0; count < 50; count += 1) {
      await speaker.ask('message.send', { room_id: room.id, content: LONG });
      if ((await metric(cabled.parley, CUT)) > before) break;
    }
    await speaker.leaves();
  }
  bobs.socket.resume();
  return bobs.closed();
}

/** The handshake succeeds, and then the first frame cannot be read from the database. */
async function losesTheDatabase(): Promise<Closing> {
  const locker = new pg.Client({ connectionString: cabled.place.env.DATABASE_URL });
  await locker.connect();
  await locker.query('BEGIN; LOCK TABLE notifications');
  const opening = await alice.connects();
  cabled.cable.cut();
  const closing = await opening.closed();
  await locker.end();
  cabled.cable.mend();
  await eventually(() => cabled.isReady());
  return closing;
}

/** For each of the service's close codes, a way to provoke it. */
const EARNED: Record<keyof typeof CloseCode, () => Promise<Closing>> = {
  unauthenticated: async () => (await opens(cabled.parley.url, { token: 'none' })).closed(),
  internal: losesTheDatabase,
  tooSlow: readsTooSlowly,
  tooMany: async () => {
    const [second, third] = [await alice.arrives(), await alice.connects()];
    const closing = await third.closed();
    await second.leaves();
    return closing;
  },
  tooFast: () => {
    for (let count = 0; count < 3_000; count += 1) device.asks('session.heartbeat', {});
    return device.closed();
  },
  unsupportedData: () => {
    device.says(Buffer.from('{}'), { binary: true });
    return device.closed();
  },
  invalidText: () => {
    device.says(Buffer.from([0xff]));
    return device.closed();
  },
  tooLarge: () => {
    device.says(' '.repeat(65_537));
    return device.closed();
  },
  goingDown: async () => {
    await cabled.parley.parley('sessions', 'close', alice.username);
    return device.closed();
  },
};

it.each(Object.entries(EARNED))('a client that provokes %s is disconnected with that code', async (name, earn) => {
  const { code } = CloseCode[name as keyof typeof CloseCode];
  await expect(earn()).resolves.toMatchObject({ code });
});
