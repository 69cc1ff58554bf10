import type { GroupChat, JoinRequestPage } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { closeDevices, createMembersFixture, withoutRequest } from '../support/members-fixture.js';
import type { MembersFixture } from '../support/members-fixture.js';
import { manyUsers } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { ANY_TIME, allReceive, userView } from '../support/messaging.js';

let parley: Service;
let at: MembersFixture;
/** Dave's other device. */
let davesOther: ChatClient;
let group: GroupChat;

beforeAll(async () => {
  parley = await sharedService();
});

/** Alice and Bob lead the group, Carol is a member, and Dave has requested to join. */
beforeEach(async () => {
  at = await createMembersFixture(parley);
  davesOther = await at.dave.connect();
  await modify('add_admin', { users: [at.bob.id] });
  await modify('update', { join_approval_required: true });
  group = at.room;
  await request();
});
afterEach(() =>
  closeDevices(at.phone, at.laptop, at.bobDevice, at.carolDevice, at.carolSecondDevice, at.daveDevice, davesOther),
);

const members = (): ChatClient[] => [at.laptop, at.bobDevice, at.carolDevice, at.carolSecondDevice];
const leaders = (): ChatClient[] => [at.phone, at.laptop, at.bobDevice];

async function modify(action: string, data: object): Promise<void> {
  await at.phone.request('room.modify', { room_id: at.room.id, action, data });
  await allReceive(members(), 'roomupdate.dispatch');
}

async function request(): Promise<void> {
  const requested = withoutRequest(await at.daveDevice.request('room.join', { room_id: at.room.id }));
  const received = await allReceive([davesOther, ...leaders()], 'joinrequest.dispatch');
  expect(received).toEqual(requested);
}

const requestOf = (user: TestUser, decision: string): object => ({
  room_id: group.id,
  user_id: user.id,
  decision,
});
const review = (device: ChatClient, decision: string) =>
  device.request('room.review_join', requestOf(at.dave, decision));
const isRefused = (device: ChatClient, decision = 'approve') =>
  device.expectRefused('room.review_join', requestOf(at.dave, decision));

async function waiting(device: ChatClient, more: object = {}): Promise<JoinRequestPage> {
  const { data } = await device.request('room.members', { room_id: group.id, list: 'join_requests', ...more });
  return data as unknown as JoinRequestPage;
}

const verdict = (status: string): object => ({
  eventType: 'joinrequest.dispatch',
  room_id: group.id,
  data: { room_id: group.id, user: userView(at.dave), status },
});

