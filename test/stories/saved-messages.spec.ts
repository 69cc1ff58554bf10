import type { GroupChat, Message, SavedMessage } from '@parley/protocol';

import { closeCast, connectCast } from '../support/cast.js';
import type { Cast } from '../support/cast.js';
import type { ChatClient } from '../support/chat-client.js';
import { ANY_TIME, createGroup, sendMessage } from '../support/messaging.js';
import { PrivateCopy } from '../support/private-state.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

const NOT_THERE = '01980000-0000-7000-8000-000000000000';
/** MAX_SAVED of the service. */
const MAX_SAVED = 12;
const SHORT_MESSAGE_BYTES = 4_096;
const LONG_AFTER = '2100-01-01T00:00:00.000Z';

let parley: Service;
let cast: Cast;
let room: GroupChat;
let message: Message;

beforeAll(async () => {
  parley = await sharedService('fewItems');
});
beforeEach(async () => {
  cast = await connectCast(parley);
  room = await createGroup(cast.phone, [{ user: cast.bob, device: cast.bobDevice }]);
  message = await sendMessage(cast.bobDevice, room, 'read me later');
  for (const device of [cast.phone, cast.laptop, cast.bobDevice]) await device.drain();
});
afterEach(() => closeCast(cast));

const save = (device: ChatClient, more: object = {}, id = message.id) =>
  device.request('message.save', { message_id: id, saved: true, ...more });

const unsave = (device: ChatClient, id = message.id) =>
  device.request('message.save', { message_id: id, saved: false });

async function saved(device: ChatClient, query: object = {}): Promise<readonly SavedMessage[]> {
  const { data } = await device.request('saved.list', query);
  return data.saved;
}

const soon = (ms: number): string => new Date(Date.now() + ms).toISOString();

const idsOf = (items: readonly SavedMessage[]): string[] => items.map(({ message: { id } }) => id);

describe('message.save', () => {
  it('reaches all devices of the user with the next private number, and nobody else', async () => {
    const { request_id: _id, ...answer } = await save(cast.phone, { remind_at: LONG_AFTER });
    expect(answer).toMatchObject({
      eventType: 'messagesave.dispatch',
      data: {
        message: { id: message.id, content: 'read me later', room: { id: room.id } },
        saved: true,
        saved_at: ANY_TIME,
        remind_at: LONG_AFTER,
      },
      private_seq: 1,
    });
    await expect(cast.laptop.receive('messagesave.dispatch')).resolves.toEqual(answer);
    await expect(unsave(cast.laptop)).resolves.toMatchObject({
      data: { message: { id: message.id, gone: true }, saved: false, remind_at: null, removed: true },
      private_seq: 2,
    });
    await expect(cast.phone.receive('messagesave.dispatch')).resolves.toMatchObject({ private_seq: 2 });
    await expect(cast.bobDevice.drain()).resolves.toEqual([]);
  });

  it('keeps a reminder that it does not name, and removes one by null', async () => {
    await save(cast.phone, { remind_at: LONG_AFTER });
    const again = await save(cast.phone);
    expect(again).toMatchObject({ data: { remind_at: LONG_AFTER }, meta: { changed: false } });
    expect(again.private_seq).toBeUndefined();
    await expect(save(cast.phone, { remind_at: null })).resolves.toMatchObject({
      data: { saved: true, remind_at: null },
      private_seq: 2,
    });
  });

  it.each([{ remind_at: '2020-01-01T00:00:00Z' }, { remind_at: 'tomorrow' }, { remind_at: 5 }, { saved: 'yes' }])(
    'refuses %o',
    async (given) => {
      await expect(
        cast.phone.expectRefused('message.save', { message_id: message.id, saved: true, ...given }),
      ).resolves.toMatchObject({ code: 4003 });
      await expect(saved(cast.phone)).resolves.toEqual([]);
    },
  );

  it('refuses messages that the user cannot read, in the room that the request names too', async () => {
    const { bobDevice, carolDevice, phone } = cast;
    const deleted = await sendMessage(phone, room, 'a slip');
    await phone.request('message.modify', { action: 'delete', message_id: deleted.id });
    const other = await createGroup(phone, []);
    const requests: [ChatClient, object][] = [
      [carolDevice, { message_id: message.id }],
      [carolDevice, { message_id: message.id, room_id: room.id }],
      [bobDevice, { message_id: deleted.id }],
      [bobDevice, { message_id: NOT_THERE }],
      [phone, { message_id: message.id, room_id: other.id }],
    ];
    for (const [device, named] of requests) {
      for (const isSaved of [true, false]) {
        const refused = device.expectRefused('message.save', { ...named, saved: isSaved });
        await expect(refused).resolves.toMatchObject({ code: 4004 });
      }
    }
    await expect(save(bobDevice, { room_id: room.id })).resolves.toMatchObject({ data: { saved: true } });
  });

  it('saves at most MAX_SAVED messages, also when requests race', async () => {
    const ids: string[] = [];
    for (let at = 0; at <= MAX_SAVED; at += 1) ids.push((await sendMessage(cast.bobDevice, room, String(at))).id);
    const requested = ids.map((id, at) => {
      const device = at % 2 === 0 ? cast.phone : cast.laptop;
      return device.response(device.sendRequest('message.save', { message_id: id, saved: true }));
    });
    const codes = (await Promise.all(requested)).map(({ error }) => error?.code);
    expect(codes.filter((code) => code === undefined)).toHaveLength(MAX_SAVED);
    expect(codes.filter((code) => code === 4005)).toHaveLength(1);
    await expect(saved(cast.phone)).resolves.toHaveLength(MAX_SAVED);
    await unsave(cast.phone, (await saved(cast.phone))[0]!.message.id);
    await expect(save(cast.phone)).resolves.toMatchObject({ data: { saved: true } });
  });

  it('sends a long message cut to 4 KiB', async () => {
    const long = await sendMessage(cast.bobDevice, room, '💬'.repeat(10_000));
    const { data } = await save(cast.phone, {}, long.id);
    expect(Buffer.byteLength(JSON.stringify(data.message))).toBeLessThanOrEqual(SHORT_MESSAGE_BYTES);
    expect(data.message).toMatchObject({ content_truncated: true });
  });
});

