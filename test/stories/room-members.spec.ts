import type { MemberPage, Room, RoomMember } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { manyUsers, users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { ANY_TIME, userView } from '../support/messaging.js';

const OTHERS = 8;

let parley: Service;
let alice: TestUser;
let phone: ChatClient;
let others: TestUser[];
let room: Room;

beforeAll(async () => {
  parley = await sharedService();
  others = await manyUsers(parley, OTHERS);
});

/** They join one by one, and not in the order of their ids. */
beforeEach(async () => {
  ({ alice } = await users(parley, 'alice'));
  phone = await alice.connect();
  ({ data: room } = await phone.request('room.create', { type: 'GroupChat', name: 'Friends' }));
  others.sort((one, other) => other.id - one.id);
  for (const { id } of others) await adds(id);
});
afterEach(() => phone.close());

const adds = (id: number) => phone.request('room.add_members', { room_id: room.id, members: [id] });
const removes = (id: number) => phone.request('room.remove_members', { room_id: room.id, members: [id] });
const pageOf = async (data: object = {}): Promise<MemberPage> =>
  (await phone.request('room.members', { room_id: room.id, ...data })).data;
const idsOf = (members: readonly Pick<RoomMember, 'id'>[]): number[] => members.map(({ id }) => id);

/** @param between runs after each page */
async function walk(limit: number, between: (page: number) => Promise<unknown> = () => Promise.resolve()) {
  const pages: (readonly RoomMember[])[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { members, next_cursor } = await pageOf({ limit, cursor });
    pages.push(members);
    cursor = next_cursor;
    await between(pages.length);
  }
  return pages;
}

describe('room.members', () => {
  it('returns every member with role and permissions, in the order of joining', async () => {
    const [first, second] = others;
    const about = (action: string, data: object) => phone.request('room.modify', { room_id: room.id, action, data });
    await about('add_admin', { users: [first!.id] });
    await about('add_permission', { users: [second!.id], permission: ['can_add_new_participants'] });
    const nothing = { nickname: null, permissions: [], joined_at: ANY_TIME };
    const { data } = await phone.request('room.members', { room_id: room.id.toUpperCase() });
    expect(data).toEqual({
      room_id: room.id,
      members: [
        { ...userView(alice), role: 'creator', ...nothing },
        { ...userView(first!), role: 'admin', ...nothing },
        { ...userView(second!), role: 'member', ...nothing, permissions: ['can_add_new_participants'] },
        ...others.slice(2).map((user) => ({ ...userView(user), role: 'member', ...nothing })),
      ],
      next_cursor: null,
    });
  });

  it('returns the members of rooms of every type', async () => {
    const [bob] = others;
    const { data: channel } = await phone.request('room.create', {
      type: 'Channel',
      name: 'News',
      subscribers: [bob!.id],
    });
    const users = [bob!.id];
    await phone.request('room.modify', { room_id: channel.id, action: 'add_moderator', data: { users } });
    const { data: chat } = await phone.request('room.create', { type: 'OneToOneChat', participants: [bob!.id] });
    for (const [{ id }, roles] of [
      [channel, ['creator', 'moderator']],
      [chat, ['member', 'member']],
    ] as const) {
      const { data } = await phone.request('room.members', { room_id: id });
      expect(data.members.map(({ role }) => role)).toEqual(roles);
    }
  });

  it('returns pages of any size without gaps', async () => {
    const all = [alice.id, ...idsOf(others)];
    for (const size of [1, 2, 4, OTHERS, OTHERS + 1, OTHERS + 2, 200]) {
      const pages = await walk(size);
      expect(idsOf(pages.flat())).toEqual(all);
      expect(pages.map(({ length }) => length).slice(0, -1)).toEqual(Array(pages.length - 1).fill(size));
    }
  });

  it('returns each remaining member once, and new members last, while others join and leave', async () => {
    const [here, gone, back] = [others[0]!, others[1]!, others[5]!];
    const pages = await walk(3, async (page) => {
      if (page > 1) return;
      await removes(gone.id);
      await removes(back.id);
      await adds(back.id);
    });
    const staying = idsOf(others).filter((id) => id !== gone.id && id !== back.id);
    expect(idsOf(pages.flat())).toEqual([alice.id, here.id, gone.id, ...staying.slice(1), back.id]);
  });

  it('continues from a cursor whose member has left', async () => {
    const { next_cursor: cursor } = await pageOf({ limit: OTHERS });
    for (const { id } of others.slice(-2)) await removes(id);
    await expect(pageOf({ cursor })).resolves.toEqual({ room_id: room.id, members: [], next_cursor: null });
  });

  it.each<[string, object]>([
    ['limit', { limit: 0 }],
    ['limit', { limit: 201 }],
    ['limit', { limit: '50' }],
    ['cursor', { cursor: '' }],
    ['cursor', { cursor: 'somewhere' }],
    ['cursor', { cursor: 'x'.repeat(257) }],
  ])('refuses an invalid %s: %j', async (field, data) => {
    const { code, detail } = await phone.expectRefused('room.members', { room_id: room.id, ...data });
    expect([code, Object.keys(detail)]).toEqual([4003, [field]]);
  });

  it('refuses a cursor of another room, and accepts any number in a cursor', async () => {
    const cursorAt = (...parts: unknown[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url');
    const most = Number.MAX_SAFE_INTEGER;
    await expect(pageOf({ cursor: cursorAt(room.id, most, most) })).resolves.toMatchObject({ members: [] });
    const { data: other } = await phone.request('room.create', { type: 'GroupChat', name: 'Others' });
    const { code } = await phone.expectRefused('room.members', { room_id: room.id, cursor: cursorAt(other.id, 0, 0) });
    expect(code).toBe(4003);
  });

  it('is refused to non-members as for a room that does not exist', async () => {
    const { dave } = await users(parley, 'dave');
    const outsider = await dave.connect();
    const foreign = await outsider.expectRefused('room.members', { room_id: room.id });
    const unknown = await outsider.expectRefused('room.members', { room_id: '01980000-0000-7000-8000-0000000000ff' });
    expect([foreign.code, foreign.detail]).toEqual([4004, unknown.detail]);
    await adds(dave.id);
    await outsider.request('room.members', { room_id: room.id });
    await removes(dave.id);
    await expect(outsider.expectRefused('room.members', { room_id: room.id })).resolves.toMatchObject({ code: 4004 });
    await outsider.close();
  });
});
