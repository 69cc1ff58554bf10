import type { GroupChat, NotifyLevel, RoomListEntry } from '@parley/protocol';

import { closeCast, connectCastInGroup } from '../support/cast.js';
import type { Cast } from '../support/cast.js';
import type { ChatClient } from '../support/chat-client.js';
import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { shown, snapshotOf } from '../support/first-snapshot.js';
import { createGroup, sendMessage } from '../support/messaging.js';
import { PrivateCopy } from '../support/private-state.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

const NOT_THERE = '01980000-0000-7000-8000-000000000000';
const FAR = '2999-01-01T00:00:00.000Z';
const QUIET = { from: '22:00', to: '07:00', timezone: 'Europe/Paris' };

let parley: Service;
let cast: Cast;
let room: GroupChat;

beforeAll(async () => {
  parley = await sharedService();
});
beforeEach(async () => {
  ({ cast, room } = await connectCastInGroup(parley));
});
afterEach(() => closeCast(cast));

const notify = (device: ChatClient, choice: object, room_id = room.id) =>
  device.request('room.notify', { room_id, ...choice });

async function entry(device: ChatClient, archived = false): Promise<RoomListEntry | undefined> {
  const { data } = await device.request('room.list', { archived });
  return data.find(({ id }) => id === room.id);
}

/** Makes the mutes of the room end, without waiting for their times. */
async function endMute(): Promise<void> {
  const database = await connected(parley.serviceData);
  await database.query("UPDATE room_members SET muted_until = now() - interval '1 second' WHERE room_id = $1", [
    room.id,
  ]);
  await database.query("UPDATE timers SET due_at = now() WHERE key LIKE $1 || '%'", [room.id]);
  await database.end();
}

describe('room.notify', () => {
  it('reaches all devices of the user with the next private number, and nobody else', async () => {
    const { phone, laptop, bobDevice } = cast;
    const { request_id: _id, ...answer } = await notify(phone, {
      level: 'mentions',
      muted_until: '2999-01-01T02:00:00+02:00',
    });
    expect(answer).toEqual({
      eventType: 'roomnotify.dispatch',
      data: { room_id: room.id, level: 'mentions', muted_until: FAR },
      private_seq: 1,
    });
    await expect(laptop.receive('roomnotify.dispatch')).resolves.toEqual(answer);
    await expect(entry(laptop)).resolves.toMatchObject({ notify: { level: 'mentions', muted_until: FAR } });
    await expect(entry(bobDevice)).resolves.toMatchObject({ notify: null });
    await expect(bobDevice.drain()).resolves.toEqual([]);
  });

  it('keeps the level if it is left out, ends a mute that is left out, and is removed by null', async () => {
    const { phone } = cast;
    await notify(phone, { level: 'none' });
    const ends: object[] = [];
    for (const choice of [{ muted_until: FAR }, {}, { level: null, muted_until: null }, { level: null }]) {
      const { data, private_seq = null } = await notify(phone, choice);
      ends.push({ ...data, private_seq });
    }
    const removed = { room_id: room.id, level: null, muted_until: null, removed: true };
    expect(ends).toEqual([
      { room_id: room.id, level: 'none', muted_until: FAR, private_seq: 2 },
      { room_id: room.id, level: 'none', muted_until: null, private_seq: 3 },
      { ...removed, private_seq: 4 },
      { ...removed, private_seq: null },
    ]);
    await expect(entry(phone)).resolves.toMatchObject({ notify: null });
  });

  it('refuses those who are not in the room, and what is no choice', async () => {
    for (const room_id of [room.id, NOT_THERE]) {
      const refused = await cast.carolDevice.expectRefused('room.notify', { room_id, level: 'none' });
      expect(refused).toMatchObject({ code: 4004, detail: 'No such room.' });
    }
    const past = new Date(Date.now() - 60_000).toISOString();
    for (const wrong of [
      { level: 'some' },
      { level: 1 },
      { muted_until: past },
      { muted_until: 'soon' },
      { muted_until: 5 },
    ]) {
      const refused = await cast.phone.expectRefused('room.notify', { room_id: room.id, ...wrong });
      expect(refused).toMatchObject({ code: 4003, detail: { [Object.keys(wrong)[0]!]: expect.any(Array) as unknown } });
    }
    await expect(cast.phone.drain()).resolves.toEqual([]);
  });

  it('ends with the membership', async () => {
    const { phone, bobDevice } = cast;
    await notify(bobDevice, { level: 'none' });
    await bobDevice.request('room.leave', { room_id: room.id });
    await phone.request('room.add_members', { room_id: room.id, members: [cast.bob.id] });
    await bobDevice.request('room.answer_invite', { room_id: room.id, accept: true });
    await expect(entry(bobDevice)).resolves.toMatchObject({ notify: null });
    expect((await PrivateCopy.of(bobDevice)).view()).toMatchObject({ notify: [] });
  });
});

