import type { Message, Room } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { snapshotOf, NOTHING, shown } from '../support/first-snapshot.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { ANY_TIME, ANY_ID, sendMessage } from '../support/messaging.js';

let parley: Service;
let alice: TestUser;
let bob: TestUser;
let aliceDevice: ChatClient;
let bobDevice: ChatClient;
let room: Room;

beforeAll(async () => {
  parley = await sharedService('lowBounds');
});

beforeEach(async () => {
  ({ alice, bob } = await users(parley, 'alice', 'bob'));
  [aliceDevice, bobDevice] = await Promise.all([alice.connect(), bob.connect()]);
  ({ data: room } = await aliceDevice.request('room.create', { type: 'OneToOneChat', participants: [bob.id] }));
});
afterEach(() => Promise.all([aliceDevice.close(), bobDevice.close()]));

describe('the notification of a reaction', () => {
  const reacts = (message: Message): Promise<unknown> =>
    aliceDevice.request('message.react', { type: 'add', message_id: message.id, reaction_content: '👍' });

  it('is shown with the present state of the message, and does not count as unread', async () => {
    const own = await sendMessage(bobDevice, room, 'mine');
    await reacts(own);
    await bobDevice.request('message.modify', {
      action: 'update',
      message_id: own.id,
      extra_fields: { content: 'edited' },
    });
    const { data, total, truncated, unread } = await snapshotOf(bob);
    expect({ total, truncated, unread }).toEqual({ total: 1, truncated: false, unread: {} });
    expect(data).toEqual({
      [room.id]: [
        { id: ANY_ID, notification_type: 'REACTION', message: expect.anything() as Message, created_at: ANY_TIME },
      ],
    });
    const [reaction] = data[room.id]!;
    expect(reaction).toMatchObject({
      message: { id: own.id, content: 'edited', reactions: [{ reaction_content: '👍' }] },
    });
    expect(reaction?.id).not.toBe(own.id);
    await aliceDevice.request('message.acknowledged', { message_id: own.id });
    expect((await snapshotOf(alice)).total).toBe(0);
  });

  it('is sorted among the messages by time, and counts toward the limits', async () => {
    const owns = [
      await sendMessage(bobDevice, room, 'a'),
      await sendMessage(bobDevice, room, 'b'),
      await sendMessage(bobDevice, room, 'c'),
    ];
    await sendMessage(aliceDevice, room, 'message 1');
    await reacts(owns[1]!);
    await sendMessage(aliceDevice, room, 'message 2');
    await sendMessage(aliceDevice, room, 'message 3');
    await reacts(owns[0]!);
    await reacts(owns[2]!);
    const { data, total, truncated, unread } = await snapshotOf(bob);
    expect(data[room.id]?.map(shown)).toEqual([
      'REACTION: b',
      'NEW_MESSAGE: message 2',
      'NEW_MESSAGE: message 3',
      'REACTION: a',
      'REACTION: c',
    ]);
    expect({ total, truncated, unread }).toEqual({ total: 6, truncated: true, unread: { [room.id]: 3 } });
  });

  it('is removed when its message is acknowledged, read or deleted', async () => {
    for (const [event, about] of [
      ['message.acknowledged', ({ id }: Message) => ({ message_id: id })],
      ['message.read', ({ id }: Message) => ({ message_id: [id] })],
      ['message.read', ({ seq }: Message) => ({ room_id: room.id, up_to_seq: seq })],
      ['message.modify', ({ id }: Message) => ({ action: 'delete', message_id: id })],
    ] as const) {
      const own = await sendMessage(bobDevice, room, 'mine');
      await reacts(own);
      await expect(snapshotOf(bob)).resolves.toMatchObject({ total: 1 });
      const { meta } = await bobDevice.request(event, about(own));
      expect(meta?.changed).not.toBe(false);
      await expect(snapshotOf(bob)).resolves.toEqual(NOTHING);
    }
  });

  it('is received live if the first frame does not contain it', async () => {
    const sent = 90;
    const devices: Promise<ChatClient>[] = [];
    for (let at = 1; at <= sent; at += 1) {
      bobDevice.sendRequest('message.send', { room_id: room.id, content: String(at) });
      const { data: message } = await aliceDevice.receive('message.dispatch');
      aliceDevice.sendRequest('message.react', { type: 'add', message_id: message.id, reaction_content: '👍' });
      if (at % 6 === 0) devices.push(bob.open());
    }
    const { seq: last = 0 } = await bobDevice.receive(
      'reaction.dispatch',
      ({ data }) => data.message.content === String(sent),
    );
    for (const device of await Promise.all(devices)) {
      const [, ...live] = await device.drain();
      const numbers = live.map(({ seq }) => seq!);
      const from = numbers[0] ?? last + 1;
      expect(numbers).toEqual(Array.from({ length: last + 1 - from }, (_, at) => from + at));
      await device.close();
    }
  });
});
