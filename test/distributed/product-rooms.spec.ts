import { randomUUID } from 'node:crypto';

import { ApiClient } from '../support/api.js';
import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { connectMember } from '../support/messaging.js';
import type { Member } from '../support/messaging.js';
import { users } from '../support/people.js';
import { ProductBackend, roomPath } from '../support/product.js';
import type { ProductRoom } from '../support/product.js';
import { WebhookReceiver } from '../support/receiver.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

let parley: Service;
let shop: ProductBackend;
let bob: Member;
/** The external id of Bob. */
let bobId: string;

const newId = (): string => `order:${randomUUID()}`;

beforeAll(async () => {
  parley = await sharedService();
  shop = await ProductBackend.create(parley);
});

beforeEach(async () => {
  bob = await connectMember((await users(parley, 'bob')).bob);
  bobId = await externalIdOf(bob);
});
afterEach(() => bob.device.close());

/** Makes the user one of the product. */
async function externalIdOf({ user }: Member): Promise<string> {
  const externalId = `cust:${randomUUID()}`;
  const database = await connected(parley.serviceData);
  await database.query('UPDATE users SET external_id = $1 WHERE id = $2', [externalId, user.id]);
  await database.end();
  return externalId;
}

/** A GroupChat that Bob has created. */
const order = (externalId = newId(), state: object = {}): Promise<ProductRoom> =>
  shop.room(externalId, { type: 'GroupChat', name: 'Order', created_by: bobId, ...state });

const namesIn = ({ participants }: ProductRoom): string[] => participants.map(({ username }) => username).sort();
const usernamesOf = async (ids: readonly string[]): Promise<string[]> =>
  (await Promise.all(ids.map((id) => shop.user(id)))).map(({ username }) => username).sort();

async function actionsIn(roomId: string): Promise<string[]> {
  const entries = (await parley.parley('audit', 'list', '--room', roomId)) as { action: string }[];
  return entries.map(({ action }) => action).reverse();
}