describe('saved.list', () => {
  it('returns the last saved first, page by page', async () => {
    const ids = [message.id];
    for (const text of ['a', 'b', 'c']) ids.unshift((await sendMessage(cast.bobDevice, room, text)).id);
    for (const id of ids.toReversed()) await save(cast.phone, {}, id);
    const first = await cast.phone.request('saved.list', { limit: 3 });
    expect(idsOf(first.data.saved)).toEqual(ids.slice(0, 3));
    const { data: rest } = await cast.phone.request('saved.list', { cursor: first.data.next_cursor });
    expect([idsOf(rest.saved), rest.next_cursor]).toEqual([ids.slice(3), null]);
    await expect(saved(cast.bobDevice)).resolves.toEqual([]);
    for (const cursor of ['x', first.data.next_cursor!.slice(1)]) {
      await expect(cast.phone.expectRefused('saved.list', { cursor })).resolves.toMatchObject({ code: 4003 });
    }
  });

  it('shows messages as gone that are deleted or not readable any more, and they can be removed', async () => {
    const { phone, bobDevice } = cast;
    const mine = await sendMessage(phone, room, 'of Alice');
    await save(bobDevice, {}, mine.id);
    await save(bobDevice, { remind_at: LONG_AFTER });
    await bobDevice.request('message.modify', { action: 'delete', message_id: message.id });
    await expect(saved(bobDevice)).resolves.toMatchObject([
      { message: { id: message.id, gone: true }, remind_at: LONG_AFTER },
      { message: { id: mine.id, content: 'of Alice' } },
    ]);
    await bobDevice.request('room.leave', { room_id: room.id });
    const left = await saved(bobDevice);
    expect(left.map((item) => item.message)).toEqual([
      { id: message.id, gone: true },
      { id: mine.id, gone: true },
    ]);
    await unsave(bobDevice, mine.id);
    await expect(PrivateCopy.of(bobDevice)).resolves.toMatchObject({ seq: 3 });
    expect(idsOf(await saved(bobDevice))).toEqual([message.id]);
  });

  it('and a sync return the same items', async () => {
    const early = await PrivateCopy.of(cast.phone);
    await save(cast.phone);
    const other = await sendMessage(cast.bobDevice, room, 'another');
    await save(cast.phone, {}, other.id);
    await unsave(cast.phone, other.id);
    await early.sync(cast.phone);
    expect(early.view()).toMatchObject({ seq: 3, saved: await saved(cast.phone) });
    expect(early.view()).toEqual((await PrivateCopy.of(cast.laptop)).view());
  });
});

