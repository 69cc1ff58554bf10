import { randomUUID } from 'node:crypto';

import type { GroupChat, Message } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { ReceivedNumbers, numbersFrom } from '../support/received-numbers.js';
import { users } from '../support/people.js';
import { sampled } from '../support/sample.js';
import { createGroup, historyOf, sendMessage } from '../support/messaging.js';
import { PrivateCopy, requestChanges } from '../support/private-state.js';
import { expectDelivery, TwoNodes } from '../support/two-nodes.js';

const SENDS = 150;
const PRIVATE_CHANGES = 60;

let nodes: TwoNodes;

beforeAll(async () => {
  nodes = await TwoNodes.shared();
});

/** Sends a last message. All devices have received everything that was sent before. */
async function sendLast(device: ChatClient, room: GroupChat): Promise<number> {
  return (await sendMessage(device, room, 'the last word')).seq;
}

describe('a node that is killed at any moment', () => {
  it.each([20, 1, 60].slice(0, sampled(3)))(
    'has delivered no unstored message, and every stored message is delivered (killed after %i messages)',
    async (answeredBefore) => {
      const [here, there] = [await nodes.another(), nodes.here];
      const { alice, bob } = await users(there, 'alice', 'bob');
      const [phone, bobDevice] = [await alice.connect(here), await bob.connect(there)];
      const numbers = new ReceivedNumbers(bobDevice);
      const { data } = await phone.request('room.create', { type: 'GroupChat', name: 'x', participants: [bob.id] });
      const room = data as GroupChat;
      await expectDelivery(phone, bobDevice, room);

      const sends = Array.from({ length: SENDS }, (_, at) => ({
        room_id: room.id,
        content: String(at),
        client_message_id: randomUUID(),
      }));
      const requested = sends.map((send) => phone.sendRequest('message.send', send));
      for (const requestId of requested.slice(0, answeredBefore)) await phone.response(requestId);
      await here.kill('SIGKILL');
      await phone.closed();
      const accepted = (await phone.drain()).filter(({ eventType }) => eventType === 'message.dispatch');

      const laptop = await alice.connect(there);
      for (const { data: message } of accepted) {
        expect(await historyOf(laptop, room)).toContainEqual(message);
      }
      const last = await sendLast(laptop, room);
      expect(await numbers.until(room, last)).toEqual(numbersFrom(room.last_seq, last));

      const again = await Promise.all(sends.map((send) => laptop.request('message.send', send)));
      expect(new Set(again.map(({ data: message }) => message.id)).size).toBe(SENDS);
      for (const { data: first } of accepted) {
        const repeated = again.find(({ data: { id } }) => id === (first as Message).id);
        expect(repeated?.meta).toEqual({ duplicate: true });
      }
      const end = await sendLast(laptop, room);
      expect(await numbers.until(room, end)).toEqual(numbersFrom(room.last_seq, end));
      await Promise.all([laptop, bobDevice].map((device) => device.close()));
    },
  );

  it('has lost no private change that it has answered, and the other node delivers each', async () => {
    const [here, there] = [await nodes.another(), nodes.here];
    const { alice } = await users(there, 'alice');
    const [phone, laptop] = [await alice.connect(here), await alice.connect(there)];
    const among = await Promise.all(['One', 'Two', 'Three'].map((name) => createGroup(phone, [], name)));
    const copy = await PrivateCopy.of(laptop);
    const requested = requestChanges(phone, among, PRIVATE_CHANGES);
    let last = 0;
    for (const requestId of requested.slice(0, PRIVATE_CHANGES / 3)) {
      last = Math.max(last, (await phone.response(requestId)).private_seq ?? 0);
    }
    await here.kill('SIGKILL');
    await phone.closed();
    const present = await PrivateCopy.of(laptop);
    expect(present.seq).toBeGreaterThanOrEqual(last);
    await copy.receiveUntil(laptop, present.seq);
    expect(copy.view()).toEqual(present.view());
    const tablet = await alice.connect(there);
    const anew = await PrivateCopy.of(tablet);
    expect(anew.view()).toEqual(present.view());
    await Promise.all([laptop, tablet].map((device) => device.close()));
  });
});
