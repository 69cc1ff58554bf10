import type { GroupChat, JoinRequestPage } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { disperse, gather, withoutRequest } from '../support/gathering.js';
import type { Gathering } from '../support/gathering.js';
import { crowd } from '../support/people.js';
import type { Person } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { A_TIME, allHear, seen } from '../support/talk.js';

let parley: Service;
let at: Gathering;
/** Dave's other device. */
let davesOther: ChatClient;
let group: GroupChat;

beforeAll(async () => {
  parley = await sharedService();
});

/** Alice and Bob lead the group, Carol is a member, and Dave has requested to join. */
beforeEach(async () => {
  at = await gather(parley);
  davesOther = await at.dave.arrives();
  await modify('add_admin', { users: [at.bob.id] });
  await modify('update', { join_approval_required: true });
  group = at.room;
  await asks();
});
afterEach(() => disperse(at.phone, at.laptop, at.bobs, at.carols, at.carolsOther, at.daves, davesOther));

const members = (): ChatClient[] => [at.laptop, at.bobs, at.carols, at.carolsOther];
const leaders = (): ChatClient[] => [at.phone, at.laptop, at.bobs];

async function modify(action: string, data: object): Promise<void> {
  await at.phone.ask('room.modify', { room_id: at.room.id, action, data });
  await allHear(members(), 'roomupdate.dispatch');
}

async function asks(): Promise<void> {
  const asked = withoutRequest(await at.daves.ask('room.join', { room_id: at.room.id }));
  const heard = await allHear([davesOther, ...leaders()], 'joinrequest.dispatch');
  expect(heard).toEqual(asked);
}

const requestOf = (person: Person, decision: string): object => ({
  ...{ room_id: group.id, user_id: person.id, decision },
});
const review = (device: ChatClient, decision: string) => device.ask('room.review_join', requestOf(at.dave, decision));
const isRefused = (device: ChatClient, decision = 'approve') =>
  device.isRefused('room.review_join', requestOf(at.dave, decision));

async function waiting(device: ChatClient, more: object = {}): Promise<JoinRequestPage> {
  const { data } = await device.ask('room.members', { room_id: group.id, list: 'join_requests', ...more });
  return data as unknown as JoinRequestPage;
}

const verdict = (status: string): object => ({
  eventType: 'joinrequest.dispatch',
  room_id: group.id,
  data: { room_id: group.id, user: seen(at.dave), status },
});

