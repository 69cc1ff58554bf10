import { randomUUID } from 'node:crypto';

import type { Message } from '@parley/protocol';

import { Circle } from '../support/circle.js';
import { OtherRoom } from '../support/other-room.js';
import { people } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { A_TIME, allHear, historyOf, seen } from '../support/talk.js';

const MOST_IDS = 5;
const MOST_RECEIPTS = 1_000;

let parley: Service;
let circle: Circle;

beforeAll(async () => {
  parley = await sharedService('lowBounds');
  circle = await Circle.on(parley);
});

beforeEach(() => circle.meets());
/** Every device has received what its story expects, and no more. */
afterEach(async () => {
  await expect(circle.rest()).resolves.toEqual([]);
});

const naming = (...messages: Pick<Message, 'id'>[]): object => ({ message_id: messages.map(({ id }) => id) });
const ids = (messages: readonly Message[]): string[] => messages.map(({ id }) => id);
const usernames = (message: Message): string[] => message.read_receipts.map(({ reader }) => reader.username);

/** A list of messages, also if the request named a single one. */
const listed = (data: Message | readonly Message[]): readonly Message[] => ('id' in data ? [data] : data);

describe('message.read', () => {
  it("is dispatched to every device in the room, the reader's too, and acknowledges the message", async () => {
    const { phone, bob, bobs, room } = circle;
    const message = await circle.said(phone, 'read this');
    const own = await bobs.ask('message.read', { message_id: message.id });
    expect(own).toEqual({
      eventType: 'readreceipt.dispatch',
      request_id: own.request_id,
      room_id: room.id,
      data: {
        ...message,
        delivered_to: [bob.username],
        read_receipts: [{ reader: seen(bob), read_at: A_TIME }],
      },
    });
    const heard = await allHear(circle.but(bobs), 'readreceipt.dispatch');
    expect({ ...heard, request_id: own.request_id }).toEqual(own);
    await expect(bobs.ask('message.acknowledged', naming(message))).resolves.toMatchObject({ data: [] });
  });

  it('of a list sends one dispatch per room, with the messages that were unread', async () => {
    const { phone, laptop, bob, bobs, carols } = circle;
    const other = await OtherRoom.of(circle);
    const [first, second] = [await circle.said(phone, '1'), await circle.said(carols, '2')];
    const third = await other.said(laptop, '3');
    await bobs.ask('message.read', { message_id: first.id });
    await allHear(circle.but(bobs), 'readreceipt.dispatch');

    const asked = bobs.asks('message.read', naming(third, first, second));
    for (const message of [second, third]) {
      const about = ({ room_id }: { room_id?: string }): boolean => room_id === message.room.id;
      const own = await bobs.hears('readreceipt.dispatch', about);
      expect(own.request_id).toBe(asked);
      expect(ids(listed(own.data))).toEqual([message.id]);
      expect(listed(own.data).map(usernames)).toEqual([[bob.username]]);
      for (const device of circle.but(bobs)) {
        expect((await device.hears('readreceipt.dispatch', about)).data).toEqual(own.data);
      }
    }
  });

  it('when repeated changes nothing, and returns the present state only to the requester', async () => {
    const { phone, bob, bobs, carol, carols, room } = circle;
    const message = await circle.said(phone, 'read this twice');
    await bobs.ask('message.acknowledged', naming(message));
    await allHear([phone, circle.laptop], 'messagedelivered.dispatch');
    await carols.ask('message.read', { message_id: message.id });
    await allHear(circle.but(carols), 'readreceipt.dispatch');
    const { data: once } = await bobs.ask('message.read', { message_id: message.id });
    await allHear(circle.but(bobs), 'readreceipt.dispatch');
    expect(once).toMatchObject({ delivered_to: [bob.username, carol.username] });

    const again = await bobs.ask('message.read', { message_id: message.id });
    expect(again).toMatchObject({ data: once, room_id: room.id, meta: { changed: false } });
    const list = await bobs.ask('message.read', naming(message));
    expect(list).toMatchObject({ data: [], meta: { changed: false } });
    await expect(historyOf(phone, room)).resolves.toEqual([once]);
  });

  it('takes no sequence number', async () => {
    const { phone, bobs } = circle;
    const message = await circle.said(phone, 'one');
    await bobs.ask('message.read', { message_id: message.id });
    await allHear(circle.but(bobs), 'readreceipt.dispatch');
    expect((await circle.said(phone, 'two')).seq).toBe(message.seq + 1);
  });
});