describe('a reminder', () => {
  it('reaches connected devices once, ends, and stays pending until it is acknowledged', async () => {
    await cast.phone.request('message.read', { message_id: message.id });
    await save(cast.phone, { remind_at: soon(1_000) });
    const { data } = await cast.phone.receive('notification.dispatch');
    expect(data).toMatchObject({
      notification_type: 'REMINDER',
      message: { id: message.id, content: 'read me later' },
    });
    await expect(cast.laptop.receive('notification.dispatch')).resolves.toMatchObject({ data: { id: data.id } });
    await expect(
      cast.phone.receive('messagesave.dispatch', ({ private_seq: seq }) => seq === 2),
    ).resolves.toMatchObject({ data: { saved: true, remind_at: null } });

    const tablet = await cast.alice.open();
    const snapshot = await tablet.receive('chat.notifications');
    expect(snapshot.data[room.id]).toMatchObject([{ id: data.id, notification_type: 'REMINDER' }]);
    await tablet.request('notification.acknowledge', { notification_id: data.id });
    const again = await cast.alice.open();
    await expect(again.receive('chat.notifications')).resolves.toMatchObject({ data: {}, meta: { total: 0 } });
    await expect(cast.phone.drain()).resolves.toEqual([]);
    await Promise.all([tablet, again].map((device) => device.close()));
  });

  it('of the own message works too, and replaces an earlier one that is pending', async () => {
    const mine = await sendMessage(cast.phone, room, 'my note');
    for (let count = 0; count < 2; count += 1) {
      await save(cast.phone, { remind_at: soon(500) }, mine.id);
      await cast.phone.receive('notification.dispatch');
    }
    const tablet = await cast.alice.open();
    const { data } = await tablet.receive('chat.notifications');
    expect(data[room.id]!.filter(({ notification_type }) => notification_type === 'REMINDER')).toHaveLength(1);
    await tablet.close();
  });

  it('does not come when it was removed, moved, or its message is gone or not readable any more', async () => {
    const { phone, bobDevice } = cast;
    const texts = ['removed', 'not saved', 'moved', 'deleted', 'readable'];
    const sent = new Map<string, string>();
    for (const text of texts) sent.set(text, (await sendMessage(bobDevice, room, text)).id);
    const remind_at = soon(1_500);
    for (const id of sent.values()) await save(phone, { remind_at }, id);
    await save(bobDevice, { remind_at });
    await save(phone, { remind_at: null }, sent.get('removed'));
    await unsave(phone, sent.get('not saved'));
    await save(phone, { remind_at: LONG_AFTER }, sent.get('moved'));
    await bobDevice.request('message.modify', { action: 'delete', message_id: sent.get('deleted')! });
    await bobDevice.request('room.leave', { room_id: room.id });

    const { data } = await phone.receive('notification.dispatch');
    expect(data.message.content).toBe('readable');
    const ended = ({ data: item }: { data: SavedMessage }) => item.message.id === message.id && item.remind_at === null;
    await expect(bobDevice.receive('messagesave.dispatch', ended)).resolves.toMatchObject({
      data: { message: { id: message.id, gone: true }, saved: true },
    });
    const isNotification = ({ eventType }: { eventType?: string }) => eventType === 'notification.dispatch';
    expect((await phone.drain()).filter(isNotification)).toEqual([]);
    expect((await bobDevice.drain()).filter(isNotification)).toEqual([]);
  });
});