describe('a join request', () => {
  it('that is approved adds the user like room.add_members, and notifies all their devices', async () => {
    const entered = withoutRequest(await review(at.bobs, 'approve'));
    expect(entered).toMatchObject({
      eventType: 'roomaddmembers.dispatch',
      room_id: group.id,
      seq: group.last_seq + 3,
      data: { new_members: [at.dave.username], added_by: at.bob.username, room: { member_count: 4 } },
    });
    const others = [at.phone, at.laptop, at.carols, at.carolsOther, at.daves, davesOther];
    await expect(allHear(others, 'roomaddmembers.dispatch')).resolves.toEqual(entered);
    const told = await allHear([at.daves, davesOther, ...leaders()], 'joinrequest.dispatch');
    expect(told).toEqual(verdict('approved'));
    await at.daves.ask('message.send', { room_id: group.id, content: 'thank you' });
    await allHear([davesOther, at.phone, ...members()], 'message.dispatch');
    await expect(waiting(at.phone)).resolves.toMatchObject({ join_requests: [] });
  });

  it('that is denied notifies all devices of the user, who may request again', async () => {
    const denied = withoutRequest(await review(at.bobs, 'deny'));
    expect(denied).toEqual(verdict('denied'));
    const told = await allHear([at.daves, davesOther, at.phone, at.laptop], 'joinrequest.dispatch');
    expect(told).toEqual(denied);
    await expect(at.daves.isRefused('room.info', { room_id: group.id })).resolves.toMatchObject({ code: 4004 });
    await expect(isRefused(at.phone)).resolves.toMatchObject({ code: 4004 });
    await asks();
    await review(at.phone, 'approve');
    await allHear([at.daves, davesOther, ...members()], 'roomaddmembers.dispatch');
    await allHear([at.daves, davesOther, ...leaders()], 'joinrequest.dispatch');
  });

  it('is decided by one of two concurrent decisions', async () => {
    const asked = [at.phone.asks('room.review_join', requestOf(at.dave, 'approve'))];
    asked.push(at.bobs.asks('room.review_join', requestOf(at.dave, 'deny')));
    const answers = [await at.phone.answered(asked[0]!), await at.bobs.answered(asked[1]!)];
    const refusals = answers.filter(({ error }) => error);
    expect(refusals).toMatchObject([{ error: { code: 4004, detail: 'No such request.' } }]);
    const { data } = await at.daves.hears('joinrequest.dispatch');
    const { data: room } = await at.phone.ask('room.info', { room_id: group.id });
    expect(room.member_count).toBe(data.status === 'approved' ? 4 : 3);
    for (const device of [at.phone, davesOther, at.daves, ...members()]) await device.rest();
  });

  it('is removed when its user is added or erased', async () => {
    await at.phone.ask('room.add_members', { room_id: group.id, members: [at.dave.id] });
    await allHear([at.daves, davesOther, ...members()], 'roomaddmembers.dispatch');
    await expect(isRefused(at.bobs)).resolves.toMatchObject({ code: 4004 });
    await at.daves.ask('room.leave', { room_id: group.id });
    await davesOther.hears('roomexit.dispatch');
    await allHear([at.phone, ...members()], 'roomremovemembers.dispatch');
    await asks();
    await parley.parley('users', 'delete', at.dave.username);
    for (const device of [at.daves, davesOther]) await expect(device.closed()).resolves.toMatchObject({ code: 4001 });
    await expect(waiting(at.phone)).resolves.toMatchObject({ join_requests: [] });
    await expect(isRefused(at.bobs, 'deny')).resolves.toMatchObject({ code: 4004 });
  });

  it('stays pending while the room is full, or when it no longer requires approval', async () => {
    await modify('update', { max_participants: 3, join_approval_required: false });
    await expect(isRefused(at.phone)).resolves.toMatchObject({ code: 4003, detail: { user_id: [expect.any(String)] } });
    await expect(waiting(at.phone)).resolves.toMatchObject({ join_requests: [{ user: seen(at.dave) }] });
    await modify('update', { max_participants: 4 });
    await review(at.phone, 'approve');
    await allHear([at.daves, davesOther, ...members()], 'roomaddmembers.dispatch');
    await allHear([at.daves, davesOther, ...leaders()], 'joinrequest.dispatch');
  });

  it('is decided only by admins of the group', async () => {
    await expect(isRefused(at.carols)).resolves.toMatchObject({ code: 4002 });
    await expect(isRefused(at.daves)).resolves.toMatchObject({ code: 4004 });
    const { data: channel } = await at.phone.ask('room.create', { type: 'Channel', name: 'News' });
    await at.laptop.hears('roomcreate.dispatch');
    const data = { ...requestOf(at.dave, 'deny'), room_id: channel.id };
    await expect(at.phone.isRefused('room.review_join', data)).resolves.toMatchObject({ code: 4003 });
  });

  it.each([
    ['user_id', { user_id: '2' }],
    ['user_id', { user_id: 0 }],
    ['decision', { decision: 'perhaps' }],
  ])('is refused with an invalid %s: %j', async (field, wrong) => {
    const { code, detail } = await at.phone.isRefused('room.review_join', { ...requestOf(at.dave, 'deny'), ...wrong });
    expect([code, Object.keys(detail)]).toEqual([4003, [field]]);
  });

  it('is in the audit log with its decision', async () => {
    await review(at.bobs, 'deny');
    await allHear([at.daves, davesOther, at.phone, at.laptop], 'joinrequest.dispatch');
    await asks();
    await review(at.phone, 'approve');
    await allHear([at.daves, davesOther, ...members()], 'roomaddmembers.dispatch');
    await allHear([at.daves, davesOther, ...leaders()], 'joinrequest.dispatch');
    const [approved, denied] = (await parley.parley('audit', 'list', '--room', group.id)) as object[];
    const about = { action: 'room.review_join', room_id: group.id, subject: { id: at.dave.id } };
    expect(denied).toMatchObject({ ...about, actor: { id: at.bob.id }, details: { decision: 'deny' } });
    expect(approved).toMatchObject({ ...about, actor: { id: at.alice.id }, details: { decision: 'approve' } });
  });
});

describe('room.members with the list join_requests', () => {
  it('returns all pending requests to admins, in pages, and is refused to others', async () => {
    const others = await crowd(parley, 4);
    for (const person of others) {
      const device = await person.arrives();
      await device.ask('room.join', { room_id: group.id });
      await allHear(leaders(), 'joinrequest.dispatch');
      await device.leaves();
    }
    const asking = [at.dave, ...others].sort((one, other) => one.id - other.id);
    const all = asking.map((person) => ({ user: seen(person), created_at: A_TIME }));
    await expect(waiting(at.bobs)).resolves.toEqual({ room_id: group.id, join_requests: all, next_cursor: null });
    const first = await waiting(at.bobs, { limit: 3 });
    const second = await waiting(at.bobs, { limit: 3, cursor: first.next_cursor });
    expect([...first.join_requests, ...second.join_requests]).toEqual(all);
    expect(second.next_cursor).toBeNull();

    const data = { room_id: group.id, list: 'join_requests' };
    await expect(at.carols.isRefused('room.members', data)).resolves.toMatchObject({ code: 4002 });
    await expect(at.daves.isRefused('room.members', data)).resolves.toMatchObject({ code: 4004 });
    const ofMembers = { room_id: group.id, cursor: first.next_cursor };
    await expect(at.bobs.isRefused('room.members', ofMembers)).resolves.toMatchObject({ code: 4003 });
  });
});
