import type { GroupChat } from '@parley/protocol';
import fc from 'fast-check';

import { closeCast, connectCastInGroup } from '../support/cast.js';
import type { Cast } from '../support/cast.js';
import type { ChatClient } from '../support/chat-client.js';
import { createGroup, sendMessage } from '../support/messaging.js';
import { PrivateCopy } from '../support/private-state.js';
import { sampled } from '../support/sample.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

/** So many changes take a slow machine longer than one answer may. */
const LONG_MS = 90_000;
const NOT_THERE = '01980000-0000-7000-8000-000000000000';
/** The number of latest changes that a private log keeps. */
const KEPT_CHANGES = 1_000;

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

const favourite = (device: ChatClient, isFavourite = true, roomId = room.id) =>
  device.request('room.favourite', { room_id: roomId, favourite: isFavourite });

const archive = (device: ChatClient, archived = true) => device.request('room.archive', { room_id: room.id, archived });

const markUnread = (device: ChatClient, from_seq: number) =>
  device.request('room.mark_unread', { room_id: room.id, from_seq });

/** The ids of the rooms in a list. */
async function listed(device: ChatClient, archived?: boolean): Promise<string[]> {
  const { data } = await device.request('room.list', archived === undefined ? {} : { archived });
  return data.map(({ id }) => id);
}

async function entry(device: ChatClient, archived = false): Promise<object | undefined> {
  const { data } = await device.request('room.list', { archived });
  return data.find(({ id }) => id === room.id);
}

describe('room.favourite', () => {
  it('reaches all devices of the user with the next private number, and nobody else', async () => {
    const { phone, laptop, bobDevice } = cast;
    const { request_id: _id, ...answer } = await favourite(phone);
    expect(answer).toEqual({
      eventType: 'roomfavourite.dispatch',
      data: { room_id: room.id, favourite: true },
      private_seq: 1,
    });
    await expect(laptop.receive('roomfavourite.dispatch')).resolves.toEqual(answer);
    await expect(favourite(laptop, false)).resolves.toMatchObject({
      data: { room_id: room.id, favourite: false, removed: true },
      private_seq: 2,
    });
    await expect(phone.receive('roomfavourite.dispatch')).resolves.toMatchObject({ private_seq: 2 });
    await expect(bobDevice.drain()).resolves.toEqual([]);
  });

  it('takes no number if nothing changes', async () => {
    await favourite(cast.phone);
    const again = await favourite(cast.phone);
    expect(again).toMatchObject({ data: { favourite: true }, meta: { changed: false } });
    expect(again.private_seq).toBeUndefined();
    await expect(cast.laptop.receive('roomfavourite.dispatch')).resolves.toMatchObject({ private_seq: 1 });
    await expect(cast.laptop.drain()).resolves.toEqual([]);
  });

  it('shows in room.list, and ends with the membership', async () => {
    await favourite(cast.bobDevice);
    await expect(entry(cast.bobDevice)).resolves.toMatchObject({ favourite: true });
    await expect(entry(cast.phone)).resolves.toMatchObject({ favourite: false, archived: false });
    await cast.bobDevice.request('room.leave', { room_id: room.id });
    await cast.phone.request('room.modify', { room_id: room.id, action: 'update', data: { name: 'Without Bob' } });
    await expect(
      cast.bobDevice.expectRefused('room.favourite', { room_id: room.id, favourite: true }),
    ).resolves.toMatchObject({
      code: 4004,
    });
    await expect(PrivateCopy.of(cast.bobDevice)).resolves.toMatchObject({ seq: 1 });
  });

  it.each([
    ['room.favourite', { favourite: true }],
    ['room.archive', { archived: true }],
    ['room.mark_unread', { from_seq: 1 }],
  ])('refuses %s to those who are not in the room', async (event, data) => {
    for (const room_id of [room.id, NOT_THERE]) {
      const { code, detail } = await cast.carolDevice.expectRefused(event, { room_id, ...data });
      expect({ code, detail }).toEqual({ code: 4004, detail: 'No such room.' });
    }
  });
});

