import { randomUUID } from 'node:crypto';

import type { MessagesDeleted, Room } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { eventually } from '../support/eventually.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { ANY_TIME, sendMessage } from '../support/messaging.js';
import { noticesOf } from '../support/notices.js';

let parley: Service;
let alice: TestUser;
let bob: TestUser;
let carol: TestUser;
let aliceDevice: ChatClient;
let bobDevice: ChatClient;
let carolDevice: ChatClient;
/** The group of all three, created by Alice. */
let group: Room;
/** The chat of Alice and Bob. */
let chat: Room;

beforeAll(async () => {
  parley = await sharedService();
});

beforeEach(async () => {
  ({ alice, bob, carol } = await users(parley, 'alice', 'bob', 'carol'));
  [aliceDevice, bobDevice, carolDevice] = await Promise.all([alice.connect(), bob.connect(), carol.connect()]);
  const participants = [bob.id, carol.id];
  group = (await aliceDevice.request('room.create', { type: 'GroupChat', name: 'Friends', participants })).data;
  chat = (await aliceDevice.request('room.create', { type: 'OneToOneChat', participants: [bob.id] })).data;
  for (const device of [bobDevice, carolDevice]) await device.drain();
});
afterEach(() => Promise.all([aliceDevice, bobDevice, carolDevice].map((device) => device.close())));

const failure = (command: Promise<unknown>): Promise<{ code: number; stderr: string }> =>
  command.then(
    () => Promise.reject(new Error('The command did not fail.')),
    (error: unknown) => error as { code: number; stderr: string },
  );

describe('parley rooms', () => {
  it.each(['last_seq', 'members'] as const)('list shows the largest rooms first, by %s', async (size) => {
    const by = size === 'members' ? size : 'messages';
    const rooms = (await parley.parley('rooms', 'list', '--sort', by)) as Record<typeof size, number>[];
    expect(rooms).toEqual(rooms.toSorted((one, other) => other[size] - one[size]));
    await expect(parley.parley('rooms', 'list', '--sort', by, '--limit', '1')).resolves.toEqual(rooms.slice(0, 1));
  });

  it('list shows every room', async () => {
    const rooms = (await parley.parley('rooms', 'list')) as { id: string }[];
    expect(rooms).toEqual(
      expect.arrayContaining([
        {
          id: group.id,
          type: 'GroupChat',
          name: 'Friends',
          creator: alice.username,
          members: 3,
          last_seq: 1,
          created_at: group.created_at,
          held_at: null,
          hold_reason: null,
          retention_days: null,
        },
        expect.objectContaining({ id: chat.id, type: 'OneToOneChat', members: 2 }),
      ]),
    );
  });

  it('show lists the members of a room with nickname, role and permissions', async () => {
    await bobDevice.request('member.nickname', { room_id: group.id, nickname: 'Bobby' });
    const data = { users: [bob.id], permission: ['can_remove_participants'] };
    await aliceDevice.request('room.modify', { room_id: group.id, action: 'add_permission', data });
    await expect(parley.parley('rooms', 'show', group.id.toUpperCase())).resolves.toMatchObject({
      id: group.id,
      member_list: [
        { id: alice.id, username: alice.username, nickname: null, role: 'admin', permissions: [] },
        { id: bob.id, nickname: 'Bobby', role: 'member', permissions: ['can_remove_participants'] },
        { id: carol.id, role: 'member' },
      ],
    });
  });

  it('delete ends a room for its members immediately', async () => {
    await parley.parley('rooms', 'delete', group.id, '--yes');
    for (const device of [aliceDevice, bobDevice, carolDevice]) {
      await expect(device.receive('roomdelete.dispatch')).resolves.toEqual({
        eventType: 'roomdelete.dispatch',
        data: { room_id: group.id },
        room_id: group.id,
        seq: group.last_seq + 1,
      });
    }
    await expect(bobDevice.expectRefused('message.send', { room_id: group.id, content: 'x' })).resolves.toMatchObject({
      code: 4004,
    });
    const again = await bob.connect();
    await expect(again.request('room.list', {})).resolves.toMatchObject({ data: [{ id: chat.id }] });
    await again.close();
  });

  it('delete ends a OneToOneChat that one of the two has deleted, for both', async () => {
    await aliceDevice.request('room.modify', { room_id: chat.id, action: 'delete' });
    await parley.parley('rooms', 'delete', chat.id, '--yes');
    await bobDevice.receive('roomdelete.dispatch', ({ data }) => data.room_id === chat.id);
    const { data: fresh } = await aliceDevice.request('room.create', { type: 'OneToOneChat', participants: [bob.id] });
    expect(fresh.id).not.toBe(chat.id);
  });

  it.each(['show', 'delete'])('%s refuses an invalid or unknown id', async (command) => {
    for (const [id, word] of [
      ['friends', /UUID/],
      [randomUUID(), /No such room/],
    ] as const) {
      const { code, stderr } = await failure(parley.parley('rooms', command, id));
      expect(code).toBe(1);
      expect(stderr).toMatch(word);
    }
  });
});

