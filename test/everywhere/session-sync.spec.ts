import type { Message, SyncedRoom } from '@parley/protocol';

import { closeDevices, createMembersFixture } from '../support/members-fixture.js';
import type { MembersFixture } from '../support/members-fixture.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { allReceive, sendMessage } from '../support/messaging.js';

const MAX_GAP = 1_000;
const NEWEST = 50;
const NOT_THERE = '01980000-0000-7000-8000-000000000000';

let parley: Service;
let home: MembersFixture;

beforeAll(async () => {
  parley = await sharedService();
});
beforeEach(async () => {
  home = await createMembersFixture(parley);
});
afterEach(async () => {
  const { phone, laptop, bobDevice, carolDevice, carolSecondDevice, daveDevice } = home;
  for (const device of [phone, laptop, bobDevice, carolDevice, carolSecondDevice, daveDevice]) await device.drain();
  await closeDevices(phone, laptop, bobDevice, carolDevice, carolSecondDevice, daveDevice);
});

/** Bob has the group up to this number. @returns what he misses of it */
async function missed(position: number): Promise<SyncedRoom> {
  const { data } = await home.bobDevice.request('session.sync', { rooms: { [home.room.id]: position } });
  expect(data).toMatchObject({ complete: true, left: [] });
  expect(data.rooms).toHaveLength(1);
  return data.rooms[0]!;
}

const marks = (seqs: Partial<Record<'alice' | 'bob' | 'carol', number>>, otherwise: number): object[] =>
  (['alice', 'bob', 'carol'] as const).map((name) => ({
    user_id: home[name].id,
    delivered_seq: seqs[name] ?? otherwise,
    read_seq: seqs[name] ?? otherwise,
  }));

async function sendMany(count: number): Promise<Message[]> {
  const requested = Array.from({ length: count }, (_, at) =>
    home.phone.sendRequest('message.send', { room_id: home.room.id, content: `message ${String(at + 1)}` }),
  );
  const messages: Message[] = [];
  for (const requestId of requested) messages.push((await home.phone.response(requestId)).data as Message);
  return messages;
}

describe('session.sync of a new client', () => {
  it('returns each of its rooms, with all messages of a short room', async () => {
    const first = await sendMessage(home.phone, home.room, 'hello');
    const second = await sendMessage(home.bobDevice, home.room, 'hi');
    const { data: chat } = await home.bobDevice.request('room.create', {
      type: 'OneToOneChat',
      participants: [home.carol.id],
    });
    const { data: room } = await home.bobDevice.request('room.info', { room_id: home.room.id });
    const { data } = await home.bobDevice.request('session.sync', {});
    expect(data).toEqual({
      complete: true,
      left: [],
      rooms: [
        {
          room_id: home.room.id,
          last_seq: second.seq,
          reset: false,
          room,
          messages: [first, second],
          marks: marks({}, 1),
        },
        {
          room_id: chat.id,
          last_seq: 1,
          reset: false,
          room: chat,
          messages: [],
          marks: [home.bob, home.carol].map(({ id }) => ({ user_id: id, delivered_seq: 1, read_seq: 1 })),
        },
      ],
    });
    await expect(home.daveDevice.request('session.sync', { rooms: {} })).resolves.toMatchObject({
      data: { complete: true, rooms: [], left: [] },
    });
  });

  it('returns the newest messages of a long room, and that there are older ones', async () => {
    const messages = await sendMany(NEWEST);
    const { data: all } = await home.carolDevice.request('session.sync', { rooms: null });
    expect(all.rooms).toMatchObject([{ reset: false, messages }]);
    const last = await sendMessage(home.phone, home.room, 'one more');
    const { data: newest } = await home.carolDevice.request('session.sync', {});
    expect(newest.rooms).toMatchObject([{ reset: true, last_seq: last.seq, room: { last_seq: last.seq } }]);
    expect(newest.rooms[0]!.messages).toEqual([...messages.slice(1), last]);
  });
});