describe('room.archive', () => {
  it('hides the room from room.list until its next message', async () => {
    const { phone, bobDevice } = cast;
    await sendMessage(bobDevice, room, 'before');
    const { data } = await archive(phone);
    expect(data).toEqual({ room_id: room.id, archived: true, archived_seq: 2 });
    await expect(listed(phone)).resolves.toEqual([]);
    await expect(listed(phone, false)).resolves.toEqual([]);
    await expect(listed(phone, true)).resolves.toEqual([room.id]);
    await expect(entry(phone, true)).resolves.toMatchObject({ archived: true });
    await expect(listed(bobDevice)).resolves.toEqual([room.id]);
    await phone.request('room.modify', { room_id: room.id, action: 'update', data: { name: 'Quiet' } });
    await expect(listed(phone)).resolves.toEqual([]);
    await sendMessage(bobDevice, room, 'after');
    await expect(listed(phone)).resolves.toEqual([room.id]);
    await expect(listed(phone, true)).resolves.toEqual([]);
    await expect(entry(phone)).resolves.toMatchObject({ archived: false });
  });

  it('hides a room without messages, and shows it again on request', async () => {
    await archive(cast.phone);
    await expect(listed(cast.phone)).resolves.toEqual([]);
    await archive(cast.phone, false);
    await expect(listed(cast.phone)).resolves.toEqual([room.id]);
  });

  it('hides the room from each page of the list', async () => {
    const others = [];
    for (const name of ['a', 'b', 'c']) others.push(await createGroup(cast.phone, [], name));
    await archive(cast.phone);
    const { data: first, meta } = await cast.phone.request('room.list', { limit: 2 });
    const { data: second } = await cast.phone.request('room.list', { limit: 2, cursor: meta!.next_cursor });
    expect([...first, ...second].map(({ id }) => id)).toEqual(others.map(({ id }) => id).reverse());
  });
});

describe('room.mark_unread', () => {
  it('shows the room as unread on all devices until the user reads in it, and moves no receipts', async () => {
    const { phone, laptop, bobDevice } = cast;
    const message = await sendMessage(bobDevice, room, 'read me');
    await phone.request('message.read', { room_id: room.id, up_to_seq: message.seq });
    for (const device of [phone, laptop, bobDevice]) await device.drain();
    await markUnread(phone, message.seq);
    await expect(laptop.receive('roommarkunread.dispatch')).resolves.toMatchObject({
      data: { room_id: room.id, from_seq: message.seq },
    });
    const marked = { marked_unread_seq: message.seq, unread_count: 0, last_read_seq: message.seq };
    await expect(entry(laptop)).resolves.toMatchObject(marked);
    await expect(bobDevice.drain()).resolves.toEqual([]);

    const read = await laptop.request('message.read', { room_id: room.id, up_to_seq: message.seq });
    expect(read.meta).toMatchObject({ changed: true });
    for (const device of [phone, laptop]) {
      await expect(device.receive('roommarkunread.dispatch')).resolves.toMatchObject({
        data: { room_id: room.id, from_seq: null, removed: true },
        private_seq: 2,
      });
    }
    await expect(entry(phone)).resolves.toMatchObject({ marked_unread_seq: null });
  });

  it('is lifted by reading a message by its id', async () => {
    const message = await sendMessage(cast.bobDevice, room, 'read me');
    await markUnread(cast.phone, message.seq);
    await cast.phone.request('message.read', { message_id: message.id });
    await expect(
      cast.phone.receive('roommarkunread.dispatch', ({ data }) => data.from_seq === null),
    ).resolves.toBeDefined();
    await markUnread(cast.phone, message.seq);
    const again = await cast.phone.request('message.read', { message_id: [message.id] });
    expect(again.meta).toEqual({ changed: true });
    await expect(entry(cast.phone)).resolves.toMatchObject({ marked_unread_seq: null });
  });

  it('accepts no number above the latest one of the room', async () => {
    const { seq } = await sendMessage(cast.bobDevice, room, 'the last');
    await markUnread(cast.phone, seq);
    await expect(
      cast.phone.expectRefused('room.mark_unread', { room_id: room.id, from_seq: seq + 1 }),
    ).resolves.toMatchObject({ code: 4003, detail: { from_seq: [`Must be at most ${String(seq)}.`] } });
  });
});

