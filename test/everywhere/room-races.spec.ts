import type { GroupChat, Room } from '@parley/protocol';

import { atOnce } from '../support/at-once.js';
import type { ChatClient } from '../support/chat-client.js';
import type { Frame } from '../support/frames.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { sampled } from '../support/sample.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

const ROUNDS = sampled(16);

let parley: Service;
let alice: TestUser;
let bob: TestUser;
let carol: TestUser;
let dave: TestUser;
let aliceDevice: ChatClient;
let bobDevice: ChatClient;
let carolDevice: ChatClient;
let daveDevice: ChatClient;

beforeAll(async () => {
  parley = await sharedService();
  ({ alice, bob, carol, dave } = await users(parley, 'alice', 'bob', 'carol', 'dave'));
  [aliceDevice, bobDevice, carolDevice, daveDevice] = await Promise.all([
    alice.connect(),
    bob.connect(),
    carol.connect(),
    dave.connect(),
  ]);
});

const codes = (answers: readonly Frame[]): (number | undefined)[] => answers.map(({ error }) => error?.code);

async function group(participants: TestUser[], extra_fields: object = {}): Promise<GroupChat> {
  const ids = participants.map(({ id }) => id);
  const { data } = await aliceDevice.request('room.create', {
    type: 'GroupChat',
    name: 'x',
    participants: ids,
    extra_fields,
  });
  return data as GroupChat;
}

const makeAdmins = (room: Room, ...users: TestUser[]): Promise<unknown> =>
  aliceDevice.request('room.modify', {
    room_id: room.id,
    action: 'add_admin',
    data: { users: users.map(({ id }) => id) },
  });

const info = async (device: ChatClient, room: Room): Promise<GroupChat> =>
  (await device.request('room.info', { room_id: room.id })).data as GroupChat;

/** The sequence numbers of a room that a device received, in the order received. */
async function receivedNumbers(device: ChatClient, room: Room): Promise<number[]> {
  const frames = (await device.drain()).filter((frame) => frame.room_id === room.id && frame.seq !== undefined);
  return frames.map(({ seq }) => seq!);
}

describe.each(Array.from({ length: ROUNDS }, (_, round) => round))('concurrent changes of rooms, round %i', () => {
  it('two users who create the same OneToOneChat get one room', async () => {
    const [one, other] = (await atOnce(
      [carolDevice, 'room.create', { type: 'OneToOneChat', participants: [dave.id] }],
      [daveDevice, 'room.create', { type: 'OneToOneChat', participants: [carol.id] }],
    )) as [Frame, Frame];
    expect((one.data as Room).id).toBe((other.data as Room).id);
    expect([one, other].filter(({ meta }) => meta?.created === false)).toHaveLength(1);
    for (const device of [carolDevice, daveDevice]) {
      await device.request('room.modify', { room_id: (one.data as Room).id, action: 'delete' });
    }
  });

  it('of two admins who remove each other, one stays', async () => {
    const room = await group([bob, carol]);
    await makeAdmins(room, bob, carol);
    const removals = await atOnce(
      [bobDevice, 'room.remove_members', { room_id: room.id, members: [carol.id] }],
      [carolDevice, 'room.remove_members', { room_id: room.id, members: [bob.id] }],
    );
    expect(codes(removals).sort()).toEqual([4004, undefined]);
    const { member_count: count, admins } = await info(aliceDevice, room);
    expect([count, admins.length]).toEqual([2, 2]);
  });

  it('a creator who leaves while being demoted has left, and the room has another creator', async () => {
    const room = await group([bob, carol]);
    await makeAdmins(room, bob);
    const demotion = { room_id: room.id, action: 'remove_admin', data: { users: [alice.id] } };
    const [left, demoted] = (await atOnce(
      [aliceDevice, 'room.leave', { room_id: room.id }],
      [bobDevice, 'room.modify', demotion],
    )) as [Frame, Frame];
    expect(left.error).toBeUndefined();
    expect([4002, 4003]).toContain(demoted.error?.code);
    await expect(info(carolDevice, room)).resolves.toMatchObject({ creator: { id: bob.id }, admins: [{ id: bob.id }] });
  });

  it('of two additions for the last place, one succeeds', async () => {
    const room = await group([bob], { max_participants: 3 });
    await makeAdmins(room, bob);
    const additions = await atOnce(
      [aliceDevice, 'room.add_members', { room_id: room.id, members: [carol.id] }],
      [bobDevice, 'room.add_members', { room_id: room.id, members: [dave.id] }],
    );
    expect(codes(additions).sort()).toEqual([4003, undefined]);
    await expect(info(aliceDevice, room)).resolves.toMatchObject({ member_count: 3 });
  });

  it('a message is dispatched before its sender is removed, or refused', async () => {
    const room = await group([bob, carol]);
    for (const device of [aliceDevice, bobDevice, carolDevice]) await device.drain();
    const sends = Array.from({ length: 10 }, (_, at) =>
      bobDevice.sendRequest('message.send', { room_id: room.id, content: String(at) }),
    );
    await aliceDevice.request('room.remove_members', { room_id: room.id, members: [bob.id] });
    const answers = await Promise.all(sends.map((requestId) => bobDevice.response(requestId)));
    const exit = await bobDevice.receive('roomexit.dispatch');
    for (const { error, seq } of answers) {
      if (error) expect(error.code).toBe(4004);
      else expect(seq).toBeLessThan(exit.seq!);
    }
    expect((await bobDevice.drain()).filter(({ room_id }) => room_id === room.id)).toEqual([]);
    const numbers = await receivedNumbers(carolDevice, room);
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, at) => room.last_seq + 1 + at));
    const { data: page } = await carolDevice.request('room.messages', { room_id: room.id });
    expect(page.data.messages).toHaveLength(answers.filter(({ error }) => !error).length);
  });

  it('if all members leave, all have left, and the room is deleted once', async () => {
    const room = await group([bob, carol, dave]);
    const devices = [aliceDevice, bobDevice, carolDevice, daveDevice];
    for (const device of devices) await device.drain();
    const answers = await atOnce(
      ...devices.map((device): [ChatClient, string, object] => [device, 'room.leave', { room_id: room.id }]),
    );
    expect(codes(answers)).toEqual([undefined, undefined, undefined, undefined]);
    const deletions = (await Promise.all(devices.map((device) => device.drain())))
      .flat()
      .filter(({ eventType, room_id }) => eventType === 'roomdelete.dispatch' && room_id === room.id);
    expect(deletions).toHaveLength(1);
  });

  it('a member who is added while the room is deleted is in no room', async () => {
    const room = await group([bob]);
    await makeAdmins(room, bob);
    const [added, deleted] = (await atOnce(
      [bobDevice, 'room.add_members', { room_id: room.id, members: [carol.id] }],
      [aliceDevice, 'room.modify', { room_id: room.id, action: 'delete' }],
    )) as [Frame, Frame];
    expect([undefined, 4004]).toContain(added.error?.code);
    expect(deleted.error).toBeUndefined();
    await expect(carolDevice.expectRefused('room.info', { room_id: room.id })).resolves.toMatchObject({ code: 4004 });
    const again = await carol.connect();
    await expect(again.expectRefused('message.send', { room_id: room.id, content: 'x' })).resolves.toMatchObject({
      code: 4004,
    });
    await again.close();
  });
});
