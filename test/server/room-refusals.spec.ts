import type { ChatClient } from '../support/chat-client.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { ANY_ID, userView } from '../support/messaging.js';

let parley: Service;
let alice: TestUser;
let bob: TestUser;
let carol: TestUser;
let phone: ChatClient;
let bobDevice: ChatClient;

beforeAll(async () => {
  parley = await sharedService();
  ({ alice, bob, carol } = await users(parley, 'alice', 'bob', 'carol'));
  [phone, bobDevice] = await Promise.all([alice.connect(), bob.connect()]);
});

// So that each story begins without waiting frames.
afterEach(() => Promise.all([phone.drain(), bobDevice.drain()]));

describe('room.create', () => {
  const group = (more: object): object => ({ type: 'GroupChat', name: 'x', ...more });
  const channel = (more: object): object => ({ type: 'Channel', name: 'x', ...more });
  const fields = (extra_fields: unknown): object => group({ extra_fields });

  it.each<[string, string, object]>([
    ['no type', 'type', {}],
    ['another type', 'type', { type: 'Group' }],
    ['a type that is no text', 'type', { type: ['GroupChat'] }],
    ['a type named like a property of every object', 'type', { type: 'constructor' }],
    ['no name', 'name', { type: 'GroupChat' }],
    ['an empty name', 'name', group({ name: '' })],
    ['a name of 65 characters', 'name', group({ name: 'x'.repeat(65) })],
    ['a name that is a number', 'name', group({ name: 7 })],
    ['no name of a channel', 'name', { type: 'Channel' }],
    ['a description that is no text', 'description', group({ description: {} })],
    ['members that are no list', 'participants', group({ participants: 2 })],
    ['a member as text', 'participants', group({ participants: ['2'] })],
    ['a fractional member id', 'participants', group({ participants: [1.5] })],
    ['a member id below 1', 'participants', group({ participants: [0] })],
    ['a member that is null', 'participants', group({ participants: [null] })],
    ['a member that is a list', 'participants', group({ participants: [[1]] })],
    ['a subscriber as text', 'subscribers', channel({ subscribers: ['2'] })],
    ['fields that are a list', 'extra_fields', fields([])],
    ['fields that are a text', 'extra_fields', fields('{}')],
    ["an id of the client's choice", 'extra_fields', fields({ id: '018f0000-0000-7000-8000-000000000000' })],
    ["a creator of the client's choice", 'extra_fields', fields({ creator: 1 })],
    ["a date of the client's choice", 'extra_fields', fields({ created_at: '2020-01-01T00:00:00.000Z' })],
    ["admins of the client's choice", 'extra_fields', fields({ admins: [1] })],
    ["a channel's field in a group", 'extra_fields', fields({ is_public: true })],
    ["a group's field in a channel", 'extra_fields', channel({ extra_fields: { group_locked: true } })],
    ['a key called __proto__', 'extra_fields', fields(JSON.parse('{"__proto__": {}}'))],
    ['an avatar that is a script', 'extra_fields.avatar', fields({ avatar: 'javascript:alert(1)' })],
    ['an avatar that is data', 'extra_fields.avatar', fields({ avatar: 'data:text/html,x' })],
    ['an avatar that is no URL', 'extra_fields.avatar', fields({ avatar: 'parrot.png' })],
    ['a boolean as text', 'extra_fields.group_locked', fields({ group_locked: 'true' })],
    ['a boolean as number', 'extra_fields.join_approval_required', fields({ join_approval_required: 1 })],
    ['a limit that is a text', 'extra_fields.max_participants', fields({ max_participants: '5' })],
    ['a limit of 0', 'extra_fields.max_participants', fields({ max_participants: 0 })],
    ['a property that is a text', 'extra_fields.property', fields({ property: 'x' })],
    ['a property with unknown fields', 'extra_fields.property', fields({ property: { preferences: {}, owner: 1 } })],
    ['preferences that are a list', 'extra_fields.property.preferences', fields({ property: { preferences: [] } })],
    [
      'preferences that are too large',
      'extra_fields.property.preferences',
      fields({ property: { preferences: { text: 'x'.repeat(8_192) } } }),
    ],
    ['a missing second user', 'participants', { type: 'OneToOneChat' }],
    ['an empty list of users', 'participants', { type: 'OneToOneChat', participants: [] }],
    ['a user id as text', 'participants', { type: 'OneToOneChat', participants: ['2'] }],
  ])('refuses %s, with the name of the field', async (_, field, data) => {
    const { code, detail } = await phone.expectRefused('room.create', data);
    expect([code, Object.keys(detail)]).toEqual([4003, [field]]);
    for (const reason of Object.values(detail).flat()) expect(reason).toMatch(/./);
    await expect(bobDevice.drain()).resolves.toEqual([]);
  });

  it('reports all invalid fields together', async () => {
    const { detail } = await phone.expectRefused(
      'room.create',
      group({ name: '', participants: ['2'], description: 1 }),
    );
    expect(Object.keys(detail).sort()).toEqual(['description', 'name', 'participants']);
  });

  it('refuses a OneToOneChat with oneself or with two others', async () => {
    for (const participants of [[alice.id], [bob.id, carol.id], [alice.id, bob.id, carol.id]]) {
      const refused = await phone.expectRefused('room.create', { type: 'OneToOneChat', participants });
      expect(refused).toMatchObject({ code: 4003, detail: { participants: [expect.any(String)] } });
    }
  });

  it('refuses more members than the limit, and accepts exactly as many', async () => {
    const requested = (most: number): object =>
      group({ participants: [bob.id, carol.id], extra_fields: { max_participants: most } });
    await expect(phone.expectRefused('room.create', requested(2))).resolves.toMatchObject({ code: 4003 });
    await expect(phone.request('room.create', requested(3))).resolves.toMatchObject({ data: { member_count: 3 } });
  });

  it('refuses unknown and deactivated users, and leaves nothing behind', async () => {
    const { dave } = await users(parley, 'dave');
    await parley.parley('users', 'deactivate', dave.username);
    const before = await parley.parley('rooms', 'list');
    for (const nobody of [2_000_000_000, dave.id]) {
      for (const requested of [
        { type: 'OneToOneChat', participants: [nobody] },
        group({ participants: [bob.id, nobody] }),
        channel({ subscribers: [bob.id, nobody] }),
      ]) {
        await expect(phone.expectRefused('room.create', requested)).resolves.toMatchObject({ code: 4004 });
      }
    }
    for (const device of [phone, bobDevice]) await expect(device.drain()).resolves.toEqual([]);
    await expect(parley.parley('rooms', 'list')).resolves.toEqual(before);
  });

  it('counts unknown and deactivated users, and does not list them', async () => {
    const { dave } = await users(parley, 'dave');
    await parley.parley('users', 'deactivate', dave.username);
    const nobody = 2_000_000_000;
    for (const [unknown, detail] of [
      [[dave.id], '1 of the named users does not exist.'],
      [[nobody], '1 of the named users does not exist.'],
      [[dave.id, nobody, nobody + 1], '3 of the named users do not exist.'],
    ] as const) {
      const requested = group({ participants: [bob.id, ...unknown] });
      await expect(phone.expectRefused('room.create', requested)).resolves.toMatchObject({ code: 4004, detail });
    }
  });

  it('counts the characters of a name as code points', async () => {
    const { data: room } = await phone.request('room.create', group({ name: '🦜'.repeat(64) }));
    expect(room).toMatchObject({ name: '🦜'.repeat(64) });
    await expect(phone.expectRefused('room.create', group({ name: '🦜'.repeat(65) }))).resolves.toMatchObject({
      code: 4003,
    });
  });

  it('ignores unknown keys beside the known ones', async () => {
    const { data: room } = await phone.request('room.create', group({ id: 'mine', creator: bob.id, last_seq: 900 }));
    expect(room).toMatchObject({ id: ANY_ID, creator: userView(alice) });
    expect(room.last_seq).toBeLessThan(10);
  });
});
