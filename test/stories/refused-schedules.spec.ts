import type { GroupChat, Notification, ScheduleCancel, ScheduledMessage } from '@parley/protocol';

import { closeCast, connectCastInGroup } from '../support/cast.js';
import type { Cast } from '../support/cast.js';
import type { ChatClient } from '../support/chat-client.js';
import { NOTHING, snapshotOf } from '../support/first-snapshot.js';
import { ANY_ID, ANY_TIME, createGroup, sendMessage } from '../support/messaging.js';
import { PrivateCopy } from '../support/private-state.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

/** MAX_SCHEDULED of the service. */
const MAX_SCHEDULED = 12;
const DAY_MS = 86_400_000;
const LOCKED = { code: 4002, message: 'You may not send in this room.' };
const GONE = { code: 4004, message: 'No such room.' };

let parley: Service;
let cast: Cast;
let room: GroupChat;
let bobLaptop: ChatClient;

beforeAll(async () => {
  parley = await sharedService('fewItems');
});
beforeEach(async () => {
  ({ cast, room } = await connectCastInGroup(parley));
  bobLaptop = await cast.bob.connect();
});
afterEach(() => Promise.all([closeCast(cast), bobLaptop.close()]));

const ahead = (ms: number): string => new Date(Date.now() + ms).toISOString();

const schedule = (more: object = {}) =>
  cast.bobDevice.request('message.schedule', {
    room_id: room.id,
    content: 'too late',
    send_at: ahead(DAY_MS),
    ...more,
  });

const lock = (group_locked: boolean): Promise<unknown> =>
  cast.phone.request('room.modify', { room_id: room.id, action: 'update', data: { group_locked } });

const refusalOn = async (device: ChatClient): Promise<ScheduleCancel> =>
  (await device.receive('schedulecancel.dispatch', ({ data }) => data.reason !== null)).data;

/** A message of Bob that was refused at its time, because the room is locked. */
async function refused(more: object = {}): Promise<ScheduledMessage> {
  const { data: item } = await schedule(more);
  await lock(true);
  await cast.bobDevice.request('schedule.update', { id: item.id, send_at: ahead(1_500) });
  const { reason, ...present } = (await refusalOn(cast.bobDevice)) as ScheduledMessage & { reason: unknown };
  expect(reason).toEqual(present.refused);
  return present;
}

const listed = async (): Promise<readonly ScheduledMessage[]> =>
  (await cast.bobDevice.request('schedule.list', {})).data.scheduled;

const notified = (): Promise<{ readonly data: Notification }> => cast.bobDevice.receive('notification.dispatch');

describe('a scheduled message that its author may not send any more', () => {
  it('stays with its text and the reason, on all devices of its author', async () => {
    const { bobDevice, phone, bob } = cast;
    const deleted = await createGroup(phone, [{ user: bob, device: bobDevice }]);
    const left = await createGroup(phone, [{ user: bob, device: bobDevice }]);
    const rooms = [room.id, deleted.id, left.id];
    const extra_fields = { metadata: { a: 1 } };
    const send_at = ahead(1_500);
    for (const room_id of rooms) await schedule({ room_id, extra_fields, send_at });
    const away = await PrivateCopy.of(bobDevice);
    await lock(true);
    await phone.request('room.modify', { room_id: deleted.id, action: 'delete' });
    await phone.request('room.remove_members', { room_id: left.id, members: [bob.id] });
    const received = new Map<string, ScheduleCancel>();
    while (received.size < rooms.length) {
      const cancel = await refusalOn(bobDevice);
      received.set(cancel.room_id, cancel);
    }
    const reasons = [LOCKED, GONE, GONE];
    const common = { id: ANY_ID, content: 'too late', extra_fields, send_at };
    const expected = rooms.map((room_id, at) => ({
      ...common,
      room_id,
      created_at: ANY_TIME,
      updated_at: ANY_TIME,
      refused: reasons[at],
    }));
    expect(rooms.map((id) => received.get(id))).toEqual(expected.map((item) => ({ ...item, reason: item.refused })));
    const list = await listed();
    expect(rooms.map((id) => list.find(({ room_id }) => room_id === id))).toEqual(expected);
    // A device that was away learns the reasons by its sync.
    await away.sync(bobDevice);
    expect(away.view()).toMatchObject({ seq: 6, scheduled: expect.objectContaining({ length: 3 }) as object });
    expect(away.view()).toEqual((await PrivateCopy.of(bobLaptop)).view());
    const sent = (await phone.drain()).filter(({ eventType }) => eventType === 'message.dispatch');
    expect(sent).toEqual([]);
  });

  it('is refused, and not lost in silence, if its author sends another message with its id', async () => {
    const { data: item } = await schedule({ send_at: ahead(1_000) });
    await cast.bobDevice.request('message.send', { room_id: room.id, content: 'other', client_message_id: item.id });
    await expect(refusalOn(bobLaptop)).resolves.toMatchObject({ id: item.id, reason: { code: 4005 } });
    await expect(listed()).resolves.toMatchObject([{ id: item.id, content: 'too late', refused: { code: 4005 } }]);
  });

  it('counts as scheduled, and is what a retry of its schedule is answered with', async () => {
    const item = await refused();
    const again = await schedule({ client_message_id: item.id, content: 'other' });
    expect(again).toMatchObject({ data: item, meta: { changed: false } });
    await lock(false);
    for (let count = 1; count < MAX_SCHEDULED; count += 1) await schedule();
    const request = { room_id: room.id, content: 'one more', send_at: ahead(DAY_MS) };
    await expect(cast.bobDevice.expectRefused('message.schedule', request)).resolves.toMatchObject({ code: 4005 });
    const { data: cancelled } = await cast.bobDevice.request('schedule.cancel', { id: item.id });
    expect(cancelled).toEqual({ id: item.id, room_id: room.id, reason: null, removed: true });
    await schedule();
  });

  it('stays refused with another text, and is sent at another time', async () => {
    const item = await refused();
    await lock(false);
    const edited = await cast.bobDevice.request('schedule.update', { id: item.id, content: 'in time' });
    expect(edited.data).toEqual({ ...item, content: 'in time', updated_at: ANY_TIME });
    const { send_at } = item;
    const past = cast.bobDevice.expectRefused('schedule.update', { id: item.id, send_at });
    await expect(past).resolves.toMatchObject({ code: 4003 });
    const moved = await cast.bobDevice.request('schedule.update', { id: item.id, send_at: ahead(1_500) });
    expect(moved.data).toMatchObject({ content: 'in time', refused: null });
    const { data: message } = await cast.phone.receive('message.dispatch');
    expect(message).toMatchObject({ content: 'in time', client_message_id: item.id });
    const end = await bobLaptop.receive('messageschedule.dispatch', ({ data }) => 'message_id' in data);
    expect(end.data).toMatchObject({ id: item.id, message_id: message.id });
    await expect(listed()).resolves.toEqual([]);
  });

  it('is refused again, with another notification, if it may not be sent at another time either', async () => {
    const item = await refused();
    const { data: first } = await notified();
    await cast.bobDevice.request('schedule.update', { id: item.id, send_at: ahead(1_500) });
    await expect(refusalOn(cast.bobDevice)).resolves.toMatchObject({ id: item.id, content: 'too late' });
    const { data: second } = await notified();
    expect(second.id).not.toBe(first.id);
    expect((await snapshotOf(cast.bob)).data[room.id]).toMatchObject([{ id: second.id }]);
  });
});

