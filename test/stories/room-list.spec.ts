import type { Room, RoomListEntry } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { ANY_TIME, createGroup, sendMessage, userView } from '../support/messaging.js';

let parley: Service;
let alice: TestUser;
let bob: TestUser;
let phone: ChatClient;
let laptop: ChatClient;
let bobDevice: ChatClient;

beforeAll(async () => {
  parley = await sharedService();
});

// Users whose rooms no other story uses.
beforeEach(async () => {
  ({ alice, bob } = await users(parley, 'alice', 'bob'));
  [phone, laptop, bobDevice] = await Promise.all([alice.connect(), alice.connect(), bob.connect()]);
});

const roomsOf = async (device: ChatClient): Promise<readonly RoomListEntry[]> =>
  (await device.request('room.list', {})).data;

const entryOf = async (device: ChatClient, { id }: Pick<Room, 'id'>): Promise<RoomListEntry | undefined> =>
  (await roomsOf(device)).find((entry) => entry.id === id);

/** The fields of preferences that the user has not set. */
const NOT_PREFERRED = { favourite: false, archived: false, marked_unread_seq: null, notify: null };

/** The rules of a new room. */
const NO_RULES = { slow_mode_seconds: 0, message_ttl_seconds: null, max_message_length: null, media_allowed: true };

const idsOf = (rooms: readonly Pick<Room, 'id'>[]): string[] => rooms.map(({ id }) => id);

const bobIsHere = (): { user: TestUser; device: ChatClient } => ({ user: bob, device: bobDevice });