describe('PUT of a room of a product', () => {
  it('makes the room with its creator and members, and the same again changes and sends nothing', async () => {
    const id = newId();
    const members = await shop.newUsers(3);
    const state = {
      type: 'GroupChat',
      name: 'Order 17',
      description: 'Two chairs',
      avatar: 'https://shop.example/chair.png',
      max_participants: 20,
      group_locked: true,
      property: { preferences: { total: 900 } },
      slow_mode_seconds: 5,
      message_ttl_seconds: 3_600,
      members,
      created_by: bobId,
    };
    const made = await shop.putRoom(id, state);
    const { members: _members, created_by: _creator, ...shown } = state;
    expect([made.status, made.body]).toEqual([
      201,
      expect.objectContaining({
        ...shown,
        external_id: id,
        creator: expect.objectContaining({ id: bob.user.id }) as object,
        member_count: 4,
        join_approval_required: false,
        max_message_length: null,
        last_seq: 1,
      }),
    ]);
    const room = made.body as ProductRoom;
    expect(namesIn(room)).toEqual([bob.user.username, ...(await usernamesOf(members))].sort());
    await expect(bob.device.receive('roomcreate.dispatch')).resolves.toMatchObject({ room_id: room.id, seq: 1 });
    for (const again of [state, { type: 'GroupChat' }, { type: 'GroupChat', members: [...members, bobId] }]) {
      const answer = await shop.putRoom(id, again);
      expect([answer.status, answer.body]).toEqual([200, room]);
    }
    expect(await actionsIn(room.id)).toEqual(['rooms.create']);
    await expect(bob.device.drain()).resolves.toEqual([]);
  });

  it('changes the settings that are named alone, and null clears', async () => {
    const made = await order(newId(), {
      description: 'Chairs',
      max_message_length: 10,
      property: { preferences: { a: 1 } },
    });
    await bob.device.receive('roomcreate.dispatch');
    const changed = await shop.room(made.external_id, {
      type: 'GroupChat',
      name: 'Order, paid',
      description: null,
      max_message_length: null,
    });
    expect(changed).toMatchObject({
      name: 'Order, paid',
      description: '',
      max_message_length: null,
      property: { preferences: { a: 1 } },
      last_seq: 2,
    });
    await expect(bob.device.receive('roomupdate.dispatch')).resolves.toMatchObject({
      seq: 2,
      data: { name: 'Order, paid' },
    });
    await expect(shop.room(made.external_id, { type: 'GroupChat', property: null })).resolves.toMatchObject({
      property: { preferences: {} },
    });
  });

  it('brings the members to the whole set that is named, and never removes the creator', async () => {
    const [one, two, three] = await shop.newUsers(3);
    const made = await order(newId(), { members: [one!, two!] });
    const changed = await shop.room(made.external_id, { type: 'GroupChat', members: [two!, three!] });
    expect(namesIn(changed)).toEqual([bob.user.username, ...(await usernamesOf([two!, three!]))].sort());
    expect(changed.last_seq).toBe(2);
    const { data, ...frame } = await bob.device.receive('roomaddmembers.dispatch');
    expect(frame).toMatchObject({ room_id: made.id, seq: 2 });
    expect(data).toMatchObject({
      new_members: await usernamesOf([three!]),
      removed_members: await usernamesOf([one!]),
    });
    await expect(shop.room(made.external_id, { type: 'GroupChat', members: [] })).resolves.toMatchObject({
      member_count: 1,
      creator: { id: bob.user.id },
    });
  });

  it('makes one room of many requests at once, on every node', async () => {
    const id = newId();
    const members = await shop.newUsers(3);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        shop.putRoom(id, { type: 'GroupChat', name: 'Order', members, created_by: bobId }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(11).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => (body as ProductRoom).id)).size).toBe(1);
    const { id: roomId } = answers[0]!.body as ProductRoom;
    expect(await actionsIn(roomId)).toEqual(['rooms.create']);
  });

  it('makes Channels with their settings and moderators', async () => {
    const room = await order(newId(), { type: 'Channel', is_public: true, posting: 'everyone', max_subscribers: 7 });
    expect(room).toMatchObject({
      type: 'Channel',
      is_public: true,
      posting: 'everyone',
      max_subscribers: 7,
      moderators: [{ id: bob.user.id }],
    });
  });

  it('frees the id with the room', async () => {
    const { id, external_id } = await order();
    await bob.device.request('room.modify', { room_id: id, action: 'delete' });
    const again = await shop.putRoom(external_id, { type: 'Channel', name: 'Order', created_by: bobId });
    expect(again.status).toBe(201);
    expect((again.body as ProductRoom).id).not.toBe(id);
  });

  it('makes the user of the key the creator, if it has one and names no other', async () => {
    const own = await ProductBackend.create(parley, 'rooms:manage', bob.user);
    await expect(own.room(newId(), { type: 'GroupChat', name: 'Order' })).resolves.toMatchObject({
      creator: { id: bob.user.id },
    });
    await expect(shop.putRoom(newId(), { type: 'GroupChat', name: 'Order' })).resolves.toMatchObject({
      status: 400,
      body: { created_by: ['Must name the creator: the key has no user.'] },
    });
  });

  it('puts users into rooms who accept nobody, and counts no strangers', async () => {
    const { external_id: shy, id, username } = await shop.user();
    const database = await connected(parley.serviceData);
    await database.query(`UPDATE users SET add_policy = 'nobody' WHERE id = $1`, [id]);
    const room = await order(newId(), { members: [shy] });
    expect(namesIn(room)).toContain(username);
    const { rows } = await database.query('SELECT FROM stranger_contacts WHERE user_id = $1', [bob.user.id]);
    expect(rows).toHaveLength(0);
    await database.end();
  });

  it('refuses another type, settings of another type, unknown users by their number, and too many members', async () => {
    const { external_id: id } = await order(newId(), { max_participants: 2 });
    const [one, two] = await shop.newUsers(2);
    const refusals: [object, number, object][] = [
      [{ type: 'Channel' }, 409, { detail: 'The room is a GroupChat.', code: 'conflict' }],
      [{ type: 'GroupChat', is_public: true }, 400, { is_public: ['A GroupChat has no such setting.'] }],
      [{ type: 'GroupChat', name: null }, 400, {}],
      [{ type: 'GroupChat', colour: 'red' }, 400, { colour: ['Is not a known field.'] }],
      [{ type: 'Group' }, 400, { type: ['Must be one of OneToOneChat, GroupChat, Channel.'] }],
      [
        { type: 'GroupChat', members: [one!, 'cust:none', 'cust:nobody'] },
        404,
        { detail: '2 of the named users do not exist.', code: 'not_found' },
      ],
      [
        { type: 'GroupChat', members: [one!, two!] },
        409,
        { detail: 'The room may have at most 2 members.', code: 'conflict' },
      ],
      [{ type: 'GroupChat', members: Array.from({ length: 1_001 }, () => one!) }, 400, {}],
    ];
    for (const [state, status, body] of refusals) {
      await expect(shop.putRoom(id, state)).resolves.toMatchObject({ status, body });
    }
    await expect(shop.room(id, { type: 'GroupChat' })).resolves.toMatchObject({ member_count: 1, last_seq: 1 });
    await expect(
      shop.putRoom(newId(), {
        type: 'GroupChat',
        name: 'Order',
        created_by: bobId,
        max_participants: 1,
        members: [one!],
      }),
    ).resolves.toMatchObject({ status: 409 });
    await expect(shop.putRoom(newId(), { type: 'GroupChat', created_by: bobId })).resolves.toMatchObject({
      status: 400,
      body: { name: ['Must be given for a new room.'] },
    });
    await expect(shop.putRoom('x'.repeat(201), { type: 'GroupChat' })).resolves.toMatchObject({ status: 400 });
  });

  it('makes room for members by a higher maximum of the same request', async () => {
    const { external_id: id } = await order(newId(), { max_participants: 1 });
    const members = await shop.newUsers(2);
    await expect(shop.room(id, { type: 'GroupChat', max_participants: 3, members })).resolves.toMatchObject({
      member_count: 3,
      max_participants: 3,
    });
    await expect(shop.putRoom(id, { type: 'GroupChat', max_participants: 2 })).resolves.toMatchObject({ status: 409 });
    await expect(
      shop.room(id, { type: 'GroupChat', max_participants: 2, members: members.slice(1) }),
    ).resolves.toMatchObject({
      member_count: 2,
    });
  });

  it('does not let a guest lead a room', async () => {
    const { external_id: guest } = await shop.user(`cust:${randomUUID()}`, { kind: 'guest' });
    await expect(order(newId(), { created_by: guest })).rejects.toThrow('409');
    await expect(order(newId(), { members: [guest] })).resolves.toMatchObject({ member_count: 2 });
  });
});

