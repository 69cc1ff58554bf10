import type { Message, MessagePinned, PinPage, Room, User } from '@parley/protocol';

import { ClientState, sync, syncInto } from '../support/client-state.js';
import type { ChatClient } from '../support/chat-client.js';
import { GroupFixture } from '../support/group-fixture.js';
import { ANY_TIME, allReceive, historyOf, sendMessage, userView } from '../support/messaging.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

/** Of MAX_PINS by default. */
const MOST = 100;

let parley: Service;
let fixture: GroupFixture;

beforeAll(async () => {
  parley = await sharedService();
  fixture = await GroupFixture.create(parley);
});
beforeEach(() => fixture.createRoom());
/** Every device has received what its story expects, and no more. */
afterEach(async () => {
  await expect(fixture.drain()).resolves.toEqual([]);
});

const pinOf = ({ id }: Pick<Message, 'id'>, pinned = true): object => ({ message_id: id, pinned });
const pinnedBy = (by: User): object => ({ by, at: ANY_TIME });

/** A device pins or unpins, and every other device receives it. */
async function pins(device: ChatClient, message: Pick<Message, 'id'>, pinned = true): Promise<MessagePinned> {
  const { data } = await device.request('message.pin', pinOf(message, pinned));
  await allReceive(fixture.allExcept(device), 'messagepin.dispatch');
  return data;
}

async function pinsOf(device: ChatClient, { id }: Pick<Room, 'id'>, page: object = {}): Promise<PinPage> {
  return (await device.request('room.pins', { room_id: id, ...page })).data;
}

const idsOf = (messages: readonly Pick<Message, 'id'>[]): string[] => messages.map(({ id }) => id);

