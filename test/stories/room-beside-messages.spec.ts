import { randomUUID } from 'node:crypto';

import type { Message, Room } from '@parley/protocol';

import { ApiClient } from '../support/api.js';
import type { Answered } from '../support/api.js';
import type { ChatClient } from '../support/chat-client.js';
import type { Frame } from '../support/frames.js';
import { connectMember, createGroup, historyOf, sendMessage } from '../support/messaging.js';
import type { Member } from '../support/messaging.js';
import { users } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

let parley: Service;
let alice: Member;
let bob: Member;
let carol: Member;
/** Alice and Bob are in both. */
let room: Room;
let elsewhere: Room;
/** Without Bob. */
let closed: Room;
/** Messages of Alice, one in each room, and one of Bob in `room`. */
let message: Message;
let messageElsewhere: Message;
let closedMessage: Message;
let own: Message;

beforeAll(async () => {
  parley = await sharedService();
});

beforeEach(async () => {
  const people = await users(parley, 'alice', 'bob', 'carol');
  [alice, bob, carol] = (await Promise.all([people.alice, people.bob, people.carol].map(connectMember))) as [
    Member,
    Member,
    Member,
  ];
  room = await createGroup(alice.device, [bob]);
  elsewhere = await createGroup(alice.device, [bob], 'Elsewhere');
  closed = await createGroup(alice.device, [carol], 'Closed');
  message = await sendMessage(alice.device, room, 'here');
  messageElsewhere = await sendMessage(alice.device, elsewhere, 'there');
  closedMessage = await sendMessage(alice.device, closed, 'between us');
  own = await sendMessage(bob.device, room, 'mine');
  const data = { users: [bob.user.id], permission: ['can_pin_messages'] };
  await alice.device.request('room.modify', { room_id: room.id, action: 'add_permission', data });
});
afterEach(() => Promise.all([alice, bob, carol].map(({ device }) => device.close())));

interface Naming {
  readonly event: string;
  /** A request of Bob. @param id of a message of Alice @param ownId of a message of Bob */
  readonly data: (id: string, ownId: string) => object;
}

/** Each event that names messages by id, in each of its forms. */
const NAMING: Readonly<Record<string, Naming>> = {
  'message.acknowledged of one': { event: 'message.acknowledged', data: (message_id) => ({ message_id }) },
  'message.acknowledged of several': { event: 'message.acknowledged', data: (id) => ({ message_id: [id] }) },
  'message.read of one': { event: 'message.read', data: (message_id) => ({ message_id }) },
  'message.read of several': { event: 'message.read', data: (id) => ({ message_id: [id] }) },
  'message.react': {
    event: 'message.react',
    data: (message_id) => ({ type: 'add', message_id, reaction_content: '👍' }),
  },
  'message.pin': { event: 'message.pin', data: (message_id) => ({ message_id, pinned: true }) },
  'message.modify with update': {
    event: 'message.modify',
    data: (_, message_id) => ({ action: 'update', message_id, extra_fields: { content: 'edited' } }),
  },
  'message.modify with delete': {
    event: 'message.modify',
    data: (_, message_id) => ({ action: 'delete', message_id }),
  },
  'message.modify with delete of several': {
    event: 'message.modify',
    data: (_, message_id) => ({ action: 'delete', message_id: [message_id] }),
  },
};
const FORMS = Object.keys(NAMING);

/** The answer without its request id. */
async function answerOf(device: ChatClient, event: string, data: object): Promise<Frame> {
  const requestId = device.sendRequest(event, data);
  const answer = await device.response(requestId);
  return JSON.parse(JSON.stringify(answer).replace(`,"request_id":"${requestId}"`, '')) as Frame;
}

const asks = (form: string, id: string, ownId: string, given: object = {}): Promise<Frame> => {
  const { event, data } = NAMING[form]!;
  return answerOf(bob.device, event, { ...data(id, ownId), ...given });
};

