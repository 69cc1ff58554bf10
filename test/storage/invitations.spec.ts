import type { GroupChat, RoomInvitation, ServerFrame } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { closeDevices, createMembersFixture, permissionRequest, withoutRequest } from '../support/members-fixture.js';
import type { MembersFixture } from '../support/members-fixture.js';
import { allReceive, ANY_ID, ANY_TIME, userView } from '../support/messaging.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

let parley: Service;
let at: MembersFixture;
/** Dave's other device. */
let davesOther: ChatClient;
let group: GroupChat;

beforeAll(async () => {
  parley = await sharedService();
});
/** Alice's group with Bob and Carol; Dave permits nobody to add him. */
beforeEach(async () => {
  at = await createMembersFixture(parley);
  group = at.room;
  davesOther = await at.dave.connect();
  await at.daveDevice.request('user.update', { add_policy: 'nobody' });
  await davesOther.receive('userupdate.dispatch');
});
afterEach(() =>
  closeDevices(at.phone, at.laptop, at.bobDevice, at.carolDevice, at.carolSecondDevice, at.daveDevice, davesOther),
);

const davesDevices = (): ChatClient[] => [at.daveDevice, davesOther];
const others = (): ChatClient[] => [at.laptop, at.bobDevice, at.carolDevice, at.carolSecondDevice];
const add = (device: ChatClient, ...users: TestUser[]) =>
  device.request('room.add_members', { room_id: group.id, members: users.map(({ id }) => id) });
const invite = (device: ChatClient, ...users: TestUser[]) =>
  device.request('room.invite', { room_id: group.id, user_ids: users.map(({ id }) => id) });
const answer = (device: ChatClient, accept: boolean) =>
  device.request('room.answer_invite', { room_id: group.id, accept });

const invitation = (status = 'pending', { user = at.dave, by = at.alice, room = group } = {}): object => ({
  id: ANY_ID,
  room_id: room.id,
  room: {
    id: room.id,
    type: 'GroupChat',
    name: room.name,
    description: '',
    avatar: null,
    member_count: expect.any(Number) as number,
  },
  user: userView(user),
  invited_by: userView(by),
  status,
  created_at: ANY_TIME,
});

/** Dave's devices receive the invitation, and Alice's the list of it. */
async function daveIsInvited(status = 'pending', inviters = [at.phone, at.laptop]): Promise<void> {
  const frame = { eventType: 'roominvite.dispatch', room_id: group.id };
  await expect(allReceive(davesDevices(), 'roominvite.dispatch')).resolves.toEqual({
    ...frame,
    data: invitation(status),
  });
  for (const device of inviters) {
    await expect(device.receive('roominvite.dispatch')).resolves.toEqual({ ...frame, data: [invitation(status)] });
  }
}

async function pendingOf(device: ChatClient): Promise<readonly RoomInvitation[]> {
  const { data } = await device.request('room.invites', {});
  return data.invitations;
}

async function daveIsNoMember(): Promise<void> {
  await expect(at.daveDevice.expectRefused('room.info', { room_id: group.id })).resolves.toMatchObject({ code: 4004 });
}

describe('a user who permits nobody to add them', () => {
  it('is invited by room.add_members, which adds the others', async () => {
    const answered = await add(at.phone, at.dave);
    expect(answered).toMatchObject({ data: { new_members: [] }, meta: { changed: false } });
    await daveIsInvited();
    await daveIsNoMember();
    await expect(add(at.phone, at.dave)).resolves.toMatchObject({ meta: { changed: false } });
  });

  it('is invited by room.create, whose room has the others', async () => {
    const { data: room } = await at.phone.request('room.create', {
      type: 'GroupChat',
      name: 'New',
      participants: [at.bob.id, at.dave.id],
    });
    expect((room as GroupChat).participants).toEqual([at.alice, at.bob].map(userView));
    for (const device of [at.laptop, at.bobDevice]) await device.receive('roomcreate.dispatch');
    const data = invitation('pending', { room: room as GroupChat });
    for (const device of davesDevices()) {
      await expect(device.receive('roominvite.dispatch')).resolves.toMatchObject({ room_id: room.id, data });
    }
    for (const device of [at.phone, at.laptop]) {
      await expect(device.receive('roominvite.dispatch')).resolves.toMatchObject({ room_id: room.id, data: [data] });
    }
  });

  it('is not put into a OneToOneChat, but can start one, which others then use', async () => {
    const chat = { type: 'OneToOneChat', participants: [at.dave.id] };
    await expect(at.phone.expectRefused('room.create', chat)).resolves.toMatchObject({ code: 4002 });
    const { data: room } = await at.daveDevice.request('room.create', {
      type: 'OneToOneChat',
      participants: [at.alice.id],
    });
    for (const device of [davesOther, at.phone, at.laptop]) await device.receive('roomcreate.dispatch');
    await expect(at.phone.request('room.create', chat)).resolves.toMatchObject({
      data: { id: room.id },
      meta: { created: false },
    });
  });

  it('is added after a request to join', async () => {
    const data = { join_approval_required: true };
    await at.phone.request('room.modify', { room_id: group.id, action: 'update', data });
    await allReceive(others(), 'roomupdate.dispatch');
    await at.daveDevice.request('room.join', { room_id: group.id });
    await allReceive([davesOther, at.phone, at.laptop], 'joinrequest.dispatch');
    await expect(add(at.phone, at.dave)).resolves.toMatchObject({ data: { new_members: [at.dave.username] } });
    await allReceive([...others(), ...davesDevices()], 'roomaddmembers.dispatch');
  });
});