describe('session.sync of the private state', () => {
  it('returns nothing of it to a client that does not ask for it', async () => {
    await favourite(cast.phone);
    const { data } = await cast.phone.request('session.sync', { rooms: {} });
    expect(data).not.toHaveProperty('private');
  });

  it('returns the items that have changed since, each once and as it is now, and the first frame has the number', async () => {
    await favourite(cast.phone);
    const early = await PrivateCopy.of(cast.phone);
    await favourite(cast.phone, false);
    await archive(cast.phone);
    await markUnread(cast.phone, 1);
    await favourite(cast.phone);
    const requestId = cast.phone.sendRequest('session.sync', { private_seq: early.seq });
    await expect(cast.phone.response(requestId)).resolves.toMatchObject({
      data: {
        complete: false,
        rooms: [],
        left: [],
        private: {
          seq: 5,
          reset: false,
          archived: [{ room_id: room.id, archived: true, archived_seq: 1 }],
          marks: [{ room_id: room.id, from_seq: 1 }],
          favourites: [{ room_id: room.id, favourite: true }],
        },
      },
    });
    await expect(cast.phone.response(requestId)).resolves.toMatchObject({ data: { complete: true } });
    const device = await cast.alice.open();
    await expect(device.receive('chat.notifications')).resolves.toMatchObject({ meta: { private_seq: 5 } });
    await device.close();
  });

  it('returns everything to a client with a number ahead of the service, or of another epoch', async () => {
    await favourite(cast.phone);
    const ahead = new PrivateCopy();
    ahead.seq = 2;
    await ahead.sync(cast.phone);
    const ofAnotherEpoch = new PrivateCopy();
    ofAnotherEpoch.seq = 1;
    await ofAnotherEpoch.sync(cast.phone, NOT_THERE);
    const anew = await PrivateCopy.of(cast.phone);
    expect(anew.resets).toBe(0);
    for (const copy of [ahead, ofAnotherEpoch]) {
      expect(copy.resets).toBe(1);
      expect(copy.view()).toEqual(anew.view());
    }
  });

  it('brings a client to the present state, however far it is behind', async () => {
    await archive(cast.phone);
    const far = await PrivateCopy.of(cast.phone);
    for (let at = 0; at < KEPT_CHANGES; at += 1)
      cast.phone.sendRequest('room.favourite', { room_id: room.id, favourite: at % 2 === 0 });
    const last = cast.phone.sendRequest('room.mark_unread', { room_id: room.id, from_seq: 1 });
    await cast.phone.response(last, LONG_MS);
    const near = far.clone();
    near.seq += 1;
    await Promise.all([far.sync(cast.phone), near.sync(cast.laptop)]);
    expect([far.resets, near.resets]).toEqual([1, 0]);
    expect(far.view()).toMatchObject({ seq: KEPT_CHANGES + 2, marks: [{ from_seq: 1 }], favourites: [] });
    expect(far.view()).toMatchObject({ archived: [{ room_id: room.id }] });
  });

  it('and the live frames lead all devices through any history to the same state', async () => {
    const act = fc.oneof(
      fc.record({ event: fc.constant('room.favourite'), data: fc.record({ favourite: fc.boolean() }) }),
      fc.record({ event: fc.constant('room.archive'), data: fc.record({ archived: fc.boolean() }) }),
      fc.record({ event: fc.constant('room.mark_unread'), data: fc.record({ from_seq: fc.constantFrom(1, 2) }) }),
      fc.record({ event: fc.constant('message.read'), data: fc.constant({ up_to_seq: 2 }) }),
      fc.record({ event: fc.constant('draft.set'), data: fc.record({ content: fc.constantFrom('a', 'b', '') }) }),
      fc.record({ event: fc.constant('message.send'), data: fc.constant({ content: 'sent' }) }),
    );
    const step = fc.record({ act, device: fc.constantFrom('phone' as const, 'laptop' as const), where: fc.nat(2) });
    const other = await createGroup(cast.phone, [], 'Other');
    const third = await createGroup(cast.phone, [], 'Third');
    const rooms = [room, other, third];
    for (const each of rooms) await sendMessage(cast.phone, each, 'something');
    await cast.laptop.drain();
    const copies = { phone: await PrivateCopy.of(cast.phone), laptop: await PrivateCopy.of(cast.laptop) };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const earlier: PrivateCopy[] = [];
        for (const { act: each, device, where } of steps) {
          const target = cast[device];
          target.sendRequest(each.event, { room_id: rooms[where]!.id, ...each.data });
          // Changes of one room are requested at once by both devices, the others one after the other.
          if (where === 0) continue;
          copies[device].receive(await target.drain());
          earlier.push(await PrivateCopy.of(target));
        }
        for (const name of ['phone', 'laptop'] as const) copies[name].receive(await cast[name].drain());
        const present = await PrivateCopy.of(cast.phone);
        for (const name of ['phone', 'laptop'] as const) {
          await copies[name].receiveUntil(cast[name], present.seq);
          expect(copies[name].view()).toEqual(present.view());
        }
        for (const copy of earlier) {
          await copy.sync(cast.laptop);
          expect(copy.view()).toEqual(present.view());
        }
      }),
      { numRuns: sampled(8) },
    );
  });
});