describe('user.notify', () => {
  it('reaches all devices of the user, and is part of the private state beside the rooms', async () => {
    const { phone, laptop, bobDevice } = cast;
    const { request_id: _id, ...answer } = await phone.request('user.notify', {
      level: 'mentions',
      do_not_disturb: QUIET,
    });
    expect(answer).toEqual({
      eventType: 'usernotify.dispatch',
      data: { level: 'mentions', do_not_disturb: QUIET, mail: null },
      private_seq: 1,
    });
    await expect(laptop.receive('usernotify.dispatch')).resolves.toEqual(answer);
    await notify(phone, { level: 'all' });
    const ofRoom = { room_id: room.id, level: 'all', muted_until: null };
    expect((await PrivateCopy.of(laptop)).view()).toMatchObject({ notify: [answer.data, ofRoom] });
    await expect(bobDevice.drain()).resolves.toEqual([]);
  });

  it('changes what is given, and answers with the present settings', async () => {
    const { phone } = cast;
    const settings: object[] = [];
    for (const given of [
      {},
      { do_not_disturb: QUIET },
      { level: 'none' },
      { do_not_disturb: null },
      { mail: 'never' },
      { level: 'all', mail: null },
    ]) {
      const { data, private_seq = null } = await phone.request('user.notify', given);
      settings.push({ ...data, private_seq });
    }
    expect(settings).toEqual([
      { level: 'all', do_not_disturb: null, mail: null, removed: true, private_seq: null },
      { level: 'all', do_not_disturb: QUIET, mail: null, private_seq: 1 },
      { level: 'none', do_not_disturb: QUIET, mail: null, private_seq: 2 },
      { level: 'none', do_not_disturb: null, mail: null, private_seq: 3 },
      { level: 'none', do_not_disturb: null, mail: 'never', private_seq: 4 },
      { level: 'all', do_not_disturb: null, mail: null, removed: true, private_seq: 5 },
    ]);
    expect((await PrivateCopy.of(phone)).view()).toMatchObject({ seq: 5, notify: [] });
  });

  it.each<[string, object]>([
    ['level', { level: null }],
    ['level', { level: 'some' }],
    ['do_not_disturb', { do_not_disturb: { ...QUIET, from: '24:00' } }],
    ['do_not_disturb', { do_not_disturb: { ...QUIET, to: '7:00' } }],
    ['do_not_disturb', { do_not_disturb: { from: '22:00', to: '07:00' } }],
    ['do_not_disturb', { do_not_disturb: { ...QUIET, days: [1] } }],
    ['do_not_disturb.to', { do_not_disturb: { ...QUIET, to: QUIET.from } }],
    ['do_not_disturb.timezone', { do_not_disturb: { ...QUIET, timezone: 'Nowhere/Land' } }],
    ['do_not_disturb.timezone', { do_not_disturb: { ...QUIET, timezone: '+02:00' } }],
    ['muted', { muted: true }],
  ])('refuses a wrong %s: %j', async (field, wrong) => {
    const refused = await cast.phone.expectRefused('user.notify', wrong);
    expect(refused).toMatchObject({ code: 4003 });
    expect(Object.keys(refused.detail as object)).toEqual([expect.stringContaining(field.split('.')[0]!)]);
  });
});

describe('the notifications of the first frame', () => {
  /** Bob's notifications of the room, as short texts, and the unread messages. */
  async function shownToBob(): Promise<{ notifications: string[]; total: unknown; unread: unknown }> {
    const { data, total, unread } = await snapshotOf(cast.bob);
    return {
      notifications: (data[room.id] ?? []).map(shown),
      total,
      unread: (unread as Record<string, number>)[room.id],
    };
  }

  async function everything(): Promise<void> {
    const { phone, bobDevice } = cast;
    const own = await sendMessage(bobDevice, room, 'own');
    const send = (content: string, extra_fields: object) =>
      phone.request('message.send', { room_id: room.id, content, extra_fields });
    await send('plain', {});
    await send('reply', { parent_message_id: own.id });
    await send('mention', { mentions: [cast.bob.id] });
    await send('to all', { mention_room: true });
    await send('silent', { mentions: [cast.bob.id], silent: true });
    await phone.request('message.react', { type: 'add', message_id: own.id, reaction_content: '👍' });
  }

  const ALL = ['NEW_MESSAGE: plain', 'REPLY: reply', 'MENTION: mention', 'MENTION: to all', 'REACTION: own'];
  const MENTIONS = ['MENTION: mention', 'MENTION: to all'];

  it('are those of the level of the room, else of the user, while the unread messages stay', async () => {
    const { bobDevice } = cast;
    await everything();
    const expected: [user: NotifyLevel, room: NotifyLevel | null, string[]][] = [
      ['all', null, ALL],
      ['all', 'mentions', MENTIONS],
      ['all', 'none', []],
      ['mentions', null, MENTIONS],
      ['mentions', 'all', ALL],
      ['none', null, []],
      ['none', 'mentions', MENTIONS],
      ['none', 'all', ALL],
    ];
    for (const [ofUser, ofRoom, notifications] of expected) {
      await bobDevice.request('user.notify', { level: ofUser });
      await notify(bobDevice, { level: ofRoom });
      await expect(shownToBob()).resolves.toEqual({ notifications, total: notifications.length, unread: 5 });
    }
  });

  it('are none while the room is muted for a time', async () => {
    const { bobDevice } = cast;
    await everything();
    await notify(bobDevice, { level: 'all', muted_until: FAR });
    await expect(shownToBob()).resolves.toEqual({ notifications: [], total: 0, unread: 5 });
    await endMute();
    await expect(shownToBob()).resolves.toEqual({ notifications: ALL, total: 5, unread: 5 });
    await expect(entry(bobDevice)).resolves.toMatchObject({ notify: { level: 'all', muted_until: null } });
  });

  it('and deliveries of other rooms are not affected', async () => {
    const { phone, bobDevice } = cast;
    const other = await createGroup(phone, [{ user: cast.bob, device: bobDevice }], 'Other');
    await notify(bobDevice, { level: 'none' });
    await sendMessage(phone, room, 'quiet');
    await sendMessage(phone, other, 'loud');
    for (const content of ['quiet', 'loud']) {
      await expect(bobDevice.receive('message.dispatch')).resolves.toMatchObject({ data: { content } });
    }
    const { data } = await snapshotOf(cast.bob);
    expect(Object.keys(data)).toEqual([other.id]);
  });
});