describe('an event that names messages', () => {
  it.each(FORMS)('%s: takes the room too, in any case, and null as none', async (form) => {
    for (const room_id of [room.id, room.id.toUpperCase(), null]) {
      const [theirs, mine] = [
        await sendMessage(alice.device, room, 'again'),
        await sendMessage(bob.device, room, 'again'),
      ];
      await alice.device.drain();
      const answer = await asks(form, theirs.id, mine.id, { room_id });
      expect(answer).not.toHaveProperty('error');
      expect(answer).not.toHaveProperty('meta');
      expect(JSON.stringify(answer)).toContain(form.startsWith('message.modify') ? mine.id : theirs.id);
      // Receipts are gathered for a moment.
      await expect.poll(() => alice.device.drain()).toContainEqual(answer);
    }
  });

  it.each(FORMS)('%s: does not know a message of another room', async (form) => {
    const given = { room_id: room.id };
    const mine = await sendMessage(bob.device, elsewhere, 'mine');
    await alice.device.drain();
    const answer = await asks(form, messageElsewhere.id, mine.id, given);
    expect(answer).toMatchObject({ error: { code: 4004, detail: 'No such message.' } });
    expect(answer).toEqual(await asks(form, randomUUID(), randomUUID(), given));
    expect(answer).toEqual(await asks(form, closedMessage.id, closedMessage.id, given));
    await expect(alice.device.drain()).resolves.toEqual([]);
    await expect(historyOf(bob.device, elsewhere)).resolves.toEqual([mine, messageElsewhere]);
  });

  it.each(FORMS)('%s: refuses a room of others like one that does not exist', async (form) => {
    await alice.device.drain();
    const answer = await asks(form, message.id, own.id, { room_id: closed.id });
    expect(answer).toMatchObject({ error: { code: 4004, detail: 'No such room.' } });
    expect(answer).toEqual(await asks(form, message.id, own.id, { room_id: randomUUID() }));
    expect(answer).toEqual(await asks(form, closedMessage.id, closedMessage.id, { room_id: closed.id }));
    await expect(alice.device.drain()).resolves.toEqual([]);
    await expect(historyOf(bob.device, room)).resolves.toEqual([own, message]);
  });

  it.each(FORMS)('%s: refuses what is no id of a room', async (form) => {
    for (const room_id of ['room', 7, [room.id]]) {
      const answer = await asks(form, message.id, own.id, { room_id });
      expect(answer).toMatchObject({ error: { code: 4003, detail: { room_id: [expect.any(String)] } } });
    }
  });

  it.each(FORMS)('%s: does not know a message from before the user returned to the chat', async (form) => {
    const { data: chat } = await alice.device.request('room.create', {
      type: 'OneToOneChat',
      participants: [bob.user.id],
    });
    const [theirs, mine] = [await sendMessage(alice.device, chat, 'old'), await sendMessage(bob.device, chat, 'old')];
    await bob.device.request('room.modify', { room_id: chat.id, action: 'delete', data: {} });
    const [back, mineNow] = [await sendMessage(alice.device, chat, 'new'), await sendMessage(bob.device, chat, 'new')];
    for (const given of [{}, { room_id: chat.id }]) {
      const answer = await asks(form, theirs.id, mine.id, given);
      expect(answer).toMatchObject({ error: { code: 4004, detail: 'No such message.' } });
    }
    expect(await asks(form, back.id, mineNow.id, { room_id: chat.id })).not.toHaveProperty('error');
  });
});

