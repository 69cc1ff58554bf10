import type { GroupChat } from '@parley/protocol';

import { Administration } from '../support/administration.js';
import { GroupFixture } from '../support/group-fixture.js';
import { allReceive } from '../support/messaging.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

interface Listed {
  readonly id: string;
  readonly type: string;
  readonly name: string;
}

interface Page {
  readonly rooms: readonly Listed[];
  readonly next_cursor: string | null;
}

let parley: Service;
let at: GroupFixture;
let people: Record<'dave' | 'erin' | 'frank' | 'grace', TestUser>;
let admin: Administration;
let moderator: Administration;
let nobody: Administration;

beforeAll(async () => {
  parley = await sharedService();
  at = await GroupFixture.create(parley);
  people = await users(parley, 'dave', 'erin', 'frank', 'grace');
  admin = await Administration.by(parley, people.dave, 'admin');
  moderator = await Administration.by(parley, people.erin, 'moderator');
  nobody = Administration.as(parley, people.frank);
});
beforeEach(() => at.createRoom());

/** All items of a list, in pages of this size. */
async function all<Item>(path: string, name: string, limit: number): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Record<string, unknown> = await moderator.expect(
      moderator.get(`${path}?limit=${String(limit)}${cursor && `&cursor=${cursor}`}`),
    );
    const part = page[name] as readonly Item[];
    expect(part.length).toBeLessThanOrEqual(limit);
    items.push(...part);
    cursor = page.next_cursor as string | null;
  }
  return items;
}

describe('the list of rooms', () => {
  it('has all rooms in pages, the newest first, for moderators', async () => {
    const rooms = await all<Listed>('rooms/', 'rooms', 100);
    const ids = rooms.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort().toReversed());
    expect(ids).toContain(at.room.id);
    expect(await nobody.get('rooms/')).toMatchObject({ status: 403, body: { code: 'permission_denied' } });
  });

  it('is searched by an id, by the beginning of a name in any case, and by type', async () => {
    const name = `Ünderground ${at.room.id}`;
    const data = (await at.phone.request('room.create', { type: 'Channel', name, participants: [] })).data;
    const found = async (query: string): Promise<string[]> => {
      const { rooms } = await moderator.expect(moderator.get<Page>(`rooms/?${query}`));
      return rooms.map(({ id }) => id);
    };
    await expect(found(`query=${data.id.toUpperCase()}`)).resolves.toEqual([data.id]);
    await expect(found(`query=${data.id}&type=GroupChat`)).resolves.toEqual([]);
    await expect(found(`query=${encodeURIComponent(name.toUpperCase().slice(0, -1))}`)).resolves.toEqual([data.id]);
    await expect(found(`query=${encodeURIComponent(name)}&type=OneToOneChat`)).resolves.toEqual([]);
    await expect(found(`query=${encodeURIComponent(at.room.id)}`)).resolves.toEqual([at.room.id]);
    const { rooms } = await moderator.expect(moderator.get<Page>('rooms/?type=Channel&limit=100'));
    expect(rooms.map(({ type }) => type)).toEqual(rooms.map(() => 'Channel'));
    expect(rooms).toContainEqual(expect.objectContaining({ id: data.id, name, creator: at.alice.username }));
  });

  it('refuses an unknown type and a cursor of another list', async () => {
    expect(await moderator.get('rooms/?type=Group')).toMatchObject({
      status: 400,
      body: { type: [expect.any(String)] },
    });
    const { next_cursor: cursor } = await moderator.expect(moderator.get<{ next_cursor: string }>('users/?limit=1'));
    expect(await moderator.get(`rooms/?cursor=${cursor}`)).toMatchObject({
      status: 400,
      body: { cursor: ['Must be the next_cursor of a page.'] },
    });
  });
});

describe('a room', () => {
  it('is shown with its settings, the hold and the retention, without its members', async () => {
    await at.phone.request('room.modify', {
      room_id: at.room.id,
      action: 'update',
      data: { slow_mode_seconds: 30, media_allowed: false },
    });
    await allReceive(at.allExcept(at.phone), 'roomupdate.dispatch');
    await parley.parley('rooms', 'hold', at.room.id, '--reason', 'Case 7');
    const { body } = await moderator.get<object>(`rooms/${at.room.id}/`);
    expect(body).toMatchObject({
      id: at.room.id,
      type: 'GroupChat',
      creator: at.alice.username,
      members: 3,
      hold_reason: 'Case 7',
      slow_mode_seconds: 30,
      media_allowed: false,
      message_ttl_seconds: null,
      max_message_length: null,
      is_public: false,
      group_locked: false,
      join_approval_required: false,
      retention_days: null,
    });
    expect(body).not.toHaveProperty('member_list');
    await parley.parley('rooms', 'release', at.room.id);
  });

  it('is refused to users without a role, and must exist', async () => {
    for (const path of ['', 'members/', 'restrictions/']) {
      expect(await nobody.get(`rooms/${at.room.id}/${path}`)).toMatchObject({ status: 403 });
      expect(await moderator.get(`rooms/01980000-0000-7000-8000-000000000000/${path}`)).toMatchObject({ status: 404 });
      expect(await moderator.get(`rooms/x/${path}`)).toMatchObject({
        status: 400,
        body: { room_id: ['Must be the id of a room, which is a UUID.'] },
      });
    }
  });

  it('has pages of its members', async () => {
    await at.phone.request('member.nickname', { room_id: at.room.id, nickname: 'Ally' });
    const members = await all<object>(`rooms/${at.room.id}/members/`, 'members', 2);
    const listed = [at.alice, at.bob, at.carol].sort((one, other) => one.id - other.id);
    expect(members).toMatchObject(
      listed.map(({ id, username }) => ({
        id,
        username,
        ...(id === at.alice.id ? { nickname: 'Ally', role: 'admin' } : { nickname: null, role: 'member' }),
      })),
    );
  });

  it('has pages of the restrictions that are in force', async () => {
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const restrict = (user: TestUser, more: object): Promise<unknown> =>
      at.phone.request('room.restrict', { room_id: at.room.id, user_id: user.id, ...more });
    await restrict(at.bob, { kind: 'mute', until, reason: 'Too loud' });
    await restrict(people.grace, { kind: 'ban' });
    const restrictions = await all<object>(`rooms/${at.room.id}/restrictions/`, 'restrictions', 1);
    const expected = [
      { username: at.bob.username, kind: 'mute', until, reason: 'Too loud', by: at.alice.username },
      { username: people.grace.username, kind: 'ban', until: null, reason: null, by: at.alice.username },
    ];
    expect(restrictions).toHaveLength(2);
    expect(restrictions).toEqual(
      expect.arrayContaining(expected.map((each) => expect.objectContaining(each) as object)),
    );
  });
});