describe('a user who permits those who share a room', () => {
  it('is added by them, and invited by others', async () => {
    for (const device of davesDevices()) await device.drain();
    await at.daveDevice.request('user.update', { add_policy: 'shared' });
    await davesOther.receive('userupdate.dispatch');
    await add(at.phone, at.dave);
    await daveIsInvited();
    const { data: shared } = await at.daveDevice.request('room.create', {
      type: 'GroupChat',
      name: 'Shared',
      participants: [at.bob.id],
    });
    for (const device of [davesOther, at.bobDevice]) await device.receive('roomcreate.dispatch');
    const { data: room } = await at.bobDevice.request('room.create', {
      type: 'GroupChat',
      name: 'Of Bob',
      participants: [at.dave.id],
    });
    expect(room.id).not.toBe(shared.id);
    expect(room.member_count).toBe(2);
    for (const device of davesDevices()) await device.receive('roomcreate.dispatch');
  });
});

describe('a user who has left a room', () => {
  it('is not added to it again by others, and can accept their invitation', async () => {
    await at.bobDevice.request('room.leave', { room_id: group.id });
    await allReceive([at.phone, at.laptop, at.carolDevice, at.carolSecondDevice], 'roomremovemembers.dispatch');
    await expect(add(at.phone, at.bob)).resolves.toMatchObject({ data: { new_members: [] } });
    await at.bobDevice.receive('roominvite.dispatch');
    for (const device of [at.phone, at.laptop]) await device.receive('roominvite.dispatch');
    await answer(at.bobDevice, true);
    await at.bobDevice.receive('roomanswerinvite.dispatch');
    await allReceive([at.phone, at.laptop, at.carolDevice, at.carolSecondDevice], 'roomaddmembers.dispatch');
  });

  it('is added again after they have joined by themselves and were removed by others', async () => {
    const { data: channel } = await at.phone.request('room.create', {
      type: 'Channel',
      name: 'News',
      extra_fields: { is_public: true },
    });
    await at.laptop.receive('roomcreate.dispatch');
    const inChannel = { room_id: channel.id };
    for (const event of ['room.join', 'room.leave', 'room.join']) await at.bobDevice.request(event, inChannel);
    await at.phone.request('room.remove_members', { ...inChannel, members: [at.bob.id] });
    await expect(at.phone.request('room.add_members', { ...inChannel, members: [at.bob.id] })).resolves.toMatchObject({
      data: { new_members: [at.bob.username] },
    });
    for (const device of [at.phone, at.laptop, at.bobDevice]) await device.drain();
  });
});

describe('room.invite', () => {
  it('notifies the invited user, and answers with the list', async () => {
    const answered = withoutRequest(await invite(at.phone, at.dave, at.bob));
    expect(answered).toEqual({ eventType: 'roominvite.dispatch', room_id: group.id, data: [invitation()] });
    await daveIsInvited('pending', [at.laptop]);
    await expect(invite(at.phone, at.dave)).resolves.toMatchObject({ data: [], meta: { changed: false } });
    await expect(pendingOf(at.daveDevice)).resolves.toEqual([invitation()]);
  });

  it('needs the permission to add members', async () => {
    const data = { room_id: group.id, user_ids: [at.dave.id] };
    await expect(at.bobDevice.expectRefused('room.invite', data)).resolves.toMatchObject({ code: 4002 });
    await expect(at.bobDevice.expectRefused('room.withdraw_invite', data)).resolves.toMatchObject({ code: 4002 });
    await expect(at.daveDevice.expectRefused('room.invite', data)).resolves.toMatchObject({ code: 4004 });
    await at.phone.request(
      'room.modify',
      permissionRequest(group, 'add_permission', at.bob, 'can_add_new_participants'),
    );
    await allReceive(others(), 'roomupdate.dispatch');
    await invite(at.bobDevice, at.dave);
    for (const device of davesDevices()) await device.receive('roominvite.dispatch');
  });

  it('is refused for unknown users, a OneToOneChat and invalid fields', async () => {
    const user_ids = [at.dave.id, 2_000_000_000];
    await expect(at.phone.expectRefused('room.invite', { room_id: group.id, user_ids })).resolves.toMatchObject({
      code: 4004,
      detail: '1 of the named users does not exist.',
    });
    const { data: chat } = await at.phone.request('room.create', { type: 'OneToOneChat', participants: [at.bob.id] });
    for (const device of [at.laptop, at.bobDevice]) await device.receive('roomcreate.dispatch');
    for (const data of [
      { room_id: chat.id, user_ids: [at.dave.id] },
      { room_id: group.id, user_ids: [] },
    ]) {
      await expect(at.phone.expectRefused('room.invite', data)).resolves.toMatchObject({ code: 4003 });
    }
  });
});