describe('an archived room', () => {
  const archive = (device: ChatClient) => device.request('room.archive', { room_id: room.id, archived: true });

  it.each([{ level: 'none' }, { level: 'all', muted_until: FAR }])(
    'stays archived while it is muted: %j',
    async (mute) => {
      const { phone, bobDevice } = cast;
      await archive(phone);
      await notify(phone, mute);
      const { seq } = await sendMessage(bobDevice, room, 'meanwhile');
      await expect(entry(phone)).resolves.toBeUndefined();
      await expect(entry(phone, true)).resolves.toMatchObject({ archived: true, unread_count: 1 });

      // The end of the mute does not bring it back, the next message does.
      await notify(phone, { level: 'all' });
      await expect(
        cast.laptop.receive('roomarchive.dispatch', ({ private_seq }) => private_seq === 3),
      ).resolves.toMatchObject({
        data: { room_id: room.id, archived: true, archived_seq: seq },
      });
      await expect(entry(phone)).resolves.toBeUndefined();
      await sendMessage(bobDevice, room, 'afterwards');
      await expect(entry(phone)).resolves.toMatchObject({ archived: false });
    },
  );

  it('is not brought back by its messages during a mute that ends, which all devices receive once', async () => {
    const { phone, laptop, bobDevice } = cast;
    await archive(phone);
    await notify(phone, { level: 'mentions', muted_until: FAR });
    const { seq } = await sendMessage(bobDevice, room, 'meanwhile');
    await endMute();
    for (const device of [phone, laptop]) {
      const ended = await device.receive('roomnotify.dispatch', ({ private_seq }) => private_seq === 4);
      expect(ended.data).toEqual({ room_id: room.id, level: 'mentions', muted_until: null });
    }
    await expect(entry(phone)).resolves.toBeUndefined();
    const archived = { room_id: room.id, archived: true, archived_seq: seq };
    expect((await PrivateCopy.of(laptop)).view()).toMatchObject({ seq: 4, archived: [archived] });
    await sendMessage(bobDevice, room, 'afterwards');
    await expect(entry(phone)).resolves.toMatchObject({ archived: false, notify: { level: 'mentions' } });
  });

  it('is not affected by the end of a mute that the user has lifted, prolonged, or left with the room', async () => {
    const { phone, bobDevice } = cast;
    await notify(phone, { muted_until: FAR });
    await notify(phone, { level: null });
    await notify(bobDevice, { muted_until: FAR });
    await bobDevice.request('room.leave', { room_id: room.id });
    const database = await connected(parley.serviceData);
    const timers = async (): Promise<unknown[]> => {
      const text = "UPDATE timers SET due_at = now() WHERE key LIKE $1 || '%' RETURNING key";
      return (await database.query(text, [room.id])).rows as unknown[];
    };
    await expect(timers()).resolves.toEqual([{ key: `${room.id} ${String(cast.bob.id)}` }]);
    await eventually(async () => (await timers()).length === 0);
    await notify(phone, { level: 'all', muted_until: FAR });
    await expect(timers()).resolves.toHaveLength(1);
    await eventually(async () => (await timers()).length === 0);
    await database.end();
    await expect(entry(phone)).resolves.toMatchObject({ notify: { level: 'all', muted_until: FAR } });
    expect((await PrivateCopy.of(phone)).view()).toMatchObject({ seq: 3 });
  });

  it('is shown if it is not archived any more, also while it is muted', async () => {
    const { phone } = cast;
    await archive(phone);
    await notify(phone, { level: 'none' });
    await phone.request('room.archive', { room_id: room.id, archived: false });
    await expect(entry(phone)).resolves.toMatchObject({
      archived: false,
      notify: { level: 'none', muted_until: null },
    });
  });
});
