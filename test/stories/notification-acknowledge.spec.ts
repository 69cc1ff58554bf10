import { randomUUID } from 'node:crypto';

import type { GroupChat, Message } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { greeting, NOTHING } from '../support/greeting.js';
import { people } from '../support/people.js';
import type { Person } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { groupOf, historyOf, onADevice, says } from '../support/talk.js';

const MOST_IDS = 5;

let parley: Service;
let alice: Person;
let bob: Person;
let carol: Person;
let alices: ChatClient;
let bobs: ChatClient;
let carols: ChatClient;
/** The room of Alice, who created it, Bob and Carol. */
let room: GroupChat;

beforeAll(async () => {
  parley = await sharedService('lowBounds');
});

beforeEach(async () => {
  ({ alice, bob, carol } = await people(parley, 'alice', 'bob', 'carol'));
  alices = await alice.arrives();
  const others = await Promise.all([onADevice(bob), onADevice(carol)]);
  [bobs, carols] = [others[0].device, others[1].device];
  room = await groupOf(alices, others);
});
afterEach(() => Promise.all([alices, bobs, carols].map((device) => device.leaves())));

const acknowledges = (device: ChatClient, notification_id: string | string[]) =>
  device.ask('notification.acknowledge', { notification_id });

const reacts = (device: ChatClient, { id: message_id }: Message): Promise<unknown> =>
  device.ask('message.react', { type: 'add', message_id, reaction_content: '🎉' });

/** The ids of a user's pending notifications in the room. */
const waiting = async (person: Person): Promise<string[]> =>
  ((await greeting(person)).data[room.id] ?? []).map(({ id }) => id);

/** The delivery dispatches that a device has received and no story has awaited. */
const deliveries = async (device: ChatClient): Promise<unknown[]> =>
  (await device.rest()).filter(({ eventType }) => eventType === 'messagedelivered.dispatch');

const changesNothing = async (device: ChatClient, ids: string[]): Promise<void> => {
  await expect(acknowledges(device, ids)).resolves.toMatchObject({
    data: { notification_id: ids },
    meta: { changed: false },
  });
};

describe('notification.acknowledge', () => {
  it('of messages and replies is dispatched to their senders, and answered only to the requester', async () => {
    const own = await says(bobs, room, 'who comes?');
    const messages = [await says(alices, room, 'hello'), await says(carols, room, 'hello too')];
    const extra_fields = { parent_message_id: own.id };
    messages.push((await alices.ask('message.send', { room_id: room.id, content: 'I do', extra_fields })).data);
    const ids = await waiting(bob);
    expect(ids).toEqual(messages.map(({ id }) => id));
    const laptop = await bob.arrives();

    const answer = await acknowledges(bobs, ids);
    expect(answer).toEqual({
      eventType: 'notificationacknowledge.dispatch',
      data: { notification_id: ids },
      request_id: answer.request_id,
    });
    const delivered = messages.map((message) => ({ ...message, delivered_to: [bob.username] }));
    await expect(alices.hears('messagedelivered.dispatch')).resolves.toEqual({
      eventType: 'messagedelivered.dispatch',
      data: [delivered[0], delivered[2]],
    });
    expect((await carols.hears('messagedelivered.dispatch')).data).toEqual([delivered[1]]);
    await expect(laptop.rest()).resolves.toEqual([]);
    await expect(greeting(bob)).resolves.toEqual({ ...NOTHING, unread: { [room.id]: 3 } });
    await laptop.leaves();
  });

  it('accepts a single id in any case, and counts each id once', async () => {
    const [first, second] = [await says(alices, room, '1'), await says(alices, room, '2')];
    const { data } = await acknowledges(bobs, first.id.toUpperCase());
    expect(data).toEqual({ notification_id: [first.id] });
    expect((await alices.hears('messagedelivered.dispatch')).data).toMatchObject([{ id: first.id }]);
    expect((await acknowledges(bobs, [second.id, second.id.toUpperCase()])).data.notification_id).toEqual([second.id]);
    await expect(waiting(bob)).resolves.toEqual([]);
  });

  it('when repeated changes nothing on any device, and is dispatched to nobody', async () => {
    const [first, second] = [await says(alices, room, '1'), await says(alices, room, '2')];
    const laptop = await bob.arrives();
    await acknowledges(bobs, first.id);
    await alices.hears('messagedelivered.dispatch');
    await changesNothing(laptop, [first.id]);
    await bobs.ask('message.read', { message_id: second.id });
    await changesNothing(bobs, [first.id, second.id]);
    await expect(deliveries(alices)).resolves.toEqual([]);
    await laptop.leaves();
  });

  it('on two devices concurrently is dispatched once', async () => {
    const message = await says(alices, room, 'to all of you');
    const laptop = await bob.arrives();
    const answers = await Promise.all([bobs, laptop].map((device) => acknowledges(device, message.id)));
    expect(answers.filter(({ meta }) => meta?.changed === false)).toHaveLength(1);
    await alices.hears('messagedelivered.dispatch');
    await expect(deliveries(alices)).resolves.toEqual([]);
    await laptop.leaves();
  });

  it('is not dispatched to a sender who has left', async () => {
    const message = await says(carols, room, 'bye');
    await carols.ask('room.leave', { room_id: room.id });
    await acknowledges(bobs, message.id);
    await expect(deliveries(carols)).resolves.toEqual([]);
    await expect(waiting(bob)).resolves.toEqual([]);
  });

  it('of a reaction removes only its notification, and is dispatched to nobody', async () => {
    const own = await says(alices, room, 'we won');
    await reacts(bobs, own);
    await reacts(carols, own);
    const [bobsId, carolsId] = await waiting(alice);
    const { meta } = await acknowledges(alices, bobsId!);
    expect(meta).toBeUndefined();
    await expect(waiting(alice)).resolves.toEqual([carolsId]);
    await changesNothing(alices, [bobsId!]);
    for (const device of [bobs, carols]) await expect(deliveries(device)).resolves.toEqual([]);
    expect((await historyOf(bobs, room))[0]?.reactions).toHaveLength(2);
  });

  it('of messages and reactions removes both notifications', async () => {
    const own = await says(alices, room, 'we won');
    await reacts(bobs, own);
    const message = await says(carols, room, 'did we?');
    const ids = await waiting(alice);
    expect(ids).toHaveLength(2);
    expect((await acknowledges(alices, ids)).meta).toBeUndefined();
    expect((await carols.hears('messagedelivered.dispatch')).data).toMatchObject([{ id: message.id }]);
    await expect(greeting(alice)).resolves.toEqual({ ...NOTHING, unread: { [room.id]: 1 } });
  });
});