describe('an invitation', () => {
  beforeEach(async () => {
    await invite(at.phone, at.dave);
    await daveIsInvited('pending', [at.laptop]);
  });

  it('that is accepted adds the user like room.join', async () => {
    const entered = withoutRequest(await answer(at.daveDevice, true));
    expect(entered).toMatchObject({
      eventType: 'roomaddmembers.dispatch',
      seq: group.last_seq + 1,
      data: { new_members: [at.dave.username], added_by: 'self', room: { member_count: 4 } },
    });
    const all = [at.phone, ...others(), davesOther];
    await expect(allReceive(all, 'roomaddmembers.dispatch')).resolves.toEqual(entered);
    await expect(allReceive(davesDevices(), 'roomanswerinvite.dispatch')).resolves.toMatchObject({
      data: invitation('accepted'),
    });
    await expect(pendingOf(at.daveDevice)).resolves.toEqual([]);
    await expect(
      at.daveDevice.expectRefused('room.answer_invite', { room_id: group.id, accept: true }),
    ).resolves.toMatchObject({
      code: 4004,
    });
  });

  it('that is declined ends, which only the own devices of the user learn', async () => {
    const declined = withoutRequest(await answer(at.daveDevice, false));
    expect(declined).toMatchObject({ eventType: 'roomanswerinvite.dispatch', data: invitation('declined') });
    await expect(davesOther.receive('roomanswerinvite.dispatch')).resolves.toEqual(declined);
    await expect(pendingOf(davesOther)).resolves.toEqual([]);
    await daveIsNoMember();
  });

  it('that is withdrawn ends, and its user is notified', async () => {
    const data = { room_id: group.id, user_ids: [at.dave.id, at.bob.id] };
    const withdrawn = withoutRequest(await at.phone.request('room.withdraw_invite', data));
    expect(withdrawn).toMatchObject({ data: [invitation('withdrawn')] });
    await daveIsInvited('withdrawn', [at.laptop]);
    await expect(at.phone.request('room.withdraw_invite', data)).resolves.toMatchObject({ meta: { changed: false } });
    await expect(
      at.daveDevice.expectRefused('room.answer_invite', { room_id: group.id, accept: true }),
    ).resolves.toMatchObject({
      code: 4004,
    });
  });

  it('is counted in the first frame of a user who was offline', async () => {
    const device = await at.dave.open();
    const { meta } = (await device.receive('chat.notifications')) as ServerFrame;
    expect(meta).toMatchObject({ invitations: 1 });
    await answer(device, false);
    for (const each of davesDevices()) await each.receive('roomanswerinvite.dispatch');
    const later = await at.dave.open();
    expect(((await later.receive('chat.notifications')) as ServerFrame).meta).toMatchObject({ invitations: 0 });
    await closeDevices(device, later);
  });

  it('is answered once by two devices at the same moment', async () => {
    const sent = davesDevices().map((device) =>
      device.sendRequest('room.answer_invite', { room_id: group.id, accept: true }),
    );
    const answers = await Promise.all(davesDevices().map((device, which) => device.response(sent[which]!)));
    expect(answers.filter(({ error }) => error)).toMatchObject([{ error: { code: 4004 } }]);
    for (const device of [at.phone, ...others(), ...davesDevices()]) await device.drain();
  });

  it('stays pending while the room is full, and ends with the room', async () => {
    const full = { room_id: group.id, action: 'update', data: { max_participants: 3 } };
    await at.phone.request('room.modify', full);
    await allReceive(others(), 'roomupdate.dispatch');
    await expect(
      at.daveDevice.expectRefused('room.answer_invite', { room_id: group.id, accept: true }),
    ).resolves.toMatchObject({
      code: 4003,
      detail: { room_id: [expect.any(String)] },
    });
    await expect(pendingOf(at.daveDevice)).resolves.toHaveLength(1);
    await at.phone.request('room.modify', { room_id: group.id, action: 'delete' });
    await allReceive(others(), 'roomdelete.dispatch');
    await expect(pendingOf(at.daveDevice)).resolves.toEqual([]);
    await expect(
      at.daveDevice.expectRefused('room.answer_invite', { room_id: group.id, accept: true }),
    ).resolves.toMatchObject({
      code: 4004,
    });
  });
});