describe('message.pin', () => {
  it('is dispatched to every device in the room, and stands in the history and in the list of pins', async () => {
    const { phone, bobDevice, alice, room } = fixture;
    const message = await fixture.sendAndDeliver(bobDevice, 'read this first');
    const own = await phone.request('message.pin', { room_id: room.id, ...pinOf(message) });
    const pinned = pinnedBy(userView(alice));
    expect(own).toEqual({
      eventType: 'messagepin.dispatch',
      room_id: room.id,
      seq: message.seq + 1,
      request_id: own.request_id,
      data: { pinned: true, message: { ...message, pinned } },
    });
    const received = await allReceive(fixture.allExcept(phone), 'messagepin.dispatch');
    expect({ ...received, request_id: own.request_id }).toEqual(own);
    await expect(historyOf(bobDevice, room)).resolves.toEqual([own.data.message]);
    await expect(pinsOf(bobDevice, room)).resolves.toEqual({
      room_id: room.id,
      messages: [own.data.message],
      next_cursor: null,
    });
  });

  it('unpins, and answers what is so already without a number', async () => {
    const { phone, laptop, bobDevice, room } = fixture;
    const message = await fixture.sendAndDeliver(bobDevice, 'read this first');
    for (const pinned of [true, false]) {
      const { message: changed } = await pins(phone, message, pinned);
      expect(changed.pinned === null).toBe(!pinned);
      const repeated = await laptop.request('message.pin', pinOf(message, pinned));
      expect(repeated).toEqual({
        eventType: 'messagepin.dispatch',
        room_id: room.id,
        request_id: repeated.request_id,
        data: { pinned, message: changed },
        meta: { changed: false },
      });
    }
    await expect(pinsOf(bobDevice, room)).resolves.toMatchObject({ messages: [] });
  });

  it('is for the admins of a group, and for members with the permission', async () => {
    const { phone, bob, bobDevice, carolDevice, room } = fixture;
    const message = await fixture.sendAndDeliver(bobDevice, 'mine');
    await expect(bobDevice.expectRefused('message.pin', pinOf(message))).resolves.toMatchObject({ code: 4002 });
    const data = { users: [bob.id], permission: ['can_pin_messages'] };
    await phone.request('room.modify', { room_id: room.id, action: 'add_permission', data });
    await allReceive(fixture.allExcept(phone), 'roomupdate.dispatch');
    await pins(bobDevice, message);
    await expect(carolDevice.expectRefused('message.pin', pinOf(message, false))).resolves.toMatchObject({
      code: 4002,
    });
  });

  it('is for both users of a chat, and for the moderators of a channel', async () => {
    const { phone, laptop, bob, carol, bobDevice, carolDevice } = fixture;
    const { data: chat } = await phone.request('room.create', { type: 'OneToOneChat', participants: [bob.id] });
    const ofAlice = await sendMessage(phone, chat, 'hello');
    await bobDevice.request('message.pin', pinOf(ofAlice));
    const channel = { type: 'Channel', name: 'News', subscribers: [bob.id, carol.id] };
    const { data: news } = await phone.request('room.create', channel);
    const first = await sendMessage(phone, news, 'first');
    await expect(carolDevice.expectRefused('message.pin', pinOf(first))).resolves.toMatchObject({ code: 4002 });
    const bobLeads = { room_id: news.id, action: 'add_moderator', data: { users: [bob.id] } };
    await phone.request('room.modify', bobLeads);
    await bobDevice.request('message.pin', pinOf(first));
    await expect(pinsOf(carolDevice, news)).resolves.toMatchObject({ messages: [{ pinned: { by: { id: bob.id } } }] });
    for (const device of [phone, laptop, bobDevice, carolDevice]) await device.drain();
  });

  it('is refused for a message that is unknown, deleted, or of a room of others', async () => {
    const { phone, outsiderDevice, room } = fixture;
    const message = await fixture.sendAndDeliver(phone, 'gone soon');
    await expect(outsiderDevice.expectRefused('message.pin', pinOf(message))).resolves.toMatchObject({ code: 4004 });
    await expect(outsiderDevice.expectRefused('room.pins', { room_id: room.id })).resolves.toMatchObject({
      code: 4004,
    });
    await expect(phone.expectRefused('message.pin', { message_id: message.id })).resolves.toMatchObject({ code: 4003 });
    await pins(phone, message);
    await phone.request('message.modify', { action: 'delete', message_id: message.id });
    await allReceive(fixture.allExcept(phone), 'messagemodification.dispatch');
    await expect(phone.expectRefused('message.pin', pinOf(message))).resolves.toMatchObject({ code: 4004 });
    await expect(pinsOf(phone, room)).resolves.toMatchObject({ messages: [] });
  });

  it('of two devices at once takes one number', async () => {
    const { phone, laptop, room } = fixture;
    const message = await fixture.sendAndDeliver(phone, 'twice');
    const answers = await Promise.all(
      [phone, laptop].map((device) => device.request('message.pin', { room_id: room.id, ...pinOf(message) })),
    );
    expect(answers.map(({ meta }) => meta?.changed !== false).toSorted()).toEqual([false, true]);
    for (const device of [phone, laptop, fixture.bobDevice, fixture.carolDevice]) await device.drain();
    const { data: info } = await phone.request('room.info', { room_id: room.id });
    expect(info.last_seq).toBe(message.seq + 1);
  });

  it(`pins at most ${String(MOST)} messages of a room, also of several at once`, async () => {
    const { phone, laptop, bobDevice, carolDevice, room } = fixture;
    const messages: Message[] = [];
    for (let at = 0; at < MOST + 1; at += 1) messages.push(await sendMessage(phone, room, String(at)));
    const [one, other, ...first] = messages;
    for (const message of first) await phone.request('message.pin', pinOf(message));
    const requests = [phone, laptop].map((device, at) => device.sendRequest('message.pin', pinOf([one!, other!][at]!)));
    const answers = await Promise.all([phone, laptop].map((device, at) => device.response(requests[at]!)));
    expect(answers.flatMap(({ error }) => error?.code ?? [])).toEqual([4005]);
    const listed: string[] = [];
    let cursor: string | null = null;
    do {
      const page: PinPage = await pinsOf(bobDevice, room, { limit: 30, ...(cursor === null ? {} : { cursor }) });
      listed.push(...idsOf(page.messages));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(listed).toHaveLength(MOST);
    expect(listed.slice(1)).toEqual(idsOf(first).toReversed());
    await phone.request('message.pin', pinOf(first[0]!, false));
    const left = listed.includes(one!.id) ? other! : one!;
    await phone.request('message.pin', pinOf(left));
    for (const device of [phone, laptop, bobDevice, carolDevice]) await device.drain();
  });
});

describe('a device that was away', () => {
  it('gets pins and their ends with its sync', async () => {
    const { phone, bob, bobDevice, carolDevice, laptop, room } = fixture;
    const [first, second] = [await sendMessage(phone, room, 'first'), await sendMessage(phone, room, 'second')];
    await phone.request('message.pin', pinOf(first));
    const copy = new ClientState();
    await syncInto(bobDevice, copy);
    await phone.request('message.pin', pinOf(first, false));
    await phone.request('message.pin', pinOf(second));
    const again = await bob.connect();
    const pages = await sync(again, copy.syncRequest());
    const synced = pages.flatMap(({ rooms }) => rooms).find(({ room_id: id }) => id === room.id);
    expect(synced?.messages).toMatchObject([
      { id: first.id, pinned: null },
      { id: second.id, pinned: { at: ANY_TIME } },
    ]);
    await again.close();
    for (const device of [phone, laptop, bobDevice, carolDevice]) await device.drain();
  });
});

describe('room.pins', () => {
  it('refuses a cursor of another list', async () => {
    const { phone, room } = fixture;
    for (const cursor of ['x', 'W10', Buffer.from(JSON.stringify([room.id, 1, 2])).toString('base64url')]) {
      await expect(phone.expectRefused('room.pins', { room_id: room.id, cursor })).resolves.toMatchObject({
        code: 4003,
        detail: { cursor: [expect.any(String)] },
      });
    }
  });

  it('does not show the pins from before a user deleted the chat', async () => {
    const { phone, laptop, carol, carolDevice } = fixture;
    const { data: chat } = await phone.request('room.create', { type: 'OneToOneChat', participants: [carol.id] });
    const before = await sendMessage(carolDevice, chat, 'before');
    await carolDevice.request('message.pin', pinOf(before));
    await phone.request('room.modify', { room_id: chat.id, action: 'delete' });
    const after = await sendMessage(carolDevice, chat, 'after');
    await carolDevice.request('message.pin', pinOf(after));
    expect(idsOf((await pinsOf(phone, chat)).messages)).toEqual([after.id]);
    expect(idsOf((await pinsOf(carolDevice, chat)).messages)).toEqual([after.id, before.id]);
    await expect(phone.expectRefused('message.pin', pinOf(before, false))).resolves.toMatchObject({ code: 4004 });
    for (const device of [phone, laptop, carolDevice]) await device.drain();
  });
});