describe('notification.acknowledge with an id that is not pending', () => {
  it('reveals nothing: not whether the id exists, nor whose it is', async () => {
    const { dave } = await people(parley, 'dave');
    const daves = await dave.arrives();
    const { data: closed } = await daves.ask('room.create', { type: 'GroupChat', name: 'Closed' });
    const hidden = await says(daves, closed, 'hidden');
    const own = await says(alices, room, 'mine');
    await reacts(bobs, own);
    const [alicesId] = await waiting(alice);
    const deleted = await says(alices, room, 'oops');
    await alices.ask('message.modify', { action: 'delete', message_id: deleted.id });

    await changesNothing(bobs, [randomUUID(), hidden.id, alicesId!, deleted.id]);
    expect((await historyOf(daves, closed))[0]?.delivered_to).toEqual([]);
    await expect(deliveries(daves)).resolves.toEqual([]);
    await expect(waiting(alice)).resolves.toEqual([alicesId]);
    const message = await says(alices, room, 'still here');
    expect((await acknowledges(bobs, [hidden.id, message.id])).meta).toBeUndefined();
    await expect(waiting(bob)).resolves.toEqual([own.id]);
    await daves.leaves();
  });

  it('removes no notification of a reaction by the id of the message', async () => {
    const own = await says(alices, room, 'we won');
    await reacts(bobs, own);
    await changesNothing(alices, [own.id]);
    await expect(waiting(alice)).resolves.toHaveLength(1);
  });

  it('leaves no receipt on a message sent before the user joined', async () => {
    const before = await says(alices, room, 'before');
    const { erin } = await people(parley, 'erin');
    await alices.ask('room.add_members', { room_id: room.id, members: [erin.id] });
    const erins = await erin.arrives();
    await changesNothing(erins, [before.id]);
    await expect(deliveries(alices)).resolves.toEqual([]);
    await erins.leaves();
  });

  it('accepts only ids, at most MAX_BULK_IDS of them', async () => {
    const ids = (count: number): string[] => Array.from({ length: count }, () => randomUUID());
    await changesNothing(bobs, ids(MOST_IDS));
    for (const [notification_id, reason] of [
      [ids(MOST_IDS + 1), `Must be at most ${String(MOST_IDS)} ids.`],
      [[], 'Must be a UUID or a list of UUIDs.'],
      [[...ids(1), 'x'], 'Must be a UUID or a list of UUIDs.'],
      [7, 'Must be a UUID or a list of UUIDs.'],
      [undefined, 'This field is required.'],
    ]) {
      await expect(bobs.isRefused('notification.acknowledge', { notification_id })).resolves.toMatchObject({
        code: 4003,
        detail: { notification_id: [reason] },
      });
    }
  });
});
