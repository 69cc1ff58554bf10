import { randomUUID } from 'node:crypto';

import type { Room } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { users } from '../support/people.js';
import { historyOf } from '../support/messaging.js';
import { expectDelivery, TwoNodes } from '../support/two-nodes.js';

const TWINS = 40;

let nodes: TwoNodes;
/** Alice has a device on each node; Bob is on the second. */
let alices: readonly [here: ChatClient, there: ChatClient];
let bobDevice: ChatClient;
let room: Room;

beforeAll(async () => {
  nodes = await TwoNodes.shared();
  const { alice, bob } = await users(nodes.here, 'alice', 'bob');
  alices = [await alice.connect(nodes.here), await alice.connect(nodes.there)];
  bobDevice = await bob.connect(nodes.there);
  room = (await alices[0].request('room.create', { type: 'OneToOneChat', participants: [bob.id] })).data;
  await expectDelivery(alices[0], bobDevice, room);
  await expectDelivery(alices[0], alices[1], room);
  await expectDelivery(alices[1], alices[0], room);
});

beforeEach(async () => {
  for (const device of [...alices, bobDevice]) await device.drain();
});

describe('a client_message_id', () => {
  it('makes a retry on the other node safe', async () => {
    const [here, there] = alices;
    const send = { room_id: room.id, content: 'once', client_message_id: randomUUID() };
    const { data: message } = await here.request('message.send', send);
    await there.receive('message.dispatch');
    await bobDevice.receive('message.dispatch');
    await expect(there.request('message.send', send)).resolves.toMatchObject({
      data: message,
      meta: { duplicate: true },
    });
    await there.request('message.modify', { action: 'delete', message_id: message.id });
    const { data: again, meta } = await here.request('message.send', send);
    expect({ again, meta }).toMatchObject({ again: { id: message.id, is_deleted: true }, meta: { duplicate: true } });
    await expect(historyOf(bobDevice, room)).resolves.not.toContainEqual(expect.objectContaining({ content: 'once' }));
    await bobDevice.receive('messagemodification.dispatch');
    await expect(bobDevice.drain()).resolves.toEqual([]);
  });

  it('stores one message if it is sent on two nodes at once', async () => {
    const sends = Array.from({ length: TWINS }, (_, at) => ({
      room_id: room.id,
      content: `twin ${String(at)}`,
      client_message_id: randomUUID(),
    }));
    for (const send of sends) {
      const answers = await Promise.all(alices.map((device) => device.request('message.send', send)));
      expect(answers[0]!.data.id).toBe(answers[1]!.data.id);
      expect(answers.map(({ meta }) => meta?.duplicate === true).sort()).toEqual([false, true]);
    }
    const received: unknown[] = [];
    for (let count = 0; count < TWINS; count += 1)
      received.push((await bobDevice.receive('message.dispatch')).data.client_message_id);
    const ids = sends.map(({ client_message_id }) => client_message_id);
    expect(received).toEqual(ids);
    await expect(bobDevice.drain()).resolves.toEqual([]);
    const history = await historyOf(bobDevice, room);
    const twins = history.filter(({ content }) => content.startsWith('twin'));
    expect(twins.map(({ client_message_id }) => client_message_id).toReversed()).toEqual(ids);
  });
});
