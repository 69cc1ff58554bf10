import { randomUUID } from 'node:crypto';

import type { Message, ShortMessage } from '@parley/protocol';

import { GroupFixture } from '../support/group-fixture.js';
import { OtherRoom } from '../support/other-room.js';
import { users } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { ANY_TIME, allReceive, historyOf, userView } from '../support/messaging.js';

const MOST_IDS = 5;
const MOST_RECEIPTS = 1_000;

let parley: Service;
let fixture: GroupFixture;

beforeAll(async () => {
  parley = await sharedService('lowBounds');
  fixture = await GroupFixture.create(parley);
});

beforeEach(() => fixture.createRoom());
/** Every device has received what its story expects, and no more. */
afterEach(async () => {
  await expect(fixture.drain()).resolves.toEqual([]);
});

const naming = (...messages: Pick<Message, 'id'>[]): object => ({ message_id: messages.map(({ id }) => id) });
const ids = (messages: readonly Pick<Message, 'id'>[]): string[] => messages.map(({ id }) => id);
const usernames = (message: ShortMessage): string[] => message.read_receipts.map(({ reader }) => reader.username);

/** A list of messages, also if the request named a single one. */
const listed = (data: ShortMessage | readonly ShortMessage[]): readonly ShortMessage[] =>
  'id' in data ? [data] : data;

describe('message.read', () => {
  it("is dispatched to every device in the room, the reader's too, and acknowledges the message", async () => {
    const { phone, bob, bobDevice, room } = fixture;
    const message = await fixture.sendAndDeliver(phone, 'read this');
    const own = await bobDevice.request('message.read', { message_id: message.id });
    expect(own).toEqual({
      eventType: 'readreceipt.dispatch',
      request_id: own.request_id,
      room_id: room.id,
      data: {
        ...message,
        delivered_to: [bob.username],
        read_receipts: [{ reader: userView(bob), read_at: ANY_TIME }],
      },
    });
    const received = await allReceive(fixture.allExcept(bobDevice), 'readreceipt.dispatch');
    expect({ ...received, request_id: own.request_id }).toEqual(own);
    await expect(bobDevice.request('message.acknowledged', naming(message))).resolves.toMatchObject({ data: [] });
  });

  it('of a list sends one dispatch per room, with the messages that were unread', async () => {
    const { phone, laptop, bob, bobDevice, carolDevice } = fixture;
    const other = await OtherRoom.create(fixture);
    const [first, second] = [await fixture.sendAndDeliver(phone, '1'), await fixture.sendAndDeliver(carolDevice, '2')];
    const third = await other.sendAndDeliver(laptop, '3');
    await bobDevice.request('message.read', { message_id: first.id });
    await allReceive(fixture.allExcept(bobDevice), 'readreceipt.dispatch');

    const requested = bobDevice.sendRequest('message.read', naming(third, first, second));
    for (const message of [second, third]) {
      const about = ({ room_id }: { room_id?: string }): boolean => room_id === message.room.id;
      const own = await bobDevice.receive('readreceipt.dispatch', about);
      expect(own.request_id).toBe(requested);
      expect(ids(listed(own.data))).toEqual([message.id]);
      expect(listed(own.data).map(usernames)).toEqual([[bob.username]]);
      for (const device of fixture.allExcept(bobDevice)) {
        expect((await device.receive('readreceipt.dispatch', about)).data).toEqual(own.data);
      }
    }
  });

  it('when repeated changes nothing, and returns the present state only to the requester', async () => {
    const { phone, bob, bobDevice, carol, carolDevice, room } = fixture;
    const message = await fixture.sendAndDeliver(phone, 'read this twice');
    await bobDevice.request('message.acknowledged', naming(message));
    await allReceive([phone, fixture.laptop], 'messagedelivered.dispatch');
    await carolDevice.request('message.read', { message_id: message.id });
    await allReceive(fixture.allExcept(carolDevice), 'readreceipt.dispatch');
    const { data: once } = await bobDevice.request('message.read', { message_id: message.id });
    await allReceive(fixture.allExcept(bobDevice), 'readreceipt.dispatch');
    expect(once).toMatchObject({ delivered_to: [bob.username, carol.username] });

    const again = await bobDevice.request('message.read', { message_id: message.id });
    expect(again).toMatchObject({ data: once, room_id: room.id, meta: { changed: false } });
    const list = await bobDevice.request('message.read', naming(message));
    expect(list).toMatchObject({ data: [], meta: { changed: false } });
    await expect(historyOf(phone, room)).resolves.toEqual([once]);
  });

  it('takes no sequence number', async () => {
    const { phone, bobDevice } = fixture;
    const message = await fixture.sendAndDeliver(phone, 'one');
    await bobDevice.request('message.read', { message_id: message.id });
    await allReceive(fixture.allExcept(bobDevice), 'readreceipt.dispatch');
    expect((await fixture.sendAndDeliver(phone, 'two')).seq).toBe(message.seq + 1);
  });
});