describe('room.list', () => {
  it('returns no rooms to a user without any, and only to the requester', async () => {
    await createGroup(bobDevice, []);
    const requested = phone.sendRequest('room.list', {});
    await expect(phone.response(requested)).resolves.toEqual({
      eventType: 'roomlist.dispatch',
      data: [],
      request_id: requested,
      meta: { next_cursor: null },
    });
    for (const device of [phone, laptop]) await expect(device.drain()).resolves.toEqual([]);
  });

  it('returns a OneToOneChat to each of its two users with the other', async () => {
    const { data: chat } = await phone.request('room.create', { type: 'OneToOneChat', participants: [bob.id] });
    const message = await sendMessage(phone, chat, 'hello');
    const common = {
      type: 'OneToOneChat',
      id: chat.id,
      created_at: chat.created_at,
      updated_at: chat.updated_at,
      property: { preferences: {} },
      member_count: 2,
      reactions: 'one',
      last_seq: message.seq,
      last_message: message,
      last_read_seq: 1,
      ...NOT_PREFERRED,
      unread_mentions: 0,
    };
    await expect(roomsOf(phone)).resolves.toEqual([{ ...common, peer: userView(bob), unread_count: 0 }]);
    await expect(roomsOf(bobDevice)).resolves.toEqual([{ ...common, peer: userView(alice), unread_count: 1 }]);
  });

  it('returns a group without the lists of its members', async () => {
    const property = { preferences: { colour: 'blue\u0000' } };
    const extra_fields = { avatar: 'https://example.com/a.png', group_locked: true, max_participants: 5, property };
    const named = { name: 'Friends', description: 'of ours \u0000' };
    const { data: group } = await phone.request('room.create', {
      type: 'GroupChat',
      ...named,
      participants: [bob.id],
      extra_fields,
    });
    await expect(roomsOf(bobDevice)).resolves.toEqual([
      {
        type: 'GroupChat',
        id: group.id,
        created_at: ANY_TIME,
        updated_at: ANY_TIME,
        property,
        member_count: 2,
        reactions: 'one',
        last_seq: 1,
        ...named,
        avatar: 'https://example.com/a.png',
        creator: userView(alice),
        max_participants: 5,
        join_approval_required: false,
        group_locked: true,
        last_message: null,
        unread_count: 0,
        unread_mentions: 0,
        last_read_seq: 1,
        ...NOT_PREFERRED,
        ...NO_RULES,
      },
    ]);
  });

  it('returns a channel without the lists of its members', async () => {
    const { data: channel } = await phone.request('room.create', {
      type: 'Channel',
      name: 'News',
      subscribers: [bob.id],
      extra_fields: { is_public: true },
    });
    await expect(roomsOf(bobDevice)).resolves.toEqual([
      {
        type: 'Channel',
        id: channel.id,
        created_at: ANY_TIME,
        updated_at: ANY_TIME,
        property: { preferences: {} },
        member_count: 2,
        reactions: 'one',
        last_seq: 1,
        name: 'News',
        description: '',
        avatar: null,
        creator: userView(alice),
        max_subscribers: 300,
        is_public: true,
        posting: 'moderators',
        last_message: null,
        unread_count: 0,
        unread_mentions: 0,
        last_read_seq: 1,
        ...NOT_PREFERRED,
        ...NO_RULES,
      },
    ]);
  });

  it('sorts by the latest message, and a room without one by its creation', async () => {
    const first = await createGroup(phone, []);
    const second = await createGroup(phone, []);
    const third = await createGroup(phone, []);
    expect(idsOf(await roomsOf(phone))).toEqual(idsOf([third, second, first]));
    await sendMessage(phone, first, 'hello');
    expect(idsOf(await roomsOf(phone))).toEqual(idsOf([first, third, second]));
    await sendMessage(phone, second, 'hello');
    await sendMessage(phone, first, 'again');
    const fourth = await createGroup(phone, []);
    expect(idsOf(await roomsOf(phone))).toEqual(idsOf([fourth, first, second, third]));
  });

  it('shows the message before a deleted one, and does not move its room to the top', async () => {
    const quiet = await createGroup(phone, [bobIsHere()]);
    const older = await sendMessage(phone, quiet, 'older');
    const newer = await sendMessage(phone, quiet, 'newer');
    const busy = await createGroup(phone, []);
    await sendMessage(phone, busy, 'between');
    const top = await sendMessage(phone, quiet, 'on top');
    expect(idsOf(await roomsOf(phone))).toEqual(idsOf([quiet, busy]));

    await phone.request('message.modify', { action: 'delete', message_id: [top.id, newer.id] });
    const [one, other] = await roomsOf(phone);
    expect(idsOf([one!, other!])).toEqual(idsOf([busy, quiet]));
    expect(other).toMatchObject({ last_message: { id: older.id, content: 'older' } });

    await phone.request('message.modify', { action: 'delete', message_id: older.id });
    expect(idsOf(await roomsOf(phone))).toEqual(idsOf([busy, quiet]));
    await expect(entryOf(bobDevice, quiet)).resolves.toMatchObject({ last_message: null, unread_count: 0 });
  });

  it('does not move a room to the top when its settings change', async () => {
    const changed = await createGroup(phone, []);
    const other = await createGroup(phone, []);
    await phone.request('room.modify', { room_id: changed.id, action: 'update', data: { name: 'Others' } });
    expect(idsOf(await roomsOf(phone))).toEqual(idsOf([other, changed]));
    await expect(entryOf(phone, changed)).resolves.toMatchObject({ name: 'Others' });
  });

  it('counts the unread messages of other users', async () => {
    const room = await createGroup(phone, [bobIsHere()]);
    await sendMessage(bobDevice, room, 'my own');
    const sent = [];
    for (const content of ['1', '2', '3']) sent.push(await sendMessage(phone, room, content));
    await expect(entryOf(bobDevice, room)).resolves.toMatchObject({ unread_count: 3, last_read_seq: 1 });
    await expect(entryOf(phone, room)).resolves.toMatchObject({ unread_count: 1, last_read_seq: 1 });

    await bobDevice.request('message.read', { message_id: sent[1]!.id });
    await expect(entryOf(bobDevice, room)).resolves.toMatchObject({ unread_count: 2 });
    await bobDevice.request('message.read', { room_id: room.id, up_to_seq: sent[2]!.seq });
    await expect(entryOf(bobDevice, room)).resolves.toMatchObject({
      unread_count: 0,
      unread_mentions: 0,
      last_read_seq: sent[2]!.seq,
    });
    await expect(entryOf(phone, room)).resolves.toMatchObject({ unread_count: 1, last_read_seq: 1 });

    const last = await sendMessage(phone, room, '4');
    await expect(entryOf(bobDevice, room)).resolves.toMatchObject({ unread_count: 1 });
    await phone.request('message.modify', { action: 'delete', message_id: last.id });
    await expect(entryOf(bobDevice, room)).resolves.toMatchObject({ unread_count: 0 });
  });

  it('shows the last message with everything that belongs to it', async () => {
    const room = await createGroup(phone, [bobIsHere()]);
    const media = [{ media_url: 'https://example.com/a.png', media_type: 'image', mime_type: 'image/png' }];
    const source = await sendMessage(phone, room, 'source');
    const { data: reply } = await bobDevice.request('message.send', {
      room_id: room.id,
      content: '',
      extra_fields: { parent_message_id: source.id, media },
    });
    await phone.request('message.react', { type: 'add', message_id: reply.id, reaction_content: '🦜' });
    await expect(entryOf(phone, room)).resolves.toMatchObject({
      last_message: {
        id: reply.id,
        parent_message: { id: source.id, content: 'source' },
        attachments: [{ media_url: 'https://example.com/a.png' }],
        reactions: [{ user: userView(alice), reaction_content: '🦜' }],
      },
    });
  });

  it('shows the original of a forwarded message to members of its source room', async () => {
    const secret = await createGroup(phone, []);
    const source = await sendMessage(phone, secret, 'a secret');
    const room = await createGroup(phone, [bobIsHere()]);
    const forwarded = { room_id: room.id, content: '', extra_fields: { forwarded_from_id: source.id } };
    await phone.request('message.send', forwarded);
    await expect(entryOf(phone, room)).resolves.toMatchObject({
      last_message: { forwarded_from: { content: 'a secret' } },
    });
    await expect(entryOf(bobDevice, room)).resolves.toMatchObject({
      last_message: { is_forwarded: true, forwarded_from: null },
    });
  });

  it('leaves out a room after its membership has ended', async () => {
    const room = await createGroup(phone, [bobIsHere()]);
    await bobDevice.request('room.leave', { room_id: room.id });
    await expect(roomsOf(bobDevice)).resolves.toEqual([]);
    await expect(entryOf(phone, room)).resolves.toMatchObject({ member_count: 1 });
  });

  it.each<[string, string, object]>([
    ['a limit of 0', 'limit', { limit: 0 }],
    ['a limit above a thousand', 'limit', { limit: 1_001 }],
    ['a fractional limit', 'limit', { limit: 1.5 }],
    ['a limit that is a text', 'limit', { limit: '10' }],
    ['a cursor that is a number', 'cursor', { cursor: 7 }],
    ['an empty cursor', 'cursor', { cursor: '' }],
    ['an invented cursor', 'cursor', { cursor: 'AAAA' }],
    ['a cursor that is too long', 'cursor', { cursor: 'A'.repeat(20_000) }],
  ])('refuses %s, with the name of the field', async (_, field, data) => {
    const { code, detail } = await phone.expectRefused('room.list', data);
    expect([code, Object.keys(detail)]).toEqual([4003, [field]]);
  });
});
