import { randomUUID } from 'node:crypto';

import type { GroupChat, Message } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { snapshotOf, NOTHING } from '../support/first-snapshot.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { createGroup, historyOf, connectMember, sendMessage } from '../support/messaging.js';

const MOST_IDS = 5;

let parley: Service;
let alice: TestUser;
let bob: TestUser;
let carol: TestUser;
let aliceDevice: ChatClient;
let bobDevice: ChatClient;
let carolDevice: ChatClient;
/** The room of Alice, who created it, Bob and Carol. */
let room: GroupChat;

beforeAll(async () => {
  parley = await sharedService('lowBounds');
});

beforeEach(async () => {
  ({ alice, bob, carol } = await users(parley, 'alice', 'bob', 'carol'));
  aliceDevice = await alice.connect();
  const others = await Promise.all([connectMember(bob), connectMember(carol)]);
  [bobDevice, carolDevice] = [others[0].device, others[1].device];
  room = await createGroup(aliceDevice, others);
});
afterEach(() => Promise.all([aliceDevice, bobDevice, carolDevice].map((device) => device.close())));

const acknowledges = (device: ChatClient, notification_id: string | string[]) =>
  device.request('notification.acknowledge', { notification_id });

const reacts = (device: ChatClient, { id: message_id }: Message): Promise<unknown> =>
  device.request('message.react', { type: 'add', message_id, reaction_content: '🎉' });

/** The ids of a user's pending notifications in the room. */
const waiting = async (user: TestUser): Promise<string[]> =>
  ((await snapshotOf(user)).data[room.id] ?? []).map(({ id }) => id);

/** The delivery dispatches that a device has received and no story has awaited. */
const deliveries = async (device: ChatClient): Promise<unknown[]> =>
  (await device.drain()).filter(({ eventType }) => eventType === 'messagedelivered.dispatch');

const changesNothing = async (device: ChatClient, ids: string[]): Promise<void> => {
  await expect(acknowledges(device, ids)).resolves.toMatchObject({
    data: { notification_id: ids },
    meta: { changed: false },
  });
};

describe('notification.acknowledge', () => {
  it('of messages and replies is dispatched to their senders, and answered only to the requester', async () => {
    const own = await sendMessage(bobDevice, room, 'who comes?');
    const messages = [await sendMessage(aliceDevice, room, 'hello'), await sendMessage(carolDevice, room, 'hello too')];
    const extra_fields = { parent_message_id: own.id };
    messages.push(
      (await aliceDevice.request('message.send', { room_id: room.id, content: 'I do', extra_fields })).data,
    );
    const ids = await waiting(bob);
    expect(ids).toEqual(messages.map(({ id }) => id));
    const laptop = await bob.connect();

    const answer = await acknowledges(bobDevice, ids);
    expect(answer).toEqual({
      eventType: 'notificationacknowledge.dispatch',
      data: { notification_id: ids },
      request_id: answer.request_id,
    });
    const delivered = messages.map((message) => ({ ...message, delivered_to: [bob.username] }));
    await expect(aliceDevice.receive('messagedelivered.dispatch')).resolves.toEqual({
      eventType: 'messagedelivered.dispatch',
      data: [delivered[0], { ...delivered[2], parent_message: { id: own.id } }],
    });
    expect((await carolDevice.receive('messagedelivered.dispatch')).data).toEqual([delivered[1]]);
    await expect(laptop.drain()).resolves.toEqual([]);
    await expect(snapshotOf(bob)).resolves.toEqual({ ...NOTHING, unread: { [room.id]: 3 } });
    await laptop.close();
  });

  it('accepts a single id in any case, and counts each id once', async () => {
    const [first, second] = [await sendMessage(aliceDevice, room, '1'), await sendMessage(aliceDevice, room, '2')];
    const { data } = await acknowledges(bobDevice, first.id.toUpperCase());
    expect(data).toEqual({ notification_id: [first.id] });
    expect((await aliceDevice.receive('messagedelivered.dispatch')).data).toMatchObject([{ id: first.id }]);
    expect((await acknowledges(bobDevice, [second.id, second.id.toUpperCase()])).data.notification_id).toEqual([
      second.id,
    ]);
    await expect(waiting(bob)).resolves.toEqual([]);
  });

  it('when repeated changes nothing on any device, and is dispatched to nobody', async () => {
    const [first, second] = [await sendMessage(aliceDevice, room, '1'), await sendMessage(aliceDevice, room, '2')];
    const laptop = await bob.connect();
    await acknowledges(bobDevice, first.id);
    await aliceDevice.receive('messagedelivered.dispatch');
    await changesNothing(laptop, [first.id]);
    await bobDevice.request('message.read', { message_id: second.id });
    await changesNothing(bobDevice, [first.id, second.id]);
    await expect(deliveries(aliceDevice)).resolves.toEqual([]);
    await laptop.close();
  });

  it('on two devices concurrently is dispatched once', async () => {
    const message = await sendMessage(aliceDevice, room, 'to all of you');
    const laptop = await bob.connect();
    const answers = await Promise.all([bobDevice, laptop].map((device) => acknowledges(device, message.id)));
    expect(answers.filter(({ meta }) => meta?.changed === false)).toHaveLength(1);
    await aliceDevice.receive('messagedelivered.dispatch');
    await expect(deliveries(aliceDevice)).resolves.toEqual([]);
    await laptop.close();
  });

  it('is not dispatched to a sender who has left', async () => {
    const message = await sendMessage(carolDevice, room, 'bye');
    await carolDevice.request('room.leave', { room_id: room.id });
    await acknowledges(bobDevice, message.id);
    await expect(deliveries(carolDevice)).resolves.toEqual([]);
    await expect(waiting(bob)).resolves.toEqual([]);
  });

  it('of a reaction removes only its notification, and is dispatched to nobody', async () => {
    const own = await sendMessage(aliceDevice, room, 'we won');
    await reacts(bobDevice, own);
    await reacts(carolDevice, own);
    const [bobsId, carolsId] = await waiting(alice);
    const { meta } = await acknowledges(aliceDevice, bobsId!);
    expect(meta).toBeUndefined();
    await expect(waiting(alice)).resolves.toEqual([carolsId]);
    await changesNothing(aliceDevice, [bobsId!]);
    for (const device of [bobDevice, carolDevice]) await expect(deliveries(device)).resolves.toEqual([]);
    expect((await historyOf(bobDevice, room))[0]?.reactions).toHaveLength(2);
  });

  it('of messages and reactions removes both notifications', async () => {
    const own = await sendMessage(aliceDevice, room, 'we won');
    await reacts(bobDevice, own);
    const message = await sendMessage(carolDevice, room, 'did we?');
    const ids = await waiting(alice);
    expect(ids).toHaveLength(2);
    expect((await acknowledges(aliceDevice, ids)).meta).toBeUndefined();
    expect((await carolDevice.receive('messagedelivered.dispatch')).data).toMatchObject([{ id: message.id }]);
    await expect(snapshotOf(alice)).resolves.toEqual({ ...NOTHING, unread: { [room.id]: 1 } });
  });
});