describe('parley rooms list --user', () => {
  it('lists the rooms of a user with the role, newest first', async () => {
    const rooms = await parley.parley('rooms', 'list', '--user', alice.username);
    expect(rooms).toMatchObject([
      { id: chat.id, type: 'OneToOneChat' },
      { id: group.id, name: 'Friends', role: 'admin' },
    ]);
    const { code, stderr } = await failure(parley.parley('rooms', 'list', '--user', 'nobody-of-this-name'));
    expect([code, stderr]).toEqual([1, expect.stringContaining('No such user')]);
  });
});

describe('parley rooms restrictions', () => {
  it('lists the restrictions that are in force', async () => {
    const restriction = { room_id: group.id, user_id: bob.id, kind: 'mute', reason: 'Too loud' };
    await aliceDevice.request('room.restrict', restriction);
    await expect(parley.parley('rooms', 'restrictions', group.id)).resolves.toEqual([
      {
        user_id: bob.id,
        username: bob.username,
        kind: 'mute',
        until: null,
        reason: 'Too loud',
        by: alice.username,
        created_at: ANY_TIME,
      },
    ]);
    await aliceDevice.request('room.restrict', { ...restriction, kind: 'none', reason: undefined });
    await expect(parley.parley('rooms', 'restrictions', group.id)).resolves.toEqual([]);
  });
});

describe('parley messages purge', () => {
  it('removes older messages, notifies the rooms, and keeps the others', async () => {
    const old = [
      await sendMessage(aliceDevice, group, 'one'),
      await sendMessage(bobDevice, group, 'two'),
      await sendMessage(aliceDevice, chat, 'three'),
    ];
    for (const device of [aliceDevice, bobDevice, carolDevice]) await device.drain();
    const newest = Date.parse(old.at(-1)!.created_at);
    await eventually(() => Date.now() - newest > 1_100);
    await parley.parley('messages', 'purge', '--yes', '--older-than', '1s');
    const printed = (await carolDevice.receive('messagemodification.dispatch')) as {
      seq: number;
      data: MessagesDeleted;
    };
    expect([...printed.data.message_ids].sort()).toEqual(
      old
        .slice(0, 2)
        .map(({ id }) => id)
        .sort(),
    );
    expect(printed.seq).toBe(group.last_seq + 3);
    await bobDevice.receive('messagemodification.dispatch', ({ room_id: roomId }) => roomId === chat.id);
    for (const room of [group, chat]) {
      await expect(aliceDevice.request('room.messages', { room_id: room.id })).resolves.toMatchObject({
        data: { data: { messages: [] } },
      });
      await expect(noticesOf(aliceDevice, room.id)).resolves.toMatchObject({ messages_removed_before: ANY_TIME });
    }
    await sendMessage(bobDevice, group, 'new');
    await expect(parley.parley('messages', 'purge', '--yes', '--older-than', '90d')).resolves.toEqual({ purged: 0 });
    await expect(aliceDevice.request('room.list', {})).resolves.toMatchObject({
      data: [
        { id: group.id, last_message: { content: 'new' } },
        { id: chat.id, last_message: null },
      ],
    });
  });

  it('requires an age with a unit, and removes nothing without one', async () => {
    const { created_at } = await sendMessage(aliceDevice, group, 'kept');
    await eventually(() => Date.now() - Date.parse(created_at) > 1_100);
    for (const words of [[], ['--older-than', 'old'], ['--older-than', '0'], ['--older-than', '1']]) {
      const { code, stderr } = await failure(parley.parley('messages', 'purge', '--yes', ...words));
      expect(code).toBe(1);
      expect(stderr).toMatch(/^--older-than .*\b(3|90)d\b.*\b12h\b/);
    }
    await expect(aliceDevice.request('room.messages', { room_id: group.id })).resolves.toMatchObject({
      data: { data: { messages: [{ content: 'kept' }] } },
    });
  });
});