describe('PUT of a OneToOneChat of a product', () => {
  it('makes the chat of two users, whose second external id is refused', async () => {
    const members = await shop.newUsers(2);
    const id = newId();
    const made = await shop.putRoom(id, { type: 'OneToOneChat', members });
    expect(made).toMatchObject({ status: 201, body: { external_id: id, type: 'OneToOneChat', member_count: 2 } });
    const again = await shop.putRoom(id, { type: 'OneToOneChat', members: members.toReversed() });
    expect([again.status, again.body]).toEqual([200, made.body]);
    await expect(shop.putRoom(newId(), { type: 'OneToOneChat', members })).resolves.toMatchObject({
      status: 409,
      body: { detail: 'The chat of these two users has another external id.' },
    });
    const [other] = await shop.newUsers(1);
    await expect(shop.putRoom(id, { type: 'OneToOneChat', members: [members[0]!, other!] })).resolves.toMatchObject({
      status: 409,
    });
    await expect(shop.changeMembers(id, { add: [other!] })).resolves.toMatchObject({ status: 400 });
  });

  it('gives its id to the chat that the two have already', async () => {
    const { external_id, id: otherId } = await shop.user();
    const { data } = await bob.device.request('room.create', { type: 'OneToOneChat', participants: [otherId] });
    const given = await shop.putRoom(newId(), {
      type: 'OneToOneChat',
      members: [bobId, external_id],
      property: { preferences: { support: true } },
    });
    expect(given).toMatchObject({ status: 200, body: { id: data.id, property: { preferences: { support: true } } } });
  });

  it('has exactly two members and no creator', async () => {
    const [one, two, three] = await shop.newUsers(3);
    for (const fields of [{}, { members: [one!] }, { members: [one!, one!] }, { members: [one!, two!, three!] }]) {
      await expect(shop.putRoom(newId(), { type: 'OneToOneChat', ...fields })).resolves.toMatchObject({
        status: 400,
        body: { members: ['Must name two users.'] },
      });
    }
    await expect(
      shop.putRoom(newId(), { type: 'OneToOneChat', members: [one!, two!], created_by: one! }),
    ).resolves.toMatchObject({ status: 400, body: { created_by: [expect.any(String)] } });
  });

  it('is one chat of many requests at once, with one id', async () => {
    const members = await shop.newUsers(2);
    const ids = Array.from({ length: 4 }, newId);
    const answers = await Promise.all(
      [...ids, ...ids].map((id) => shop.putRoom(id, { type: 'OneToOneChat', members })),
    );
    const accepted = answers.filter(({ status }) => status < 300);
    expect(accepted.map(({ status }) => status).sort()).toEqual([200, 201]);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(6);
    expect(new Set(accepted.map(({ body }) => (body as ProductRoom).id)).size).toBe(1);
  });
});

