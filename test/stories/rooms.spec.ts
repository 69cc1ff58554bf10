import type { Room } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { manyUsers, users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { ANY_TIME, ANY_ID, sendMessage, userView } from '../support/messaging.js';

/** The rules of a new room. */
const NO_RULES = { slow_mode_seconds: 0, message_ttl_seconds: null, max_message_length: null, media_allowed: true };

let parley: Service;
let alice: TestUser;
let bob: TestUser;
let carol: TestUser;
let outsider: TestUser;
let phone: ChatClient;
let laptop: ChatClient;
let bobDevice: ChatClient;
let carolDevice: ChatClient;
let outsiderDevice: ChatClient;

beforeAll(async () => {
  parley = await sharedService();
});

beforeEach(async () => {
  ({ alice, bob, carol, dave: outsider } = await users(parley, 'alice', 'bob', 'carol', 'dave'));
  [phone, laptop, bobDevice, carolDevice, outsiderDevice] = await Promise.all([
    alice.connect(),
    alice.connect(),
    bob.connect(),
    carol.connect(),
    outsider.connect(),
  ]);
});
afterEach(() => Promise.all([phone, laptop, bobDevice, carolDevice, outsiderDevice].map((device) => device.close())));

/** Every device in the room receives it, and no other. */
async function isReceivedBy(devices: ChatClient[], room: Room): Promise<void> {
  for (const device of devices) {
    await expect(device.drain()).resolves.toEqual([
      {
        eventType: 'roomcreate.dispatch',
        data: room,
        room_id: room.id,
        seq: room.last_seq,
        ...(room.type !== 'OneToOneChat' && { notice: expect.objectContaining({ kind: 'created' }) as object }),
      },
    ]);
  }
  for (const device of [phone, laptop, bobDevice, carolDevice, outsiderDevice]) {
    if (!devices.includes(device)) await expect(device.drain()).resolves.toEqual([]);
  }
}

describe('room.create of a OneToOneChat', () => {
  it('creates a room of two users, and notifies all devices of both', async () => {
    const created = await phone.request('room.create', { type: 'OneToOneChat', participants: [bob.id] });
    expect(created).toEqual({
      eventType: 'roomcreate.dispatch',
      request_id: expect.any(String) as string,
      room_id: created.data.id,
      seq: created.data.last_seq,
      data: {
        type: 'OneToOneChat',
        id: ANY_ID,
        created_at: ANY_TIME,
        updated_at: ANY_TIME,
        property: { preferences: {} },
        member_count: 2,
        reactions: 'one',
        last_seq: expect.any(Number) as number,
        participants: [userView(alice), userView(bob)],
      },
    });
    await isReceivedBy([laptop, bobDevice], created.data);
  });

  it('returns the existing room the second time, only to the requester, from either side', async () => {
    const { data: room } = await phone.request('room.create', { type: 'OneToOneChat', participants: [bob.id] });
    await isReceivedBy([laptop, bobDevice], room);
    for (const [requester, other] of [
      [phone, bob],
      [laptop, bob],
      [bobDevice, alice],
    ] as const) {
      const again = await requester.request('room.create', { type: 'OneToOneChat', participants: [other.id] });
      expect(again).toMatchObject({ data: { id: room.id }, meta: { created: false } });
    }
    await isReceivedBy([], room);
  });

  it('accepts both users as participants, or the other one alone', async () => {
    const { data: room } = await phone.request('room.create', {
      type: 'OneToOneChat',
      participants: [alice.id, bob.id],
    });
    expect(room.member_count).toBe(2);
  });

  it('creates one room for two users who request it concurrently, for twenty pairs', async () => {
    const everyone = await manyUsers(parley, 40);
    const devices = await Promise.all(everyone.map((user) => user.connect()));
    const pairs = Array.from({ length: 20 }, (_, at) => [2 * at, 2 * at + 1] as const);
    const request = (requester: number, other: number) =>
      devices[requester]!.request('room.create', { type: 'OneToOneChat', participants: [everyone[other]!.id] });
    const answers = await Promise.all(pairs.map(([one, two]) => Promise.all([request(one, two), request(two, one)])));
    for (const [at, [first, second]] of answers.entries()) {
      expect(first.data.id).toBe(second.data.id);
      const [maker, finder] = first.meta ? [second, first] : [first, second];
      expect([maker.meta, finder.meta]).toEqual([undefined, { created: false }]);
      const ofFinder = devices[pairs[at]![finder === first ? 0 : 1]]!;
      await expect(ofFinder.receive('roomcreate.dispatch')).resolves.toMatchObject({ data: { id: first.data.id } });
    }
    expect(new Set(answers.map(([{ data }]) => data.id)).size).toBe(20);
    for (const device of devices) {
      await expect(device.drain()).resolves.toEqual([]);
      await device.close();
    }
  });
});

describe('room.create of a GroupChat', () => {
  it('creates a room with all given values', async () => {
    const requested = {
      type: 'GroupChat',
      name: 'Les <b>amis</b> 🦜',
      participants: [bob.id, carol.id],
      description: 'a < b && c > d',
      extra_fields: {
        avatar: 'https://example.org/parrot.png',
        join_approval_required: true,
        group_locked: true,
        max_participants: 3,
        property: { preferences: { colour: 'red', 'nul\u0000': ['\u0000', { deep: [1, null, true, 1.5] }] } },
      },
    };
    const { data: room } = await phone.request('room.create', requested);
    expect(room).toEqual({
      type: 'GroupChat',
      id: ANY_ID,
      created_at: ANY_TIME,
      updated_at: ANY_TIME,
      property: requested.extra_fields.property,
      member_count: 3,
      reactions: 'one',
      last_seq: expect.any(Number) as number,
      name: requested.name,
      description: requested.description,
      avatar: requested.extra_fields.avatar,
      creator: userView(alice),
      participants: [userView(alice), userView(bob), userView(carol)],
      admins: [userView(alice)],
      max_participants: 3,
      join_approval_required: true,
      group_locked: true,
      ...NO_RULES,
    });
    await isReceivedBy([laptop, bobDevice, carolDevice], room);
  });

  it('keeps preferences with any keys unchanged', async () => {
    const preferences: unknown = JSON.parse(
      '{"__proto__": {"a": 1}, "constructor": {"prototype": 2}, "toString": "x", "": [{"__proto__": 3}], "\\u0001": 1e-7}',
    );
    const requested = { type: 'GroupChat', name: 'Kept', extra_fields: { property: { preferences } } };
    const { data: room } = await phone.request('room.create', requested);
    expect(JSON.stringify(sorted(room.property.preferences))).toBe(JSON.stringify(sorted(preferences)));
  });

  it('creates a room of the creator alone if no participants are given', async () => {
    const { data: room } = await phone.request('room.create', { type: 'GroupChat', name: 'Me' });
    expect(room).toMatchObject({
      property: { preferences: {} },
      member_count: 1,
      description: '',
      avatar: null,
      participants: [userView(alice)],
      max_participants: 100,
      join_approval_required: false,
      group_locked: false,
      ...NO_RULES,
    });
    await isReceivedBy([laptop], room);
  });

  it('counts each participant once, including the creator', async () => {
    const participants = [bob.id, alice.id, bob.id];
    const { data: room } = await phone.request('room.create', { type: 'GroupChat', name: 'Two', participants });
    expect(room).toMatchObject({ member_count: 2, participants: [userView(alice), userView(bob)] });
  });

  it('creates another room each time', async () => {
    const requested = { type: 'GroupChat', name: 'Again', participants: [bob.id] };
    const [first, second] = [
      await phone.request('room.create', requested),
      await phone.request('room.create', requested),
    ];
    expect(first.data.id).not.toBe(second.data.id);
  });

  it('adds all connected devices of its members, which receive the messages of the room', async () => {
    const { data: room } = await phone.request('room.create', {
      type: 'GroupChat',
      name: 'Us',
      participants: [bob.id],
    });
    await isReceivedBy([laptop, bobDevice], room);
    await sendMessage(bobDevice, room, 'hello');
    for (const device of [phone, laptop]) {
      await expect(device.receive('message.dispatch')).resolves.toMatchObject({ data: { content: 'hello' } });
    }
    await expect(outsiderDevice.drain()).resolves.toEqual([]);
  });
});

describe('room.create of a Channel', () => {
  it('creates a room with all given values', async () => {
    const requested = {
      type: 'Channel',
      name: 'News',
      subscribers: [bob.id, carol.id],
      description: 'What happened',
      extra_fields: {
        is_public: true,
        avatar: 'http://example.org/news.png',
        max_subscribers: 10,
        property: { preferences: { pinned: true } },
      },
    };
    const { data: room } = await phone.request('room.create', requested);
    expect(room).toEqual({
      type: 'Channel',
      id: ANY_ID,
      created_at: ANY_TIME,
      updated_at: ANY_TIME,
      property: requested.extra_fields.property,
      member_count: 3,
      reactions: 'one',
      last_seq: expect.any(Number) as number,
      name: 'News',
      description: 'What happened',
      avatar: requested.extra_fields.avatar,
      creator: userView(alice),
      subscribers: [userView(alice), userView(bob), userView(carol)],
      moderators: [userView(alice)],
      max_subscribers: 10,
      is_public: true,
      posting: 'moderators',
      ...NO_RULES,
    });
    await isReceivedBy([laptop, bobDevice, carolDevice], room);
  });

  it('accepts subscribers as participants too, and has its own defaults', async () => {
    const { data: room } = await phone.request('room.create', {
      type: 'Channel',
      name: 'News',
      participants: [bob.id],
    });
    expect(room).toMatchObject({
      subscribers: [userView(alice), userView(bob)],
      max_subscribers: 300,
      is_public: false,
      avatar: null,
    });
  });
});

/** With the keys of its objects in order: inherited keys do not count, an own key __proto__ does. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, item]) => [key, sorted(item)]);
}