describe('a join request', () => {
  it('that is approved adds the user like room.add_members, and notifies all their devices', async () => {
    const entered = withoutRequest(await review(at.bobDevice, 'approve'));
    expect(entered).toMatchObject({
      eventType: 'roomaddmembers.dispatch',
      room_id: group.id,
      seq: group.last_seq + 3,
      data: { new_members: [at.dave.username], added_by: at.bob.username, room: { member_count: 4 } },
    });
    const others = [at.phone, at.laptop, at.carolDevice, at.carolSecondDevice, at.daveDevice, davesOther];
    await expect(allReceive(others, 'roomaddmembers.dispatch')).resolves.toEqual(entered);
    const received = await allReceive([at.daveDevice, davesOther, ...leaders()], 'joinrequest.dispatch');
    expect(received).toEqual(verdict('approved'));
    await at.daveDevice.request('message.send', { room_id: group.id, content: 'thank you' });
    await allReceive([davesOther, at.phone, ...members()], 'message.dispatch');
    await expect(waiting(at.phone)).resolves.toMatchObject({ join_requests: [] });
  });

  it('that is denied notifies all devices of the user, who may request again', async () => {
    const denied = withoutRequest(await review(at.bobDevice, 'deny'));
    expect(denied).toEqual(verdict('denied'));
    const received = await allReceive([at.daveDevice, davesOther, at.phone, at.laptop], 'joinrequest.dispatch');
    expect(received).toEqual(denied);
    await expect(at.daveDevice.expectRefused('room.info', { room_id: group.id })).resolves.toMatchObject({
      code: 4004,
    });
    await expect(isRefused(at.phone)).resolves.toMatchObject({ code: 4004 });
    await request();
    await review(at.phone, 'approve');
    await allReceive([at.daveDevice, davesOther, ...members()], 'roomaddmembers.dispatch');
    await allReceive([at.daveDevice, davesOther, ...leaders()], 'joinrequest.dispatch');
  });

  it('is decided by one of two concurrent decisions', async () => {
    const requested = [at.phone.sendRequest('room.review_join', requestOf(at.dave, 'approve'))];
    requested.push(at.bobDevice.sendRequest('room.review_join', requestOf(at.dave, 'deny')));
    const answers = [await at.phone.response(requested[0]!), await at.bobDevice.response(requested[1]!)];
    const refusals = answers.filter(({ error }) => error);
    expect(refusals).toMatchObject([{ error: { code: 4004, detail: 'No such request.' } }]);
    const { data } = await at.daveDevice.receive('joinrequest.dispatch');
    const { data: room } = await at.phone.request('room.info', { room_id: group.id });
    expect(room.member_count).toBe(data.status === 'approved' ? 4 : 3);
    for (const device of [at.phone, davesOther, at.daveDevice, ...members()]) await device.drain();
  });

  it('is removed when its user is added or erased', async () => {
    await at.phone.request('room.add_members', { room_id: group.id, members: [at.dave.id] });
    await allReceive([at.daveDevice, davesOther, ...members()], 'roomaddmembers.dispatch');
    await expect(isRefused(at.bobDevice)).resolves.toMatchObject({ code: 4004 });
    await at.daveDevice.request('room.leave', { room_id: group.id });
    await davesOther.receive('roomexit.dispatch');
    await allReceive([at.phone, ...members()], 'roomremovemembers.dispatch');
    await request();
    await parley.parley('users', 'delete', at.dave.username, '--yes');
    for (const device of [at.daveDevice, davesOther])
      await expect(device.closed()).resolves.toMatchObject({ code: 4001 });
    await expect(waiting(at.phone)).resolves.toMatchObject({ join_requests: [] });
    await expect(isRefused(at.bobDevice, 'deny')).resolves.toMatchObject({ code: 4004 });
  });

  it('stays pending while the room is full, or when it no longer requires approval', async () => {
    await modify('update', { max_participants: 3, join_approval_required: false });
    await expect(isRefused(at.phone)).resolves.toMatchObject({ code: 4003, detail: { user_id: [expect.any(String)] } });
    await expect(waiting(at.phone)).resolves.toMatchObject({ join_requests: [{ user: userView(at.dave) }] });
    await modify('update', { max_participants: 4 });
    await review(at.phone, 'approve');
    await allReceive([at.daveDevice, davesOther, ...members()], 'roomaddmembers.dispatch');
    await allReceive([at.daveDevice, davesOther, ...leaders()], 'joinrequest.dispatch');
  });

  it('is decided only by admins of the group', async () => {
    await expect(isRefused(at.carolDevice)).resolves.toMatchObject({ code: 4002 });
    await expect(isRefused(at.daveDevice)).resolves.toMatchObject({ code: 4004 });
    const { data: channel } = await at.phone.request('room.create', { type: 'Channel', name: 'News' });
    await at.laptop.receive('roomcreate.dispatch');
    const data = { ...requestOf(at.dave, 'deny'), room_id: channel.id };
    await expect(at.phone.expectRefused('room.review_join', data)).resolves.toMatchObject({ code: 4003 });
  });

  it.each([
    ['user_id', { user_id: '2' }],
    ['user_id', { user_id: 0 }],
    ['decision', { decision: 'perhaps' }],
  ])('is refused with an invalid %s: %j', async (field, wrong) => {
    const { code, detail } = await at.phone.expectRefused('room.review_join', {
      ...requestOf(at.dave, 'deny'),
      ...wrong,
    });
    expect([code, Object.keys(detail)]).toEqual([4003, [field]]);
  });

  it('is in the audit log with its decision', async () => {
    await review(at.bobDevice, 'deny');
    await allReceive([at.daveDevice, davesOther, at.phone, at.laptop], 'joinrequest.dispatch');
    await request();
    await review(at.phone, 'approve');
    await allReceive([at.daveDevice, davesOther, ...members()], 'roomaddmembers.dispatch');
    await allReceive([at.daveDevice, davesOther, ...leaders()], 'joinrequest.dispatch');
    const [approved, denied] = (await parley.parley('audit', 'list', '--room', group.id)) as object[];
    const about = { action: 'room.review_join', room_id: group.id, subject: { id: at.dave.id } };
    expect(denied).toMatchObject({ ...about, actor: { id: at.bob.id }, details: { decision: 'deny' } });
    expect(approved).toMatchObject({ ...about, actor: { id: at.alice.id }, details: { decision: 'approve' } });
  });
});

describe('room.members with the list join_requests', () => {
  it('returns all pending requests to admins, in pages, and is refused to others', async () => {
    const others = await manyUsers(parley, 4);
    for (const user of others) {
      const device = await user.connect();
      await device.request('room.join', { room_id: group.id });
      await allReceive(leaders(), 'joinrequest.dispatch');
      await device.close();
    }
    const asking = [at.dave, ...others].sort((one, other) => one.id - other.id);
    const all = asking.map((user) => ({ user: userView(user), created_at: ANY_TIME }));
    await expect(waiting(at.bobDevice)).resolves.toEqual({ room_id: group.id, join_requests: all, next_cursor: null });
    const first = await waiting(at.bobDevice, { limit: 3 });
    const second = await waiting(at.bobDevice, { limit: 3, cursor: first.next_cursor });
    expect([...first.join_requests, ...second.join_requests]).toEqual(all);
    expect(second.next_cursor).toBeNull();

    const data = { room_id: group.id, list: 'join_requests' };
    await expect(at.carolDevice.expectRefused('room.members', data)).resolves.toMatchObject({ code: 4002 });
    await expect(at.daveDevice.expectRefused('room.members', data)).resolves.toMatchObject({ code: 4004 });
    const ofMembers = { room_id: group.id, cursor: first.next_cursor };
    await expect(at.bobDevice.expectRefused('room.members', ofMembers)).resolves.toMatchObject({ code: 4003 });
  });
});