describe('session.sync of a client that was offline', () => {
  it('returns new and changed messages in their present state, and deleted ones', async () => {
    const [old, edited, reacted, deleted] = await sendMany(4);
    const reply = (
      await home.phone.request('message.send', {
        room_id: home.room.id,
        content: 'a reply',
        extra_fields: { parent_message_id: edited!.id },
      })
    ).data;
    await home.phone.request('message.modify', {
      action: 'update',
      message_id: edited!.id,
      extra_fields: { content: 'edited' },
    });
    await home.carolDevice.request('message.react', { type: 'add', message_id: reacted!.id, reaction_content: '🦜' });
    const { seq } = await home.phone.request('message.modify', { action: 'delete', message_id: deleted!.id });
    const fresh = await sendMessage(home.phone, home.room, 'new');

    const part = await missed(reply.seq);
    expect(part).toMatchObject({ last_seq: fresh.seq, reset: false, room: null, marks: marks({}, 1) });
    expect(part.messages).toHaveLength(5);
    expect(part.messages.map(({ id }) => id).slice(2)).toEqual([reacted!.id, deleted!.id, fresh.id]);
    expect(part.messages).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: edited!.id, content: 'edited', is_edited: true }),
        expect.objectContaining({
          id: reply.id,
          parent_message: expect.objectContaining({ content: 'edited' }) as object,
        }),
        expect.objectContaining({ id: reacted!.id, reactions: [expect.objectContaining({ reaction_content: '🦜' })] }),
        { id: deleted!.id, is_deleted: true },
        fresh,
      ]),
    );
    expect((await missed(seq! - 1)).messages).toEqual([{ id: deleted!.id, is_deleted: true }, fresh]);
    expect((await missed(old!.seq - 1)).messages.map(({ id }) => id)[0]).toBe(old!.id);
  });

  it('returns a changed room, and the marks of all members', async () => {
    const { seq } = await sendMessage(home.phone, home.room, 'hello');
    await home.bobDevice.request('message.read', { room_id: home.room.id, up_to_seq: seq });
    expect(await missed(seq)).toMatchObject({ last_seq: seq, room: null, messages: [] });
    const changed = await home.phone.request('room.modify', {
      room_id: home.room.id,
      action: 'update',
      data: { name: 'Old friends' },
    });
    const { data: room } = await home.phone.request('room.info', { room_id: home.room.id });
    expect(room).toMatchObject(changed.data);
    expect(await missed(seq)).toEqual({
      room_id: home.room.id,
      last_seq: changed.seq,
      reset: false,
      room,
      messages: [],
      marks: marks({ bob: seq }, 1),
    });
    expect(await missed(changed.seq!)).toMatchObject({ last_seq: changed.seq, room: null, messages: [] });
  });

  it('lists the rooms that the client is no member of', async () => {
    const { data: over } = await home.phone.request('room.create', {
      type: 'GroupChat',
      name: 'x',
      participants: [home.bob.id],
    });
    await home.phone.request('room.modify', { room_id: over.id, action: 'delete', data: {} });
    await home.phone.request('room.remove_members', { room_id: home.room.id, members: [home.bob.id] });
    const rooms = { [home.room.id.toUpperCase()]: 1, [over.id]: 1, [NOT_THERE]: 7 };
    const { data } = await home.bobDevice.request('session.sync', { rooms });
    expect(data).toEqual({ complete: true, rooms: [], left: expect.any(Array) as unknown });
    expect([...data.left].sort()).toEqual([home.room.id, over.id, NOT_THERE].sort());
  });

  it("returns the originals of messages forwarded from the user's own rooms, and of no others", async () => {
    const { data: secret } = await home.phone.request('room.create', {
      type: 'GroupChat',
      name: 'x',
      participants: [home.bob.id],
    });
    const source = await sendMessage(home.phone, secret, 'between us');
    await allReceive([home.laptop, home.bobDevice], 'message.dispatch');
    const extra_fields = { forwarded_from_id: source.id };
    await home.phone.request('message.send', { room_id: home.room.id, content: 'look', extra_fields });
    const readBy = async (device: MembersFixture['bobDevice']): Promise<unknown> => {
      const { data } = await device.request('session.sync', { rooms: { [home.room.id]: 1 } });
      return data.rooms.find(({ room_id }) => room_id === home.room.id)!.messages;
    };
    await expect(readBy(home.bobDevice)).resolves.toMatchObject([{ forwarded_from: { content: 'between us' } }]);
    await expect(readBy(home.carolDevice)).resolves.toMatchObject([{ is_forwarded: true, forwarded_from: null }]);
  });
});

describe('session.sync of a client that is too far behind or ahead', () => {
  it('resets a room at one number more than the limit, and not before', async () => {
    const messages = await sendMany(MAX_GAP);
    const last = messages.at(-1)!;
    const { data } = await home.bobDevice.request('session.sync', {
      rooms: { [home.room.id]: last.seq - MAX_GAP - 1 },
    });
    expect(data).toMatchObject({
      complete: true,
      rooms: [{ reset: true, last_seq: last.seq, room: { id: home.room.id, last_seq: last.seq } }],
    });
    expect(data.rooms[0]!.messages).toEqual(messages.slice(-NEWEST));
    const requestId = home.bobDevice.sendRequest('session.sync', {
      rooms: { [home.room.id]: last.seq - MAX_GAP },
    });
    const { data: first } = await home.bobDevice.response(requestId);
    expect(first).toMatchObject({ complete: false, rooms: [{ reset: false, room: null, marks: [] }] });
  });

  it('resets a room if the client has a higher number than the server', async () => {
    const message = await sendMessage(home.phone, home.room, 'from a backup');
    expect(await missed(message.seq)).toMatchObject({ reset: false, messages: [] });
    expect(await missed(message.seq + 1)).toMatchObject({
      reset: true,
      last_seq: message.seq,
      room: { id: home.room.id },
      messages: [message],
      marks: marks({}, 1),
    });
  });
});

describe('session.sync with invalid rooms', () => {
  it.each([
    ['a list', [], 'Must be an object of UUIDs and integers, none of them negative.'],
    ['a key that is no UUID', { lobby: 1 }, 'Must be an object of UUIDs and integers, none of them negative.'],
    ['a number as text', { [NOT_THERE]: '1' }, 'Must be an object of UUIDs and integers, none of them negative.'],
    ['a fractional number', { [NOT_THERE]: 1.5 }, 'Must be an object of UUIDs and integers, none of them negative.'],
    ['a negative number', { [NOT_THERE]: -1 }, 'Must be an object of UUIDs and integers, none of them negative.'],
    [
      'the same room twice',
      { [NOT_THERE.replace(/8/g, 'a')]: 1, [NOT_THERE.replace(/8/g, 'A')]: 2 },
      'Must name each id once.',
    ],
  ])('is refused: %s', async (_, rooms, reason) => {
    const refused = await home.bobDevice.expectRefused('session.sync', { rooms });
    expect(refused).toMatchObject({ code: 4003, detail: { rooms: [reason] } });
  });
});