describe('parley messages purge --sender', () => {
  const purge = (...words: string[]): Promise<unknown> => parley.parley('messages', 'purge', ...words);

  it('removes the new messages of one user in all rooms but those that are held', async () => {
    const { data: other } = await bobDevice.request('room.create', {
      type: 'GroupChat',
      name: 'held',
      participants: [],
    });
    await sendMessage(aliceDevice, group, 'of Alice');
    await sendMessage(bobDevice, group, 'spam');
    await sendMessage(bobDevice, chat, 'spam');
    await sendMessage(bobDevice, other, 'spam');
    await parley.parley('rooms', 'hold', other.id);
    const selection = ['--sender', bob.username, '--newer-than', '24h'];
    await expect(purge(...selection, '--dry-run')).resolves.toEqual({
      dry_run: true,
      messages: 2,
      rooms: 2,
      held_rooms: 1,
      sent_since: ANY_TIME,
    });
    await expect(purge(...selection, '--yes')).resolves.toEqual({ removed: 2, rooms: 2, held_rooms: 1 });
    await expect(purge(...selection, '--yes')).resolves.toEqual({ removed: 0, rooms: 0, held_rooms: 1 });
    const contents = async (id: string): Promise<string[]> => {
      const { data: page } = await bobDevice.request('room.messages', { room_id: id });
      return page.data.messages.map(({ content }) => content);
    };
    await expect(contents(group.id)).resolves.toEqual(['of Alice']);
    await expect(contents(chat.id)).resolves.toEqual([]);
    await expect(contents(other.id)).resolves.toEqual(['spam']);
  });

  it.each([
    [['--sender', 'ada'], /--sender and --newer-than are required together/],
    [['--newer-than', '1h'], /--sender and --newer-than are required together/],
    [['--sender', 'ada', '--newer-than', '1h', '--older-than', '1h'], /without --older-than/],
    [['--sender', 'nobody-of-this-name', '--newer-than', '1h'], /No such user/],
  ])('refuses %j', async (words, error) => {
    const { code, stderr } = await failure(purge('--yes', ...words));
    expect([code, stderr]).toEqual([1, expect.stringMatching(error)]);
  });

  it('refuses more than 7 days', async () => {
    const { code, stderr } = await failure(purge('--yes', '--sender', bob.username, '--newer-than', '8d'));
    expect([code, stderr]).toEqual([1, 'since: Must be a time in the last 7 days.\n']);
  });
});

describe('parley users delete', () => {
  it('deletes a OneToOneChat that the user had deleted, for the other one too', async () => {
    await aliceDevice.request('room.modify', { room_id: chat.id, action: 'delete' });
    await parley.parley('users', 'delete', alice.username, '--yes');
    await bobDevice.receive('roomdelete.dispatch', ({ data }) => data.room_id === chat.id);
    aliceDevice = await carol.connect();
  });

  it('notifies the remaining users: the OneToOneChat is deleted, the group gets another creator', async () => {
    const kept = await sendMessage(aliceDevice, group, 'I was here');
    await bobDevice.receive('message.dispatch');
    await parley.parley('users', 'delete', alice.username, '--yes');
    await expect(aliceDevice.closed()).resolves.toMatchObject({ code: 4001 });
    await expect(bobDevice.receive('roomdelete.dispatch')).resolves.toMatchObject({
      room_id: chat.id,
      data: { room_id: chat.id },
    });
    for (const device of [bobDevice, carolDevice]) {
      await expect(device.receive('roomremovemembers.dispatch')).resolves.toMatchObject({
        room_id: group.id,
        seq: kept.seq + 1,
        data: {
          removed_members: [alice.username],
          removed_by: 'self',
          room: { member_count: 2, creator: { id: bob.id }, admins: [{ id: bob.id }] },
        },
      });
    }
    await bobDevice.request('room.modify', { room_id: group.id, action: 'update', data: { name: 'Mine now' } });
    const { data: page } = await carolDevice.request('room.messages', { room_id: group.id });
    expect(page.data.messages).toMatchObject([
      { id: kept.id, sender: { id: alice.id, username: `deleted-${String(alice.id)}` } },
    ]);
    aliceDevice = await bob.connect();
  });

  it('deletes the receipts, reactions, requests and sessions of the user', async () => {
    const message = await sendMessage(aliceDevice, group, 'react to this');
    await carolDevice.request('message.react', { type: 'add', message_id: message.id, reaction_content: '👍' });
    await carolDevice.request('message.read', { message_id: message.id });
    await parley.parley('users', 'delete', carol.username, '--yes');
    await carolDevice.closed();
    const { data: page } = await aliceDevice.request('room.messages', { room_id: group.id });
    expect(page.data.messages).toMatchObject([{ id: message.id, reactions: [], read_receipts: [], delivered_to: [] }]);
    const sessions = (await parley.parley('sessions', 'list')) as { username: string }[];
    expect(sessions.map(({ username }) => username)).not.toContain(carol.username);
    carolDevice = await bob.connect();
  });
});
