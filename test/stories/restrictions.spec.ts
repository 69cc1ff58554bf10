import { randomUUID } from 'node:crypto';

import type { GroupChat, RestrictionChange } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { connected } from '../support/database.js';
import { closeDevices, createMembersFixture, roleRequest } from '../support/members-fixture.js';
import type { MembersFixture } from '../support/members-fixture.js';
import { allReceive, historyOf, userView } from '../support/messaging.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

let parley: Service;
let at: MembersFixture;
let group: GroupChat;

beforeAll(async () => {
  parley = await sharedService();
});
/** Alice's group with Bob and Carol; Dave is no member. */
beforeEach(async () => {
  at = await createMembersFixture(parley);
  group = at.room;
});
afterEach(() => closeDevices(at.phone, at.laptop, at.bobDevice, at.carolDevice, at.carolSecondDevice, at.daveDevice));

const LATER = '2999-01-01T00:00:00.000Z';
const carols = (): ChatClient[] => [at.carolDevice, at.carolSecondDevice];

/** Alice restricts a user. @returns the data of her answer */
async function restrict(
  user: TestUser,
  kind: RestrictionChange['kind'],
  more: object = {},
): Promise<RestrictionChange> {
  const { data } = await at.phone.request('room.restrict', { room_id: group.id, user_id: user.id, kind, ...more });
  return data;
}

/** Every device but the requester's receives the restriction: all of them are members. */
async function allHear(): Promise<void> {
  await allReceive([at.bobDevice], 'roomrestrict.dispatch');
  await allReceive([at.laptop, ...carols()], 'roomrestrict.dispatch');
}

describe('a mute', () => {
  it('is numbered, and shows its reason to leaders and to its user alone', async () => {
    const mute = await restrict(at.carol, 'mute', { until: LATER, reason: 'noise' });
    const seen = { room_id: group.id, user: userView(at.carol), kind: 'mute', until: LATER, by: userView(at.alice) };
    expect(mute).toEqual({ ...seen, reason: 'noise' });
    const bobs = await at.bobDevice.receive('roomrestrict.dispatch');
    expect(bobs.data).toStrictEqual(seen);
    const informed = await allReceive([at.laptop, ...carols()], 'roomrestrict.dispatch');
    expect(informed.data).toStrictEqual({ ...seen, reason: 'noise' });
    expect(informed.seq).toBe(bobs.seq);
    await expect(
      at.phone.request('room.restrict', {
        room_id: group.id,
        user_id: at.carol.id,
        kind: 'mute',
        until: LATER,
        reason: 'noise',
      }),
    ).resolves.toMatchObject({ meta: { changed: false } });
  });

  it('lets its user read, and write nothing', async () => {
    const { data: own } = await at.carolDevice.request('message.send', { room_id: group.id, content: 'mine' });
    await allReceive([at.phone, at.laptop, at.bobDevice, at.carolSecondDevice], 'message.dispatch');
    await restrict(at.carol, 'mute', { until: LATER });
    await allHear();
    const message = { room_id: group.id, content: 'x' };
    const poll = { extra_fields: { poll: { options: ['a', 'b'] } } };
    const writes = [
      ['message.send', message],
      ['message.send', { ...message, ...poll }],
      ['message.typing', { room_id: group.id, is_typing: true }],
      ['message.modify', { action: 'update', message_id: own.id, extra_fields: { content: 'y' } }],
      ['message.react', { message_id: own.id, reaction_content: '👍', type: 'add' }],
      ['message.schedule', { ...message, client_message_id: randomUUID(), send_at: LATER }],
    ] as const;
    for (const [event, data] of writes) {
      const refused = await at.carolDevice.expectRefused(event, data);
      expect([event, refused]).toMatchObject([event, { code: 4002, detail: { until: [LATER] } }]);
    }
    expect((await historyOf(at.carolDevice, group)).map(({ id }) => id)).toEqual([own.id]);
    await at.carolDevice.request('message.modify', { action: 'delete', message_id: own.id });
    await allReceive([at.phone, at.laptop, at.bobDevice, at.carolSecondDevice], 'messagemodification.dispatch');
  });

  it('outlasts a departure, and is lifted', async () => {
    await restrict(at.carol, 'mute');
    await allHear();
    await expect(at.carolDevice.request('room.restrictions', { room_id: group.id })).resolves.toMatchObject({
      data: { restrictions: [{ kind: 'mute', until: null, reason: null }], next_cursor: null },
    });
    const lifted = await restrict(at.carol, 'none');
    expect(lifted).toMatchObject({ kind: 'none', until: null });
    await allHear();
    await at.carolDevice.request('message.send', { room_id: group.id, content: 'again' });
    await allReceive([at.phone, at.laptop, at.bobDevice, at.carolSecondDevice], 'message.dispatch');
  });

  it('ends by itself, with a number', async () => {
    const until = new Date(Date.now() + 1_500).toISOString();
    await restrict(at.carol, 'mute', { until });
    await allHear();
    await at.carolDevice.expectRefused('message.send', { room_id: group.id, content: 'x' });
    const ended = await allReceive([at.phone, at.laptop, at.bobDevice, ...carols()], 'roomrestrict.dispatch');
    expect(ended.data).toStrictEqual({
      room_id: group.id,
      user: userView(at.carol),
      kind: 'none',
      until: null,
      by: null,
    });
    expect(Date.now() - Date.parse(until)).toBeLessThan(5_000);
    await at.carolDevice.request('message.send', { room_id: group.id, content: 'x' });
    await allReceive([at.phone, at.laptop, at.bobDevice, at.carolSecondDevice], 'message.dispatch');
  });

  it('has no effect from its end on, whether or not its timer has run', async () => {
    await restrict(at.carol, 'mute', { until: LATER });
    await allHear();
    await at.carolDevice.expectRefused('message.send', { room_id: group.id, content: 'x' });
    const database = await connected(parley.serviceData);
    await database.query('UPDATE room_restrictions SET until = now() WHERE room_id = $1', [group.id]);
    await database.end();
    await at.carolDevice.request('message.send', { room_id: group.id, content: 'x' });
    await allReceive([at.phone, at.laptop, at.bobDevice, at.carolSecondDevice], 'message.dispatch');
  });
});