describe('POST of members of a room of a product', () => {
  it('adds, removes and gives roles in one numbered change, and one frame', async () => {
    const [out, stays, enters, leads] = await shop.newUsers(4);
    const made = await order(newId(), { members: [out!, stays!] });
    await bob.device.receive('roomcreate.dispatch');
    const roles = { [stays!]: 'admin', [leads!]: 'admin', [enters!]: 'member' };
    const answer = await shop.changeMembers(made.external_id, { add: [enters!, leads!], remove: [out!], roles });
    expect(answer).toMatchObject({
      status: 200,
      body: { added: 2, removed: 1, roles: 2, room: { external_id: made.external_id, last_seq: 2, member_count: 4 } },
    });
    const [promoted, first] = [await usernamesOf([stays!]), await usernamesOf([leads!])];
    const frames = await bob.device.drain();
    expect(frames).toEqual([
      expect.objectContaining({
        eventType: 'roomaddmembers.dispatch',
        seq: 2,
        data: {
          room: expect.objectContaining({ id: made.id, member_count: 4 }) as object,
          new_members: expect.arrayContaining(await usernamesOf([enters!, leads!])) as string[],
          added_by: 'self',
          removed_members: await usernamesOf([out!]),
          roles: { [promoted[0]!]: 'admin', [first[0]!]: 'admin' },
        },
      }),
    ]);
    const { data } = await bob.device.request('room.info', { room_id: made.id });
    expect((data as unknown as { admins: object[] }).admins).toHaveLength(3);
    expect(await actionsIn(made.id)).toEqual([
      'rooms.create',
      'room.add_members',
      'room.add_members',
      'room.remove_members',
      'room.set_role',
      'room.set_role',
    ]);
    const repeated = await shop.changeMembers(made.external_id, { add: [enters!, leads!], remove: [out!], roles });
    expect(repeated).toMatchObject({ body: { added: 0, removed: 0, roles: 0, room: { last_seq: 2 } } });
    await expect(bob.device.drain()).resolves.toEqual([]);
  });

  it('tells of a removal with roles, and of roles alone', async () => {
    const [out, stays] = await shop.newUsers(2);
    const { external_id: id } = await order(newId(), { members: [out!, stays!] });
    await shop.changeMembers(id, { remove: [out!], roles: { [stays!]: 'admin' } });
    const [name] = await usernamesOf([stays!]);
    await expect(bob.device.receive('roomremovemembers.dispatch')).resolves.toMatchObject({
      seq: 2,
      data: { removed_members: await usernamesOf([out!]), roles: { [name!]: 'admin' } },
    });
    await shop.changeMembers(id, { roles: { [stays!]: 'member' } });
    await expect(bob.device.receive('roomupdate.dispatch')).resolves.toMatchObject({
      seq: 3,
      data: { admins: [{ id: bob.user.id }] },
    });
  });

  it('tells the users who enter and leave, and sends nothing more to those who left', async () => {
    const { external_id: id, id: roomId } = await order();
    const carol = await connectMember((await users(parley, 'carol')).carol);
    const carolId = await externalIdOf(carol);
    await shop.changeMembers(id, { add: [carolId] });
    await expect(carol.device.receive('roomaddmembers.dispatch')).resolves.toMatchObject({ room_id: roomId, seq: 2 });
    await shop.changeMembers(id, { remove: [carolId] });
    await expect(carol.device.receive('roomexit.dispatch')).resolves.toMatchObject({
      room_id: roomId,
      data: { message: 'You were removed from Order.' },
    });
    // Of the next one who had left: a backend adds them again.
    await shop.changeMembers(id, { add: [carolId] });
    await carol.device.receive('roomaddmembers.dispatch');
    await carol.device.request('room.leave', { room_id: roomId });
    await expect(shop.changeMembers(id, { add: [carolId] })).resolves.toMatchObject({
      status: 200,
      body: { added: 1 },
    });
    await carol.device.close();
  });

  it('is all or nothing: unknown users, a banned one, a full room, a role that there is not', async () => {
    const [banned, ...others] = await shop.newUsers(4);
    const made = await order(newId(), { max_participants: 3, members: [others[0]!] });
    const { id: bannedId } = await shop.user(banned);
    await bob.device.request('room.restrict', { room_id: made.id, user_id: bannedId, kind: 'ban' });
    const { last_seq: before } = await shop.room(made.external_id, { type: 'GroupChat' });
    const full = others.slice(1);
    const refusals: [Parameters<ProductBackend['changeMembers']>[1], number, object][] = [
      [{ add: [full[0]!, 'cust:none'], remove: ['cust:no'] }, 404, { detail: '2 of the named users do not exist.' }],
      [{ add: [full[0]!, banned!] }, 409, { detail: '1 of the users is banned from this room.', code: 'conflict' }],
      [{ add: full }, 409, { detail: 'The room may have at most 3 members.', code: 'conflict' }],
      [{ add: [full[0]!], roles: { [full[0]!]: 'moderator' } }, 400, { roles: ['A GroupChat has no role moderator.'] }],
      [{ roles: { [full[0]!]: 'admin' } }, 400, { roles: ['1 of the users would not be members.'] }],
      [{ remove: [others[0]!], roles: { [others[0]!]: 'admin' } }, 400, {}],
      [{ roles: { [bobId]: 'member' } }, 409, { detail: 'Nobody changes the role of the creator.' }],
      [{ add: [full[0]!], remove: [full[0]!] }, 400, { remove: ['Must name others than add.'] }],
      [{ remove: [bobId, others[0]!] }, 409, { detail: 'A room keeps at least one member.' }],
    ];
    for (const [change, status, body] of refusals) {
      await expect(shop.changeMembers(made.external_id, change)).resolves.toMatchObject({ status, body });
    }
    await expect(shop.room(made.external_id, { type: 'GroupChat' })).resolves.toMatchObject({ last_seq: before });
    // For one who leaves, another one enters.
    await expect(shop.changeMembers(made.external_id, { add: full, remove: [others[0]!] })).resolves.toMatchObject({
      status: 200,
      body: { added: 2, removed: 1 },
    });
    await expect(shop.changeMembers(newId(), { add: full })).resolves.toMatchObject({ status: 404 });
  });

  it('gives the room to another leader when it removes the creator', async () => {
    const [next] = await shop.newUsers(1);
    const { external_id: id } = await order(newId(), { members: [next!] });
    const { body } = await shop.changeMembers(id, { remove: [bobId], roles: { [next!]: 'admin' } });
    expect(body).toMatchObject({ room: { creator: { id: (await shop.user(next)).id } } });
  });

  it('takes 1,000 users at once, and no more', async () => {
    const many = await shop.newUsers(1_001);
    const { external_id: id, id: roomId } = await order(newId(), { max_participants: 2_000 });
    await bob.device.receive('roomcreate.dispatch');
    for (const change of [{ add: many }, { add: many.slice(0, 600), remove: many.slice(600) }]) {
      await expect(shop.changeMembers(id, change)).resolves.toMatchObject({ status: 400 });
    }
    const added = await shop.changeMembers(id, { add: many.slice(1), roles: { [many[1]!]: 'admin' } });
    expect(added).toMatchObject({ status: 200, body: { added: 1_000, roles: 1, room: { member_count: 1_001 } } });
    await expect(bob.device.receive('roomaddmembers.dispatch')).resolves.toMatchObject({
      seq: 2,
      room_id: roomId,
      data: { room: { member_count: 1_001 }, new_members: { length: 1_000 } },
    });
    await expect(shop.putRoom(id, { type: 'GroupChat', members: [many[0]!] })).resolves.toMatchObject({ status: 409 });
    await expect(shop.room(id, { type: 'GroupChat', members: many.slice(0, 2) })).resolves.toMatchObject({
      member_count: 3,
    });
  });
});