describe('the rooms of a user', () => {
  it('are listed in pages, the newest first, with the role of the user', async () => {
    const { heidi } = await users(parley, 'heidi');
    const device = await heidi.connect();
    const own: GroupChat[] = [];
    for (const name of ['one', 'two', 'three']) {
      own.push((await device.request('room.create', { type: 'GroupChat', name, participants: [] })).data as GroupChat);
    }
    const rooms = await all<Listed>(`users/${heidi.username}/rooms/`, 'rooms', 2);
    expect(rooms).toMatchObject(own.toReversed().map(({ id, name }) => ({ id, name, role: 'admin', members: 1 })));
    expect(await nobody.get(`users/${heidi.username}/rooms/`)).toMatchObject({ status: 403 });
    expect(await moderator.get('users/nobody-of-this-name/rooms/')).toMatchObject({ status: 404 });
    await expect(admin.expect(admin.get(`users/${people.grace.username}/rooms/`))).resolves.toEqual({
      rooms: [],
      next_cursor: null,
    });
  });
});

describe('an administrator', () => {
  it('holds a room, releases it and sets its retention', async () => {
    await at.sendAndDeliver(at.bobDevice, 'evidence');
    const room = `rooms/${at.room.id}/`;
    await admin.expect(admin.post(`${room}hold/`, { reason: 'Case 7' }));
    await admin.expect(admin.post(`${room}retention/`, { days: 90 }));
    expect(await admin.get(room)).toMatchObject({
      body: { held_at: expect.any(String) as string, hold_reason: 'Case 7', retention_days: 90 },
    });
    expect(await admin.delete(room)).toMatchObject({ status: 403, body: { code: 'permission_denied' } });
    await admin.expect(admin.post(`${room}release/`));
    await admin.expect(admin.post(`${room}retention/`, { days: null }));
    expect(await admin.get(room)).toMatchObject({ body: { held_at: null, hold_reason: null, retention_days: null } });
    const entries = (await parley.parley('audit', 'list', '--room', at.room.id)) as object[];
    expect(entries.slice(0, 4)).toMatchObject(
      ['rooms.retention', 'rooms.release', 'rooms.retention', 'rooms.hold'].map((action) => ({
        action,
        actor: { username: people.dave.username },
      })),
    );
  });

  it('sees what a deletion would delete, and deletes a room, of which the members are notified', async () => {
    await at.sendAndDeliver(at.bobDevice, 'one');
    await at.sendAndDeliver(at.bobDevice, 'two');
    const room = `rooms/${at.room.id}/`;
    expect(await admin.get(`${room}deletion/`)).toMatchObject({
      status: 200,
      body: { id: at.room.id, members: 3, messages: 2 },
    });
    await expect(admin.delete(room)).resolves.toEqual({ status: 200, body: {} });
    for (const device of [at.phone, ...at.allExcept(at.phone)]) {
      await device.receive('roomdelete.dispatch', ({ data }) => data.room_id === at.room.id);
    }
    expect(await admin.get(room)).toMatchObject({ status: 404 });
    expect(await admin.delete(room)).toMatchObject({ status: 404 });
  });

  it('is refused invalid values, and moderators are refused the management of rooms', async () => {
    const room = `rooms/${at.room.id}/`;
    expect(await admin.post(`${room}retention/`, {})).toEqual({
      status: 400,
      body: { days: ['This field is required.'] },
    });
    expect(await admin.post(`${room}retention/`, { days: 36_501 })).toMatchObject({ status: 400 });
    expect(await admin.post(`${room}hold/`, { reason: 'x'.repeat(201) })).toMatchObject({ status: 400 });
    expect(await admin.post('rooms/x/hold/', {})).toMatchObject({ status: 400 });
    for (const act of [
      moderator.post(`${room}hold/`, {}),
      moderator.post(`${room}release/`),
      moderator.post(`${room}retention/`, { days: 1 }),
      moderator.get(`${room}deletion/`),
      moderator.delete(room),
    ]) {
      expect(await act).toMatchObject({ status: 403, body: { code: 'permission_denied' } });
    }
    expect(await admin.get(room)).toMatchObject({ body: { held_at: null, retention_days: null } });
  });
});