describe('a ban', () => {
  it('removes its user, who cannot come back on any road until it is lifted', async () => {
    await restrict(at.carol, 'ban', { reason: 'spam' });
    await allReceive([at.laptop, ...carols()], 'roomrestrict.dispatch');
    await at.bobDevice.receive('roomrestrict.dispatch');
    await allReceive([at.phone, at.laptop, at.bobDevice], 'roomremovemembers.dispatch');
    await allReceive(carols(), 'roomexit.dispatch');
    const named = { room_id: group.id, members: [at.carol.id] };
    await expect(at.phone.expectRefused('room.add_members', named)).resolves.toMatchObject({ code: 4002 });
    await expect(
      at.phone.expectRefused('room.invite', { room_id: group.id, user_ids: [at.carol.id] }),
    ).resolves.toMatchObject({ code: 4002 });
    await expect(at.carolDevice.expectRefused('room.join', { room_id: group.id })).resolves.toMatchObject({
      code: 4003,
    });
    await at.phone.request('room.modify', {
      room_id: group.id,
      action: 'update',
      data: { join_approval_required: true },
    });
    await allReceive([at.laptop, at.bobDevice], 'roomupdate.dispatch');
    await expect(at.carolDevice.expectRefused('room.join', { room_id: group.id })).resolves.toMatchObject({
      code: 4003,
    });
    await expect(at.carolDevice.expectRefused('room.preview', { room_id: group.id })).resolves.toMatchObject({
      code: 4004,
    });
    await restrict(at.carol, 'none');
    await allReceive([at.laptop, at.bobDevice], 'roomrestrict.dispatch');
    await at.carolDevice.request('room.join', { room_id: group.id });
    await allReceive([at.phone, at.laptop, at.carolSecondDevice], 'joinrequest.dispatch');
    await restrict(at.carol, 'ban');
    await allReceive([at.laptop, at.bobDevice], 'roomrestrict.dispatch');
    const denied = await allReceive([at.phone, at.laptop, ...carols()], 'joinrequest.dispatch');
    expect(denied.data.status).toBe('denied');
  });

  it('comes before its user has joined, and withdraws an invitation', async () => {
    await at.daveDevice.request('user.update', { add_policy: 'nobody' });
    await at.phone.request('room.invite', { room_id: group.id, user_ids: [at.dave.id] });
    await at.laptop.receive('roominvite.dispatch');
    await at.daveDevice.receive('roominvite.dispatch');
    await restrict(at.dave, 'ban', { until: LATER });
    await allReceive([at.laptop, at.bobDevice, ...carols()], 'roomrestrict.dispatch');
    expect((await at.daveDevice.receive('roominvite.dispatch')).data).toMatchObject({ status: 'withdrawn' });
    await allReceive([at.phone, at.laptop], 'roominvite.dispatch');
    await expect(
      at.daveDevice.expectRefused('room.answer_invite', { room_id: group.id, accept: true }),
    ).resolves.toMatchObject({ code: 4004 });
    const { data } = await at.phone.request('room.restrictions', { room_id: group.id });
    expect(data.restrictions).toMatchObject([
      { user: userView(at.dave), kind: 'ban', until: LATER, by: userView(at.alice) },
    ]);
    await expect(at.bobDevice.request('room.restrictions', { room_id: group.id })).resolves.toMatchObject({
      data: { restrictions: [] },
    });
  });
});

describe('who may restrict', () => {
  it('is a leader, but not the creator, oneself, or anybody in a OneToOneChat', async () => {
    const carol = { room_id: group.id, user_id: at.carol.id, kind: 'mute' };
    await expect(at.bobDevice.expectRefused('room.restrict', carol)).resolves.toMatchObject({ code: 4002 });
    await expect(at.daveDevice.expectRefused('room.restrict', carol)).resolves.toMatchObject({ code: 4004 });
    await at.phone.request('room.modify', roleRequest(group, 'add_admin', at.bob));
    await allReceive([at.laptop, at.bobDevice, ...carols()], 'roomupdate.dispatch');
    const creator = { ...carol, user_id: at.alice.id };
    await expect(at.bobDevice.expectRefused('room.restrict', creator)).resolves.toMatchObject({ code: 4002 });
    const oneself = { ...carol, user_id: at.bob.id };
    await expect(at.bobDevice.expectRefused('room.restrict', oneself)).resolves.toMatchObject({ code: 4003 });
    await expect(
      at.bobDevice.expectRefused('room.restrict', { ...carol, until: '2020-01-01T00:00:00Z' }),
    ).resolves.toMatchObject({ code: 4003, detail: { until: ['Must be in the future.'] } });
    await expect(
      at.bobDevice.expectRefused('room.restrict', { ...carol, user_id: 2_000_000_000 }),
    ).resolves.toMatchObject({ code: 4004 });
    const { data: chat } = await at.phone.request('room.create', { type: 'OneToOneChat', participants: [at.bob.id] });
    await allReceive([at.laptop, at.bobDevice], 'roomcreate.dispatch');
    await expect(
      at.phone.expectRefused('room.restrict', { room_id: chat.id, user_id: at.bob.id, kind: 'mute' }),
    ).resolves.toMatchObject({ code: 4003 });
  });
});
