import type { Channel, GroupChat, RoomNotice } from '@parley/protocol';

import { closeCast, connectCast } from '../support/cast.js';
import type { Cast } from '../support/cast.js';
import type { ChatClient } from '../support/chat-client.js';
import { connected } from '../support/database.js';
import { sendMessage } from '../support/messaging.js';
import { notice, noticesOf } from '../support/notices.js';
import { manyUsers } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

/** The most users that a notice lists, and the most notices of a room. */
const MOST_USERS = 20;
const MOST_KEPT = 500;

let parley: Service;
let cast: Cast;

beforeAll(async () => {
  parley = await sharedService();
});
beforeEach(async () => {
  cast = await connectCast(parley);
});
afterEach(() => closeCast(cast));

async function makesGroup(members: readonly number[], extra_fields: object = {}): Promise<GroupChat> {
  const requested = { type: 'GroupChat', name: 'Friends', participants: members, extra_fields };
  return (await cast.phone.request('room.create', requested)).data as GroupChat;
}

const listed = async (device: ChatClient, { id }: { readonly id: string }): Promise<readonly RoomNotice[]> =>
  (await noticesOf(device, id)).notices;

const modify = (device: ChatClient, { id }: { readonly id: string }, action: string, data: object) =>
  device.request('room.modify', { room_id: id, action, data });