it('a PUT of members and a member who leaves at the same moment end in one of the two states', async () => {
  const carol = await connectMember((await users(parley, 'carol')).carol);
  const members = [await externalIdOf(carol), ...(await shop.newUsers(2))];
  for (let round = 0; round < 5; round += 1) {
    const { external_id: id, id: roomId } = await order(newId(), { members });
    const [, put] = await Promise.all([
      carol.device.request('room.leave', { room_id: roomId }),
      shop.putRoom(id, { type: 'GroupChat', members }),
    ]);
    expect(put.status).toBe(200);
    const present = await shop.room(id, { type: 'GroupChat' });
    const isIn = namesIn(present).includes(carol.user.username);
    expect([present.member_count, present.last_seq]).toEqual(isIn ? [4, 3] : [3, 2]);
  }
  await carol.device.close();
});

it('changes at once of rooms that exchange their members do not wait for each other for ever', async () => {
  const [one, other] = await shop.newUsers(2);
  const rooms = [await order(newId(), { members: [one!] }), await order(newId(), { members: [other!] })];
  for (let round = 0; round < 6; round += 1) {
    const [first, second] = round % 2 === 0 ? [one!, other!] : [other!, one!];
    const answers = await Promise.all([
      shop.changeMembers(rooms[0]!.external_id, { add: [second], remove: [first] }),
      shop.changeMembers(rooms[1]!.external_id, { add: [first], remove: [second] }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  }
});

it('a webhook names rooms by their external ids, and no frame and no answer to a user does', async () => {
  const receiver = await WebhookReceiver.start();
  try {
    await receiver.register(parley, '--events', 'room.created,room.updated,room.deleted,members.added,message.created');
    const [member] = await shop.newUsers(1);
    const made = await order();
    await shop.room(made.external_id, { type: 'GroupChat', name: 'Order, paid' });
    await shop.changeMembers(made.external_id, { add: [member!] });
    await bob.device.request('message.send', { room_id: made.id, content: 'It is paid.' });
    const events = (name: string) => receiver.acceptedOf(name).filter(({ room_id: id }) => id === made.id);
    const names = ['room.created', 'room.updated', 'members.added', 'message.created'];
    await eventually(() => names.every((name) => events(name).length > 0));
    expect(events('room.created')[0]!.data).toHaveProperty('external_id', made.external_id);
    expect(events('room.updated')[0]!.data).toHaveProperty('external_id', made.external_id);
    expect(events('members.added')[0]!.data).toHaveProperty('room.external_id', made.external_id);
    expect(events('message.created')[0]!.data).toHaveProperty('room.external_id', made.external_id);
    const frames = await bob.device.drain();
    const answers = [
      await bob.device.request('room.info', { room_id: made.id }),
      await bob.device.request('room.list', {}),
      await bob.device.request('room.members', { room_id: made.id }),
      await bob.device.request('room.notices', { room_id: made.id }),
      await bob.device.request('session.sync', { rooms: { [made.id]: 0 } }),
    ];
    const seen = JSON.stringify([...frames, ...answers]);
    expect(seen).toContain(made.id);
    for (const hidden of ['external_id', made.external_id, member!]) expect(seen).not.toContain(hidden);

    await parley.parley('rooms', 'delete', made.id, '--yes');
    // The id is free again, and perhaps of another room before the webhook is called.
    expect((await order(made.external_id)).id).not.toBe(made.id);
    await eventually(() => events('room.deleted').length > 0);
    expect(events('room.deleted')[0]!.data).toEqual({ room_id: made.id, external_id: made.external_id });
    const end = await bob.device.receive('roomdelete.dispatch', ({ data }) => data.room_id === made.id);
    expect(JSON.stringify(end)).not.toContain('external_id');
  } finally {
    await parley.parley('webhooks', 'delete', receiver.id, '--yes');
    await receiver.close();
  }
});

it('the export of a member names the external ids of the rooms', async () => {
  const made = await order();
  const lines = JSON.stringify(await parley.parley('users', 'export', bob.user.username));
  expect(lines).toContain(made.external_id);
});

describe('the key of a backend', () => {
  it('needs the scope of rooms, and names no user', async () => {
    const other = await ApiClient.create(parley, { scopes: 'rooms:write,users:manage', user: bob.user });
    const [path, body] = [roomPath('order:1'), { type: 'GroupChat', name: 'Order' }];
    for (const [method, at] of [
      ['PUT', path],
      ['POST', `${path}members/`],
    ] as const) {
      await expect(other.expectRefused(method, at, body)).resolves.toMatchObject({
        status: 403,
        code: 'scope_missing',
      });
    }
    await expect(shop.api.onBehalfOf(bob.user.username).expectRefused('PUT', path, body)).resolves.toMatchObject({
      status: 400,
      code: 'invalid',
    });
  });

  it('names its user, if it has one, as who added and removed members', async () => {
    const own = await ProductBackend.create(parley, 'rooms:manage', bob.user);
    const [one] = await shop.newUsers(1);
    const { external_id: id } = await order();
    await own.changeMembers(id, { add: [one!] });
    await expect(bob.device.receive('roomaddmembers.dispatch')).resolves.toMatchObject({
      data: { added_by: bob.user.username },
      notice: { kind: 'added', actor: { id: bob.user.id } },
    });
    await own.changeMembers(id, { remove: [one!] });
    await expect(bob.device.receive('roomremovemembers.dispatch')).resolves.toMatchObject({
      data: { removed_by: bob.user.username },
      notice: { kind: 'removed' },
    });
  });
});