describe('notification.acknowledge with an id that is not pending', () => {
  it('reveals nothing: not whether the id exists, nor whose it is', async () => {
    const { dave } = await users(parley, 'dave');
    const daveDevice = await dave.connect();
    const { data: closed } = await daveDevice.request('room.create', { type: 'GroupChat', name: 'Closed' });
    const hidden = await sendMessage(daveDevice, closed, 'hidden');
    const own = await sendMessage(aliceDevice, room, 'mine');
    await reacts(bobDevice, own);
    const [alicesId] = await waiting(alice);
    const deleted = await sendMessage(aliceDevice, room, 'oops');
    await aliceDevice.request('message.modify', { action: 'delete', message_id: deleted.id });

    await changesNothing(bobDevice, [randomUUID(), hidden.id, alicesId!, deleted.id]);
    expect((await historyOf(daveDevice, closed))[0]?.delivered_to).toEqual([]);
    await expect(deliveries(daveDevice)).resolves.toEqual([]);
    await expect(waiting(alice)).resolves.toEqual([alicesId]);
    const message = await sendMessage(aliceDevice, room, 'still here');
    expect((await acknowledges(bobDevice, [hidden.id, message.id])).meta).toBeUndefined();
    await expect(waiting(bob)).resolves.toEqual([own.id]);
    await daveDevice.close();
  });

  it('removes no notification of a reaction by the id of the message', async () => {
    const own = await sendMessage(aliceDevice, room, 'we won');
    await reacts(bobDevice, own);
    await changesNothing(aliceDevice, [own.id]);
    await expect(waiting(alice)).resolves.toHaveLength(1);
  });

  it('leaves no receipt on a message sent before the user joined', async () => {
    const before = await sendMessage(aliceDevice, room, 'before');
    const { erin } = await users(parley, 'erin');
    await aliceDevice.request('room.add_members', { room_id: room.id, members: [erin.id] });
    const erinDevice = await erin.connect();
    await changesNothing(erinDevice, [before.id]);
    await expect(deliveries(aliceDevice)).resolves.toEqual([]);
    await erinDevice.close();
  });

  it('accepts only ids, at most MAX_BULK_IDS of them', async () => {
    const ids = (count: number): string[] => Array.from({ length: count }, () => randomUUID());
    await changesNothing(bobDevice, ids(MOST_IDS));
    for (const [notification_id, reason] of [
      [ids(MOST_IDS + 1), `Must be at most ${String(MOST_IDS)} ids.`],
      [[], 'Must be a UUID or a list of UUIDs.'],
      [[...ids(1), 'x'], 'Must be a UUID or a list of UUIDs.'],
      [7, 'Must be a UUID or a list of UUIDs.'],
      [undefined, 'This field is required.'],
    ]) {
      await expect(bobDevice.expectRefused('notification.acknowledge', { notification_id })).resolves.toMatchObject({
        code: 4003,
        detail: { notification_id: [reason] },
      });
    }
  });
});