describe('the notices of a room', () => {
  it('are those of its dispatches: it was made, others were added, removed, left, and it was renamed', async () => {
    const { alice, bob, carol, dave, phone, laptop, bobDevice, carolDevice } = cast;
    const room = await makesGroup([bob.id]);
    await phone.request('room.add_members', { room_id: room.id, members: [carol.id, dave.id] });
    await phone.request('room.remove_members', { room_id: room.id, members: [dave.id] });
    await carolDevice.request('room.leave', { room_id: room.id });
    await modify(phone, room, 'update', { name: 'Old friends' });
    const expected = [
      notice(1, 'created', alice, [bob]),
      notice(2, 'added', alice, [carol, dave]),
      notice(3, 'removed', alice, [dave]),
      notice(4, 'left', carol, [carol]),
      { ...notice(5, 'renamed', alice), name: 'Old friends' },
    ];
    for (const device of [laptop, bobDevice]) {
      const received = [
        await device.receive('roomcreate.dispatch'),
        await device.receive('roomaddmembers.dispatch'),
        await device.receive('roomremovemembers.dispatch'),
        await device.receive('roomremovemembers.dispatch'),
        await device.receive('roomupdate.dispatch'),
      ];
      expect(received.map((frame) => frame.notice)).toEqual(expected);
      await expect(noticesOf(device, room.id)).resolves.toEqual({
        room_id: room.id,
        notices: received.map((frame) => frame.notice),
        has_more: false,
        messages_removed_before: null,
      });
    }
  });

  it('say who joined a Channel, and who joined a group because of whom', async () => {
    const { alice, bob, carol, dave, phone, bobDevice, carolDevice, daveDevice } = cast;
    const news = { type: 'Channel', name: 'News', extra_fields: { is_public: true } };
    const channel = (await phone.request('room.create', news)).data as Channel;
    await bobDevice.request('room.join', { room_id: channel.id });
    await expect(listed(phone, channel)).resolves.toEqual([
      notice(1, 'created', alice),
      notice(2, 'joined', bob, [bob]),
    ]);
    const room = await makesGroup([], { join_approval_required: true });
    await carolDevice.request('room.join', { room_id: room.id });
    await phone.request('room.review_join', { room_id: room.id, user_id: carol.id, decision: 'approve' });
    await phone.request('room.invite', { room_id: room.id, user_ids: [dave.id] });
    await daveDevice.request('room.answer_invite', { room_id: room.id, accept: true });
    await expect(listed(daveDevice, room)).resolves.toEqual([
      notice(1, 'created', alice),
      notice(2, 'joined', alice, [carol]),
      notice(3, 'joined', dave, [dave]),
    ]);
  });

  it('do not say what changes no member and no name, and a OneToOneChat has none', async () => {
    const { bob, phone } = cast;
    const room = await makesGroup([bob.id]);
    await modify(phone, room, 'update', { description: 'of old' });
    await modify(phone, room, 'update', { name: room.name, group_locked: true });
    await modify(phone, room, 'add_admin', { users: [bob.id] });
    await sendMessage(phone, room, 'hello');
    await expect(listed(phone, room)).resolves.toHaveLength(1);
    const { notice: none, data: chat } = await phone.request('room.create', {
      type: 'OneToOneChat',
      participants: [bob.id],
    });
    expect(none).toBeUndefined();
    await expect(listed(phone, chat)).resolves.toEqual([]);
  });

  it('list the first of many users, with their number', async () => {
    const { phone, bob } = cast;
    const others = await manyUsers(parley, MOST_USERS + 5);
    const room = await makesGroup([bob.id]);
    const members = others.map(({ id }) => id);
    const { notice: added } = await phone.request('room.add_members', { room_id: room.id, members });
    expect(added).toMatchObject({ kind: 'added', user_count: others.length });
    expect(added!.users).toHaveLength(MOST_USERS);
    await expect(listed(phone, room)).resolves.toMatchObject([{ kind: 'created' }, added]);
  });

  it('are read in parts: the newest of each, in their order', async () => {
    const { phone } = cast;
    const room = await makesGroup([]);
    for (const name of ['a', 'b', 'c', 'd']) await modify(phone, room, 'update', { name });
    const part = async (range: object): Promise<unknown> => {
      const { notices, has_more: hasMore } = await noticesOf(phone, room.id, range);
      return [notices.map(({ seq }) => seq), hasMore];
    };
    await expect(part({})).resolves.toEqual([[1, 2, 3, 4, 5], false]);
    await expect(part({ limit: 2 })).resolves.toEqual([[4, 5], true]);
    await expect(part({ before: 4, limit: 2 })).resolves.toEqual([[2, 3], true]);
    await expect(part({ after: 1, before: 4 })).resolves.toEqual([[2, 3], false]);
    await expect(part({ after: 5 })).resolves.toEqual([[], false]);
    for (const range of [{ limit: 101 }, { limit: 0 }, { after: -1 }, { before: 'x' }]) {
      await expect(phone.expectRefused('room.notices', { room_id: room.id, ...range })).resolves.toMatchObject({
        code: 4003,
      });
    }
  });

  it('are for members alone', async () => {
    const { bob, bobDevice, phone } = cast;
    const room = await makesGroup([bob.id]);
    await expect(listed(bobDevice, room)).resolves.toHaveLength(1);
    await phone.request('room.remove_members', { room_id: room.id, members: [bob.id] });
    for (const device of [bobDevice, cast.daveDevice]) {
      await expect(device.expectRefused('room.notices', { room_id: room.id })).resolves.toMatchObject({ code: 4004 });
    }
  });

  it('begin where the history of the member begins, and are the newest 500', async () => {
    const { alice, bob, phone, bobDevice } = cast;
    const room = await makesGroup([bob.id]);
    const database = await connected(parley.serviceData);
    await database.query(`UPDATE room_members SET history_seq = 3 WHERE room_id = $1 AND user_id = $2`, [
      room.id,
      bob.id,
    ]);
    for (const name of ['a', 'b', 'c']) await modify(phone, room, 'update', { name });
    expect((await listed(phone, room)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    expect((await listed(bobDevice, room)).map(({ seq }) => seq)).toEqual([4]);
    await database.query(
      `INSERT INTO room_notices (room_id, seq, kind, actor_id, user_ids, user_count)
       SELECT $1, -n, 'joined', $2, '{}', 1 FROM generate_series(1, $3::int) AS n`,
      [room.id, alice.id, MOST_KEPT - 4],
    );
    await modify(phone, room, 'update', { name: 'd' });
    const { rows } = await database.query<{ count: number; first: number }>(
      'SELECT count(*)::int AS count, min(seq)::int AS first FROM room_notices WHERE room_id = $1',
      [room.id],
    );
    expect(rows).toEqual([{ count: MOST_KEPT, first: 5 - MOST_KEPT }]);
    await database.end();
  });

  it('do not name a user who was deleted', async () => {
    const { alice, bob, carol, phone } = cast;
    const room = await makesGroup([bob.id, carol.id]);
    await phone.request('room.remove_members', { room_id: room.id, members: [bob.id] });
    await cast.carolDevice.request('room.leave', { room_id: room.id });
    await parley.parley('users', 'delete', carol.username, '--yes');
    await expect(listed(phone, room)).resolves.toEqual([
      { ...notice(1, 'created', alice, [bob]), user_count: 2 },
      notice(2, 'removed', alice, [bob]),
      { ...notice(3, 'left', carol), actor: null, user_count: 1 },
    ]);
  });
});
