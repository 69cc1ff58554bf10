import type { ChatClient } from '../../support/chat-client.js';
import { eventually } from '../../support/eventually.js';
import { metric } from '../../support/metrics.js';
import { users } from '../../support/people.js';
import { openUnreadSocket } from '../../support/raw-client.js';
import { Service } from '../../support/service.js';
import { createGroup, connectMember } from '../../support/messaging.js';
import type { Member } from '../../support/messaging.js';

/** 40,000 bytes a message: the buffers of the kernel contain a few hundred. */
const LONG = '🦜'.repeat(10_000);
const MOST_MESSAGES = 2_000;
const PAGES = 30;
const MEBIBYTE = 1_024 * 1_024;
/** Messages of 30 MiB together, of which the buffers of the kernel contain a third at most. */
const MORE_THAN_HALF = 770;
/** Far more bytes than the kernel's buffers, of which the largest have some MiB. */
const PINGS = 500_000;
const CUT = 'parley_limited_total{limit="MAX_UNSENT_BYTES"}';

let parley: Service;
let alice: Member;
let bob: Member;
let roomId: string;

beforeAll(async () => {
  parley = await Service.start({ MAX_UNSENT_BYTES: '262144' });
});
afterAll(() => parley.stop());

beforeEach(async () => {
  const people = await users(parley, 'alice', 'bob');
  [alice, bob] = [await connectMember(people.alice), await connectMember(people.bob)];
  ({ id: roomId } = await createGroup(alice.device, [bob]));
});
afterEach(() => Promise.all([alice.device.close(), bob.device.close()]));

/** Sends until a connection is closed, and once more. @returns the number of sent messages */
async function talksUntilOneIsCut(sender: ChatClient): Promise<number> {
  const before = await metric(parley, CUT);
  for (let count = 1; count <= MOST_MESSAGES; count += 1) {
    await sender.request('message.send', { room_id: roomId, content: LONG });
    if ((await metric(parley, CUT)) > before) {
      await sender.request('message.send', { room_id: roomId, content: 'the last one' });
      return count + 1;
    }
  }
  throw new Error('No connection was closed.');
}

async function receiveAll(listener: ChatClient, count: number): Promise<void> {
  for (let at = 1, last = 0; at <= count; at += 1) {
    const { seq } = await listener.receive('message.dispatch');
    if (last > 0) expect(seq).toBe(last + 1);
    last = seq!;
  }
}

describe('a client in a busy room that has stopped reading', () => {
  it('is disconnected, even if it does not read the close frame, and all others receive everything', async () => {
    const before = await metric(parley, 'parley_connections');
    const line = await openUnreadSocket(parley.url, bob.user.tokens.access);
    await eventually(async () => (await metric(parley, 'parley_connections')) === before + 1);
    const count = await talksUntilOneIsCut(alice.device);
    await receiveAll(bob.device, count);
    await eventually(async () => (await metric(parley, 'parley_connections')) === before);
    await alice.device.request('session.heartbeat', {});
    line.destroy();
  });

  it('is closed with 4008, and gets the missed messages after reconnecting', async () => {
    const phone = await bob.user.connect();
    phone.socket.pause();
    const count = await talksUntilOneIsCut(alice.device);
    phone.socket.resume();
    await expect(phone.closed()).resolves.toEqual({ code: 4008, reason: 'too_slow' });
    await receiveAll(bob.device, count);
    const again = await bob.user.connect();
    const { data: page } = await again.request('room.messages', { room_id: roomId });
    expect(page.data.messages[0]).toMatchObject({ content: 'the last one' });
    await again.close();
  });

  it('may send many requests: answers wait until those before them are read', async () => {
    for (let count = 0; count < 20; count += 1) {
      await alice.device.request('message.send', { room_id: roomId, content: LONG });
    }
    const phone = await bob.user.connect();
    phone.socket.pause();
    const pages = Array.from({ length: PAGES }, () => phone.sendRequest('room.messages', { room_id: roomId }));
    // Enough time to answer all requests.
    for (let count = 0; count < PAGES; count += 1) {
      await alice.device.request('room.messages', { room_id: roomId });
    }
    phone.socket.resume();
    for (const page of pages) expect(await phone.response(page)).not.toHaveProperty('error');
    await phone.close();
  });
});

describe('a client that reads slowly, below the limit', () => {
  it('misses typing dispatches, and receives every message', async () => {
    const patient = await Service.start({ MAX_UNSENT_BYTES: String(32 * MEBIBYTE) });
    const people = await users(patient, 'alice', 'bob', 'carol');
    const [aliceDevice, bobDevice, carolDevice] = [
      await people.alice.connect(),
      await people.bob.connect(),
      await people.carol.connect(),
    ];
    const participants = [people.bob.id, people.carol.id];
    const { data: room } = await aliceDevice.request('room.create', { type: 'GroupChat', name: 'x', participants });
    const phone = await people.bob.connect();
    phone.socket.pause();
    for (let count = 0; count < MORE_THAN_HALF; count += 1) {
      await aliceDevice.request('message.send', { room_id: room.id, content: LONG });
    }
    await carolDevice.request('message.typing', { room_id: room.id });
    await bobDevice.receive('messagetyping.dispatch');
    phone.socket.resume();
    await receiveAll(phone, MORE_THAN_HALF);
    expect(await phone.drain()).toEqual([]);
    await aliceDevice.request('message.typing', { room_id: room.id });
    await expect(phone.receive('messagetyping.dispatch')).resolves.toMatchObject({ room_id: room.id });
    await patient.stop();
    // Half a queue of long messages is stored one by one.
  });
});

describe('a client that sends pings without reading the answers', () => {
  it('gets no pongs until its queue has room again', async () => {
    const { device } = bob;
    const pinged = (): Promise<void> =>
      new Promise((resolve) => {
        device.socket.ping('p'.repeat(125), true, () => resolve());
      });
    let pongs = 0;
    device.socket.on('pong', () => (pongs += 1));
    device.socket.pause();
    for (let left = PINGS; left > 0; left -= 1_000) await Promise.all(Array.from({ length: 1_000 }, pinged));
    device.socket.resume();
    await device.request('session.heartbeat', {});
    expect(pongs).toBeGreaterThan(0);
    expect(pongs).toBeLessThan(PINGS / 2);
  });
});
