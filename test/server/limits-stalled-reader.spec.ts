import { eventually } from '../support/eventually.js';
import { createGroup, connectMember } from '../support/messaging.js';
import type { Member } from '../support/messaging.js';
import { metric } from '../support/metrics.js';
import { users } from '../support/people.js';
import { openUnreadSocket } from '../support/raw-client.js';
import { Service } from '../support/service.js';

/** Never passed here: the kernel's buffers and a few messages are less. */
const MOST_UNSENT = 32 * 1_024 * 1_024;
/** 40,000 bytes a message: the buffers of the kernel contain a few hundred. */
const LONG = '🦜'.repeat(10_000);
const MOST_MESSAGES = 500;
const STALLED = 'parley_limited_total{limit="STALLED_READER_SECONDS"}';

let parley: Service;
let alice: Member;
let bob: Member;
let roomId: string;
let before: number;

beforeAll(async () => {
  parley = await Service.start({ STALLED_READER_SECONDS: '1', MAX_UNSENT_BYTES: String(MOST_UNSENT) });
});
afterAll(() => parley.stop());

beforeEach(async () => {
  const people = await users(parley, 'alice', 'bob');
  [alice, bob] = [await connectMember(people.alice), await connectMember(people.bob)];
  ({ id: roomId } = await createGroup(alice.device, [bob]));
  before = await metric(parley, STALLED);
});
afterEach(() => Promise.all([alice.device.close(), bob.device.close()]));

/** Sends until the kernel's buffers are full and bytes wait, and nothing after that. */
async function talksUntilBytesWait(): Promise<number> {
  for (let count = 1; count <= MOST_MESSAGES; count += 1) {
    await alice.device.request('message.send', { room_id: roomId, content: LONG });
    await bob.device.receive('message.dispatch');
    if ((await metric(parley, 'parley_unsent_bytes')) > 0) return count;
  }
  throw new Error('Nothing waits to be read.');
}

const isClosed = (): Promise<void> => eventually(async () => (await metric(parley, STALLED)) === before + 1);

describe('a client that takes no byte of what waits for it', () => {
  it('is closed with 4008 though nothing more is sent, and the clients that are idle stay connected', async () => {
    const phone = await bob.user.connect();
    phone.socket.pause();
    await talksUntilBytesWait();
    await isClosed();
    phone.socket.resume();
    await expect(phone.closed()).resolves.toEqual({ code: 4008, reason: 'too_slow' });
    for (const { device } of [alice, bob]) await device.request('session.heartbeat', {});
    expect(await metric(parley, STALLED)).toBe(before + 1);
  });

  it('is disconnected if it does not read the close frame', async () => {
    const connections = await metric(parley, 'parley_connections');
    const line = await openUnreadSocket(parley.url, bob.user.tokens.access);
    await eventually(async () => (await metric(parley, 'parley_connections')) === connections + 1);
    await talksUntilBytesWait();
    await isClosed();
    await eventually(async () => (await metric(parley, 'parley_connections')) === connections);
    line.destroy();
  });
});