describe('message.read with up_to_seq', () => {
  const upTo = (seq: number): object => ({ room_id: circle.room.id.toUpperCase(), up_to_seq: seq });

  it('marks as read every message that others sent up to the number', async () => {
    const { phone, bob, bobs, carols, room } = circle;
    const messages = [await circle.said(phone, '1'), await circle.said(bobs, 'own'), await circle.said(carols, '3')];
    const later = await circle.said(phone, 'later');
    const own = await bobs.ask('message.read', upTo(messages[2]!.seq));
    expect(own).toMatchObject({ room_id: room.id, meta: { user_id: bob.id, up_to_seq: messages[2]!.seq } });
    expect(own.seq).toBeUndefined();
    expect(ids(listed(own.data))).toEqual(ids([messages[0]!, messages[2]!]));
    expect(listed(own.data).map(usernames)).toEqual([[bob.username], [bob.username]]);
    const heard = await allHear(circle.but(bobs), 'readreceipt.dispatch');
    expect({ ...heard, request_id: own.request_id }).toEqual(own);
    const history = await historyOf(phone, room);
    expect(history.map(usernames)).toEqual([[], [bob.username], [], [bob.username]]);
    expect(history[0]).toEqual(later);
  });

  it('leaves out messages that were read before, and never moves back', async () => {
    const { phone, bob, bobs } = circle;
    const messages = [await circle.said(phone, '1'), await circle.said(phone, '2'), await circle.said(phone, '3')];
    await bobs.ask('message.read', { message_id: messages[1]!.id });
    await allHear(circle.but(bobs), 'readreceipt.dispatch');
    const { data } = await bobs.ask('message.read', upTo(messages[2]!.seq));
    expect(ids(listed(data))).toEqual(ids([messages[0]!, messages[2]!]));
    await allHear(circle.but(bobs), 'readreceipt.dispatch');

    for (const seq of [messages[0]!.seq, messages[2]!.seq, 0]) {
      await expect(bobs.ask('message.read', upTo(seq))).resolves.toMatchObject({
        data: [],
        meta: { user_id: bob.id, up_to_seq: seq, changed: false },
      });
    }
  });

  it('above the latest number marks only the present messages as read', async () => {
    const { phone, bobs, carols, room } = circle;
    const first = await circle.said(phone, '1');
    const { meta } = await bobs.ask('message.read', upTo(Number.MAX_SAFE_INTEGER));
    expect(meta).toMatchObject({ up_to_seq: first.seq });
    await allHear(circle.but(bobs), 'readreceipt.dispatch');
    const second = await circle.said(carols, '2');
    await expect(bobs.ask('message.read', upTo(second.seq))).resolves.toMatchObject({ data: [{ id: second.id }] });
    await allHear(circle.but(bobs), 'readreceipt.dispatch');
    expect((await historyOf(phone, room)).map(usernames)).toEqual([[circle.bob.username], [circle.bob.username]]);
  });

  it('dispatches the newest messages, as many as one event may name', async () => {
    const { phone, bob, bobs, room } = circle;
    const messages: Message[] = [];
    for (let at = 0; at <= MOST_IDS; at += 1) messages.push(await circle.said(phone, String(at)));
    const { data } = await bobs.ask('message.read', upTo(messages.at(-1)!.seq));
    expect(ids(listed(data))).toEqual(ids(messages.slice(1)));
    await allHear(circle.but(bobs), 'readreceipt.dispatch');
    for (const message of await historyOf(phone, room)) expect(usernames(message)).toEqual([bob.username]);
  });

  it('writes receipts for the newest thousand messages, and marks older ones as read', async () => {
    const { alice, bob } = await people(parley, 'alice', 'bob');
    const [alices, bobs] = [await alice.arrives(), await bob.arrives()];
    const { data: room } = await alices.ask('room.create', { type: 'OneToOneChat', participants: [bob.id] });
    const sends = Array.from({ length: MOST_RECEIPTS + 2 }, (_, at) => {
      return alices.asks('message.send', { room_id: room.id, content: String(at) });
    });
    const last = (await alices.answered(sends.at(-1)!)).seq!;
    await bobs.ask('message.read', { room_id: room.id, up_to_seq: last });

    const device = await bob.connects();
    await expect(device.hears('chat.notifications')).resolves.toMatchObject({ meta: { total: 0, unread: {} } });
    const paginate = { page: MOST_RECEIPTS / 100, size: 100 };
    const { data: page } = await bobs.ask('room.messages', { room_id: room.id, paginate });
    expect(page.data.messages.map(usernames)).toEqual(Array.from({ length: 100 }, () => [bob.username]));
    const { data: rest } = await bobs.ask('room.messages', {
      room_id: room.id,
      paginate: { ...paginate, page: paginate.page + 1 },
    });
    expect(rest.data.messages.map(usernames)).toEqual([[], []]);
    for (const socket of [alices, bobs, device]) await socket.leaves();
  });

  it('is refused to non-members as for a room that does not exist', async () => {
    const { strangers, room } = circle;
    const unknown = await strangers.isRefused('message.read', { room_id: randomUUID(), up_to_seq: 1 });
    const foreign = await strangers.isRefused('message.read', { room_id: room.id, up_to_seq: 1 });
    expect(foreign).toMatchObject({ code: 4004, detail: unknown.detail });
  });
});