describe('the notification of a refused scheduled message', () => {
  it('reaches connected devices, and the first frame until it is acknowledged', async () => {
    const item = await refused();
    const { data: notification } = await notified();
    const { content: _, refused: reason, ...rest } = item;
    expect(notification).toMatchObject({
      notification_type: 'SCHEDULE_REFUSED',
      created_at: ANY_TIME,
      // It has the keys of every message, for clients that know no other notification.
      message: {
        id: item.id,
        room: { id: room.id },
        sender: { id: cast.bob.id },
        content: '',
        is_deleted: true,
        seq: 0,
        client_message_id: item.id,
        attachments: [],
        reactions: [],
        mentions: [],
        parent_message: null,
      },
    });
    expect(notification.scheduled).toEqual({
      id: item.id,
      room_id: room.id,
      send_at: rest.send_at,
      refused: reason,
    });
    await expect(bobLaptop.receive('notification.dispatch')).resolves.toMatchObject({ data: notification });
    const message = await sendMessage(cast.phone, room, 'hello');
    const snapshot = await snapshotOf(cast.bob);
    expect(snapshot).toMatchObject({ total: 2, unread: { [room.id]: 1 } });
    expect(snapshot.data[room.id]).toEqual([notification, expect.objectContaining({ id: message.id })]);

    const notification_id = [notification.id, message.id];
    await cast.bobDevice.request('notification.acknowledge', { notification_id });
    await expect(snapshotOf(cast.bob)).resolves.toMatchObject({ data: {}, total: 0 });
    const again = await cast.bobDevice.request('notification.acknowledge', { notification_id });
    expect(again.meta).toMatchObject({ changed: false });
    await expect(listed()).resolves.toEqual([item]);
  });

  it('comes under a room that its author has left, and is acknowledged with it', async () => {
    const { data: item } = await schedule({ send_at: ahead(1_500) });
    await cast.bobDevice.request('room.leave', { room_id: room.id });
    const { data: notification } = await notified();
    await expect(snapshotOf(cast.bob)).resolves.toEqual({
      ...NOTHING,
      data: { [room.id]: [notification] },
      total: 1,
    });
    expect(notification.scheduled).toMatchObject({ id: item.id, refused: GONE });
    const request = { notification_id: notification.id, room_id: room.id };
    for (const device of [cast.phone, cast.carolDevice]) {
      await device.request('notification.acknowledge', { notification_id: notification.id });
    }
    await expect(snapshotOf(cast.bob)).resolves.toMatchObject({ total: 1 });
    await cast.bobDevice.request('notification.acknowledge', request);
    await expect(snapshotOf(cast.bob)).resolves.toEqual(NOTHING);
  });

  it.each([
    ['sets another time', (id: string) => cast.bobDevice.request('schedule.update', { id, send_at: ahead(DAY_MS) })],
    ['cancels the message', (id: string) => cast.bobDevice.request('schedule.cancel', { id })],
  ])('ends when its author %s', async (_what, end) => {
    const { id } = await refused();
    await expect(snapshotOf(cast.bob)).resolves.toMatchObject({ total: 1 });
    await end(id);
    await expect(snapshotOf(cast.bob)).resolves.toEqual(NOTHING);
  });
});