describe('a list of messages of several rooms', () => {
  const both = (): string[] => [message.id, messageElsewhere.id, closedMessage.id];

  it.each([
    ['message.acknowledged', 'messagedelivered.dispatch'],
    ['message.read', 'readreceipt.dispatch'],
  ])('with a room, %s leaves those of others as they are', async (event, dispatch) => {
    await bob.device.request(event, { room_id: room.id, message_id: both() });
    const received = await alice.device.receive(dispatch);
    expect(received.data).toMatchObject([{ id: message.id, delivered_to: [bob.user.username] }]);
    const [there] = await historyOf(alice.device, elsewhere);
    expect(there).toMatchObject({ id: messageElsewhere.id, delivered_to: [] });
  });

  it('without a room, message.acknowledged is dispatched once, message.read once for each room', async () => {
    const { data } = await bob.device.request('message.acknowledged', { message_id: both() });
    expect(new Set((data as Message[]).map(({ id }) => id))).toEqual(new Set([message.id, messageElsewhere.id]));
    await expect(alice.device.receive('messagedelivered.dispatch')).resolves.toMatchObject({ data });
    await bob.device.request('message.read', { message_id: both() });
    const received = [
      await alice.device.receive('readreceipt.dispatch'),
      await alice.device.receive('readreceipt.dispatch'),
    ];
    expect(received.map(({ room_id }) => room_id)).toEqual([room.id, elsewhere.id].sort());
  });

  it('with a room, message.modify deletes none', async () => {
    const mine = await sendMessage(bob.device, elsewhere, 'mine');
    const refused = await bob.device.expectRefused('message.modify', {
      action: 'delete',
      room_id: room.id,
      message_id: [own.id, mine.id],
    });
    expect(refused).toMatchObject({ code: 4004, detail: 'No such message.' });
    await expect(historyOf(bob.device, room)).resolves.toEqual([own, message]);
    await expect(historyOf(bob.device, elsewhere)).resolves.toEqual([mine, messageElsewhere]);
  });
});

describe('notification.acknowledge', () => {
  it('takes the room of messages and of reactions, and leaves those of other rooms pending', async () => {
    const reaction = { type: 'add', message_id: own.id, reaction_content: '👍' };
    await alice.device.request('message.react', reaction);
    const pending = async (): Promise<string[]> => {
      const device = await bob.user.open();
      const { data } = await device.receive('chat.notifications');
      await device.close();
      return Object.values(data).flatMap((list) => list.map(({ id }) => id));
    };
    const ids = await pending();
    const reacted = ids.filter((id) => id !== message.id && id !== messageElsewhere.id);
    expect(reacted).toHaveLength(1);
    const acknowledge = (room_id: string): Promise<Frame> =>
      answerOf(bob.device, 'notification.acknowledge', { notification_id: ids, room_id });

    await expect(acknowledge(closed.id)).resolves.toEqual(await acknowledge(randomUUID()));
    await expect(acknowledge(closed.id)).resolves.toMatchObject({ error: { code: 4004, detail: 'No such room.' } });
    expect(new Set(await pending())).toEqual(new Set(ids));
    await expect(acknowledge(elsewhere.id)).resolves.toEqual(acknowledged(ids));
    expect(new Set(await pending())).toEqual(new Set([message.id, ...reacted]));
    await expect(acknowledge(room.id)).resolves.toEqual(acknowledged(ids));
    await expect(pending()).resolves.toEqual([]);
    await expect(acknowledge(room.id)).resolves.toEqual({ ...acknowledged(ids), meta: { changed: false } });
  });

  it('finds the rooms itself without one', async () => {
    await alice.device.request('message.react', { type: 'add', message_id: own.id, reaction_content: '👍' });
    const device = await bob.user.open();
    const { data } = await device.receive('chat.notifications');
    await device.close();
    const ids = Object.values(data).flatMap((list) => list.map(({ id }) => id));
    expect(ids).toHaveLength(3);
    await expect(answerOf(bob.device, 'notification.acknowledge', { notification_id: ids })).resolves.toEqual(
      acknowledged(ids),
    );
    const again = await bob.user.open();
    await expect(again.receive('chat.notifications')).resolves.toMatchObject({ data: {} });
    await again.close();
  });
});

const acknowledged = (notification_id: readonly string[]): object => ({
  eventType: 'notificationacknowledge.dispatch',
  data: { notification_id },
});

