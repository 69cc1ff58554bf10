import type { Message, Room } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { greeting, NOTHING, shown } from '../support/greeting.js';
import { people } from '../support/people.js';
import type { Person } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { A_TIME, AN_ID, says } from '../support/talk.js';

let parley: Service;
let alice: Person;
let bob: Person;
let alices: ChatClient;
let bobs: ChatClient;
let room: Room;

beforeAll(async () => {
  parley = await sharedService('lowBounds');
});

beforeEach(async () => {
  ({ alice, bob } = await people(parley, 'alice', 'bob'));
  [alices, bobs] = await Promise.all([alice.arrives(), bob.arrives()]);
  ({ data: room } = await alices.ask('room.create', { type: 'OneToOneChat', participants: [bob.id] }));
});
afterEach(() => Promise.all([alices.leaves(), bobs.leaves()]));

describe('the notification of a reaction', () => {
  const reacts = (message: Message): Promise<unknown> =>
    alices.ask('message.react', { type: 'add', message_id: message.id, reaction_content: '👍' });

  it('is shown with the present state of the message, and does not count as unread', async () => {
    const own = await says(bobs, room, 'mine');
    await reacts(own);
    await bobs.ask('message.modify', { action: 'update', message_id: own.id, extra_fields: { content: 'edited' } });
    const { data, total, truncated, unread } = await greeting(bob);
    expect({ total, truncated, unread }).toEqual({ total: 1, truncated: false, unread: {} });
    expect(data).toEqual({
      [room.id]: [
        { id: AN_ID, notification_type: 'REACTION', message: expect.anything() as Message, created_at: A_TIME },
      ],
    });
    const [reaction] = data[room.id]!;
    expect(reaction).toMatchObject({
      message: { id: own.id, content: 'edited', reactions: [{ reaction_content: '👍' }] },
    });
    expect(reaction?.id).not.toBe(own.id);
    await alices.ask('message.acknowledged', { message_id: own.id });
    expect((await greeting(alice)).total).toBe(0);
  });

  it('is sorted among the messages by time, and counts toward the limits', async () => {
    const owns = [await says(bobs, room, 'a'), await says(bobs, room, 'b'), await says(bobs, room, 'c')];
    await says(alices, room, 'message 1');
    await reacts(owns[1]!);
    await says(alices, room, 'message 2');
    await says(alices, room, 'message 3');
    await reacts(owns[0]!);
    await reacts(owns[2]!);
    const { data, total, truncated, unread } = await greeting(bob);
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
      const own = await says(bobs, room, 'mine');
      await reacts(own);
      await expect(greeting(bob)).resolves.toMatchObject({ total: 1 });
      const { meta } = await bobs.ask(event, about(own));
      expect(meta?.changed).not.toBe(false);
      await expect(greeting(bob)).resolves.toEqual(NOTHING);
    }
  });

  it('is received live if the first frame does not contain it', async () => {
    const said = 90;
    const devices: Promise<ChatClient>[] = [];
    for (let at = 1; at <= said; at += 1) {
      bobs.asks('message.send', { room_id: room.id, content: String(at) });
      const { data: message } = await alices.hears('message.dispatch');
      alices.asks('message.react', { type: 'add', message_id: message.id, reaction_content: '👍' });
      if (at % 6 === 0) devices.push(bob.connects());
    }
    const { seq: last = 0 } = await bobs.hears(
      'reaction.dispatch',
      ({ data }) => data.message.content === String(said),
    );
    for (const device of await Promise.all(devices)) {
      const [, ...live] = await device.rest();
      const numbers = live.map(({ seq }) => seq!);
      const from = numbers[0] ?? last + 1;
      expect(numbers).toEqual(Array.from({ length: last + 1 - from }, (_, at) => from + at));
      await device.leaves();
    }
  });
});