describe('message.read with up_to_seq', () => {
  const upTo = (seq: number): object => ({ room_id: fixture.room.id.toUpperCase(), up_to_seq: seq });

  it('marks as read every message that others sent up to the number', async () => {
    const { phone, bob, bobDevice, carolDevice, room } = fixture;
    const messages = [
      await fixture.sendAndDeliver(phone, '1'),
      await fixture.sendAndDeliver(bobDevice, 'own'),
      await fixture.sendAndDeliver(carolDevice, '3'),
    ];
    const later = await fixture.sendAndDeliver(phone, 'later');
    const own = await bobDevice.request('message.read', upTo(messages[2]!.seq));
    expect(own).toMatchObject({ room_id: room.id, meta: { user_id: bob.id, up_to_seq: messages[2]!.seq } });
    expect(own.seq).toBeUndefined();
    expect(ids(listed(own.data))).toEqual(ids([messages[0]!, messages[2]!]));
    expect(listed(own.data).map(usernames)).toEqual([[bob.username], [bob.username]]);
    const received = await allReceive(fixture.allExcept(bobDevice), 'readreceipt.dispatch');
    expect({ ...received, request_id: own.request_id }).toEqual(own);
    const history = await historyOf(phone, room);
    expect(history.map(usernames)).toEqual([[], [bob.username], [], [bob.username]]);
    expect(history[0]).toEqual(later);
  });

  it('leaves out messages that were read before, and never moves back', async () => {
    const { phone, bob, bobDevice } = fixture;
    const messages = [
      await fixture.sendAndDeliver(phone, '1'),
      await fixture.sendAndDeliver(phone, '2'),
      await fixture.sendAndDeliver(phone, '3'),
    ];
    await bobDevice.request('message.read', { message_id: messages[1]!.id });
    await allReceive(fixture.allExcept(bobDevice), 'readreceipt.dispatch');
    const { data } = await bobDevice.request('message.read', upTo(messages[2]!.seq));
    expect(ids(listed(data))).toEqual(ids([messages[0]!, messages[2]!]));
    await allReceive(fixture.allExcept(bobDevice), 'readreceipt.dispatch');

    for (const seq of [messages[0]!.seq, messages[2]!.seq, 0]) {
      await expect(bobDevice.request('message.read', upTo(seq))).resolves.toMatchObject({
        data: [],
        meta: { user_id: bob.id, up_to_seq: seq, changed: false },
      });
    }
  });

  it('above the latest number marks only the present messages as read', async () => {
    const { phone, bobDevice, carolDevice, room } = fixture;
    const first = await fixture.sendAndDeliver(phone, '1');
    const { meta } = await bobDevice.request('message.read', upTo(Number.MAX_SAFE_INTEGER));
    expect(meta).toMatchObject({ up_to_seq: first.seq });
    await allReceive(fixture.allExcept(bobDevice), 'readreceipt.dispatch');
    const second = await fixture.sendAndDeliver(carolDevice, '2');
    await expect(bobDevice.request('message.read', upTo(second.seq))).resolves.toMatchObject({
      data: [{ id: second.id }],
    });
    await allReceive(fixture.allExcept(bobDevice), 'readreceipt.dispatch');
    expect((await historyOf(phone, room)).map(usernames)).toEqual([[fixture.bob.username], [fixture.bob.username]]);
  });

  it('dispatches the newest messages, as many as one event may name', async () => {
    const { phone, bob, bobDevice, room } = fixture;
    const messages: Message[] = [];
    for (let at = 0; at <= MOST_IDS; at += 1) messages.push(await fixture.sendAndDeliver(phone, String(at)));
    const { data } = await bobDevice.request('message.read', upTo(messages.at(-1)!.seq));
    expect(ids(listed(data))).toEqual(ids(messages.slice(1)));
    await allReceive(fixture.allExcept(bobDevice), 'readreceipt.dispatch');
    for (const message of await historyOf(phone, room)) expect(usernames(message)).toEqual([bob.username]);
  });

  it('writes receipts for the newest thousand messages, and marks older ones as read', async () => {
    const { alice, bob } = await users(parley, 'alice', 'bob');
    const [aliceDevice, bobDevice] = [await alice.connect(), await bob.connect()];
    const { data: room } = await aliceDevice.request('room.create', { type: 'OneToOneChat', participants: [bob.id] });
    const sends = Array.from({ length: MOST_RECEIPTS + 2 }, (_, at) => {
      return aliceDevice.sendRequest('message.send', { room_id: room.id, content: String(at) });
    });
    const last = (await aliceDevice.response(sends.at(-1)!)).seq!;
    await bobDevice.request('message.read', { room_id: room.id, up_to_seq: last });

    const device = await bob.open();
    await expect(device.receive('chat.notifications')).resolves.toMatchObject({ meta: { total: 0, unread: {} } });
    const paginate = { page: MOST_RECEIPTS / 100, size: 100 };
    const { data: page } = await bobDevice.request('room.messages', { room_id: room.id, paginate });
    expect(page.data.messages.map(usernames)).toEqual(Array.from({ length: 100 }, () => [bob.username]));
    const { data: rest } = await bobDevice.request('room.messages', {
      room_id: room.id,
      paginate: { ...paginate, page: paginate.page + 1 },
    });
    expect(rest.data.messages.map(usernames)).toEqual([[], []]);
    for (const socket of [aliceDevice, bobDevice, device]) await socket.close();
  });

  it('is refused to non-members as for a room that does not exist', async () => {
    const { outsiderDevice, room } = fixture;
    const unknown = await outsiderDevice.expectRefused('message.read', { room_id: randomUUID(), up_to_seq: 1 });
    const foreign = await outsiderDevice.expectRefused('message.read', { room_id: room.id, up_to_seq: 1 });
    expect(foreign).toMatchObject({ code: 4004, detail: unknown.detail });
  });
});