describe('message.send', () => {
  const forward = (from: Message, forwarded_from_room_id: unknown): [string, object] => [
    'message.send',
    { room_id: room.id, content: '', extra_fields: { forwarded_from_id: from.id, forwarded_from_room_id } },
  ];

  it('takes the room of a forwarded message', async () => {
    for (const given of [elsewhere.id, elsewhere.id.toUpperCase(), null, undefined]) {
      const { data } = await bob.device.request(...forward(messageElsewhere, given));
      expect((data as Message).forwarded_from).toMatchObject({ id: messageElsewhere.id, content: 'there' });
    }
  });

  it('does not know a forwarded message in another room, or in a room of others', async () => {
    const unknown = [
      forward(messageElsewhere, room.id),
      forward(messageElsewhere, randomUUID()),
      forward(closedMessage, closed.id),
      forward({ ...message, id: randomUUID() }, room.id),
    ];
    for (const [event, data] of unknown) {
      await expect(answerOf(bob.device, event, data)).resolves.toMatchObject({
        error: { code: 4004, detail: 'No such message.' },
      });
    }
  });

  it('refuses the room of a forwarded message without the message', async () => {
    const extra_fields = { forwarded_from_room_id: elsewhere.id };
    const refused = await bob.device.expectRefused('message.send', { room_id: room.id, content: 'x', extra_fields });
    expect(refused.detail).toEqual({ 'extra_fields.forwarded_from_room_id': ['Requires forwarded_from_id.'] });
  });

  it('does not know the parent of a reply in another room', async () => {
    const extra_fields = { parent_message_id: messageElsewhere.id };
    const refused = await bob.device.expectRefused('message.send', { room_id: room.id, content: 'x', extra_fields });
    expect(refused).toMatchObject({ code: 4004, detail: 'No such message.' });
  });
});

describe('a route that names a message', () => {
  type Route = (id: string, room?: string) => Parameters<ApiClient['send']>;
  const inRoom = (given: string | undefined): string => (given === undefined ? '' : `?room_id=${given}`);
  const ROUTES: Readonly<Record<string, Route>> = {
    'POST a reaction': (id, given) => [
      'POST',
      `/api/messages/${id}/reactions/${inRoom(given)}`,
      { reaction_content: '👍' },
    ],
    'DELETE a reaction': (id, given) => [
      'DELETE',
      `/api/messages/${id}/reactions/?reaction_content=x${given === undefined ? '' : `&room_id=${given}`}`,
    ],
    'POST a pin': (id, given) => ['POST', `/api/messages/${id}/pin/${inRoom(given)}`, { pinned: true }],
    'PATCH a message': (id, given) => ['PATCH', `/api/messages/${id}/${inRoom(given)}`, { content: 'edited' }],
    'DELETE a message': (id, given) => ['DELETE', `/api/messages/${id}/${inRoom(given)}`],
  };
  let program: ApiClient;

  beforeEach(async () => {
    program = await ApiClient.create(parley, { user: bob.user });
  });

  it.each(Object.entries(ROUTES))('%s: takes the room as a parameter of the query', async (_, route) => {
    const react = { type: 'add', message_id: own.id, reaction_content: 'x' };
    await bob.device.request('message.react', react);
    const notFound: Answered['body'] = expect.objectContaining({ code: 'not_found' });
    const send = (...of: Parameters<Route>): Promise<Answered> => program.send(...route(...of));
    await expect(send(own.id, elsewhere.id)).resolves.toMatchObject({ status: 404, body: notFound });
    await expect(send(own.id, closed.id)).resolves.toMatchObject({ status: 404, body: notFound });
    await expect(send(own.id, randomUUID())).resolves.toMatchObject({ status: 404, body: notFound });
    const invalid = await send(own.id, 'room');
    expect(invalid).toMatchObject({ status: 400, body: { room_id: [expect.any(String)] } });
    expect(await historyOf(bob.device, room)).toMatchObject([{ id: own.id, content: 'mine', reactions: [{}] }, {}]);
    await expect(send(own.id, room.id)).resolves.toMatchObject({ status: 200 });
  });
});
