import type { ChatClient } from '../support/chat-client.js';
import { createGroup, connectMember } from '../support/messaging.js';
import type { Member } from '../support/messaging.js';
import { metric } from '../support/metrics.js';
import { users } from '../support/people.js';
import { Service } from '../support/service.js';

const MEBIBYTE = 1_024 * 1_024;
/** The bound of one connection and of all together. Each of two connections has about half of it when it is passed. */
const MOST_UNSENT = 4 * MEBIBYTE;
/** 40,000 bytes a message: the buffers of the kernel contain a few hundred. */
const LONG = '🦜'.repeat(10_000);
const MOST_MESSAGES = 2_000;
const OF_USER = 'parley_limited_total{limit="MAX_UNSENT_BYTES_PER_USER"}';
const OF_CONNECTION = 'parley_limited_total{limit="MAX_UNSENT_BYTES"}';

let parley: Service;
let alice: Member;
let bob: Member;
let roomId: string;
let sent: number;

beforeAll(async () => {
  parley = await Service.start({
    MAX_UNSENT_BYTES: String(MOST_UNSENT),
    MAX_UNSENT_BYTES_PER_USER: String(MOST_UNSENT),
  });
});
afterAll(() => parley.stop());

beforeEach(async () => {
  const people = await users(parley, 'alice', 'bob');
  [alice, bob] = [await connectMember(people.alice), await connectMember(people.bob)];
  ({ id: roomId } = await createGroup(alice.device, [bob]));
  sent = 0;
});
afterEach(() => Promise.all([alice.device.close(), bob.device.close()]));

/** Sends until a connection is closed, and once more. */
async function talksUntilOneIsClosed(): Promise<void> {
  for (sent = 1; sent <= MOST_MESSAGES; sent += 1) {
    await alice.device.request('message.send', { room_id: roomId, content: LONG });
    if ((await metric(parley, OF_USER)) > 0) break;
  }
  await alice.device.request('message.send', { room_id: roomId, content: 'the last one' });
  sent += 1;
}

async function receiveAll(listener: ChatClient): Promise<void> {
  const received: number[] = [];
  while (received.length < sent) received.push((await listener.receive('message.dispatch')).seq!);
  expect(received).toEqual(received.map((_, at) => received[0]! + at));
}

describe('two connections of a user that have stopped reading', () => {
  it('share one bound: one of them is closed, and all other connections get everything', async () => {
    const phones = [await bob.user.connect(), await bob.user.connect()] as const;
    for (const { socket } of phones) socket.pause();
    await talksUntilOneIsClosed();
    for (const { socket } of phones) socket.resume();
    const closings = phones.map((phone, at) => phone.closed().then((closing) => ({ closing, at })));
    const { closing, at } = await Promise.race(closings);
    expect(closing).toEqual({ code: 4008, reason: 'too_slow' });
    await receiveAll(phones[1 - at]!);
    await receiveAll(bob.device);
    expect([await metric(parley, OF_USER), await metric(parley, OF_CONNECTION)]).toEqual([1, 0]);
    await phones[1 - at]!.close();
  });
});
