import type { RoomMember } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { closeDevices, createMembersFixture, roleRequest } from '../support/members-fixture.js';
import type { MembersFixture } from '../support/members-fixture.js';
import { allReceive, userView } from '../support/messaging.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

let parley: Service;
let at: MembersFixture;
let room_id: string;

beforeAll(async () => {
  parley = await sharedService('heldWords');
});
/** Alice's group with Bob and Carol; Dave is no member. */
beforeEach(async () => {
  at = await createMembersFixture(parley);
  room_id = at.room.id;
});
afterEach(() => closeDevices(at.phone, at.laptop, at.bobDevice, at.carolDevice, at.carolSecondDevice, at.daveDevice));

const everyone = (): ChatClient[] => [at.phone, at.laptop, at.bobDevice, at.carolDevice, at.carolSecondDevice];
const allBut = (...devices: ChatClient[]): ChatClient[] => everyone().filter((device) => !devices.includes(device));

/** A member names themselves, and all others receive it. */
async function named(device: ChatClient, nickname: string): Promise<void> {
  await device.request('member.nickname', { room_id, nickname });
  await allReceive(allBut(device), 'membernickname.dispatch');
}

async function memberOf(user: TestUser): Promise<RoomMember | undefined> {
  const { data } = await at.phone.request('room.members', { room_id });
  return data.members.find(({ id }) => id === user.id);
}

describe('a nickname', () => {
  it('is numbered, reaches every device of the room, and is in the list of members', async () => {
    await expect(memberOf(at.bob)).resolves.toMatchObject({ nickname: null });
    const { data, seq } = await at.bobDevice.request('member.nickname', { room_id, nickname: 'Bobby 🐻' });
    expect(data).toStrictEqual({ room_id, user: userView(at.bob), nickname: 'Bobby 🐻', by: userView(at.bob) });
    const heard = await allReceive(allBut(at.bobDevice), 'membernickname.dispatch');
    expect(heard).toMatchObject({ room_id, seq, data });
    await expect(memberOf(at.bob)).resolves.toMatchObject({ nickname: 'Bobby 🐻' });
    const again = await at.bobDevice.request('member.nickname', { room_id, nickname: 'Bobby 🐻' });
    expect(again).toMatchObject({ data, meta: { changed: false } });
  });

  it('is not in messages, and not in another room', async () => {
    await named(at.bobDevice, 'Bobby');
    const { data: message } = await at.bobDevice.request('message.send', { room_id, content: 'hi' });
    await allReceive(allBut(at.bobDevice), 'message.dispatch');
    expect(message.sender).toStrictEqual(userView(at.bob));
    const { data: info } = await at.bobDevice.request('room.info', { room_id });
    expect(JSON.stringify(info)).not.toContain('Bobby');
  });

  it('is removed with an empty one', async () => {
    await named(at.bobDevice, 'Bobby');
    const { data } = await at.bobDevice.request('member.nickname', { room_id, nickname: '' });
    expect(data.nickname).toBeNull();
    await allReceive(allBut(at.bobDevice), 'membernickname.dispatch');
    await expect(memberOf(at.bob)).resolves.toMatchObject({ nickname: null });
  });

  it('ends with the membership', async () => {
    await named(at.bobDevice, 'Bobby');
    await at.bobDevice.request('room.leave', { room_id });
    await allReceive(allBut(at.bobDevice), 'roomremovemembers.dispatch');
    await at.phone.request('room.invite', { room_id, user_ids: [at.bob.id] });
    await at.laptop.receive('roominvite.dispatch');
    await at.bobDevice.receive('roominvite.dispatch');
    await at.bobDevice.request('room.answer_invite', { room_id, accept: true });
    await allReceive(allBut(at.bobDevice), 'roomaddmembers.dispatch');
    await at.bobDevice.receive('roomanswerinvite.dispatch');
    await expect(memberOf(at.bob)).resolves.toMatchObject({ nickname: null });
  });

  it.each(['x'.repeat(51), ' ', '\u200b\u200b', 'two\nlines'])('is refused as %j', async (nickname) => {
    await expect(at.bobDevice.expectRefused('member.nickname', { room_id, nickname })).resolves.toMatchObject({
      code: 4003,
    });
  });

  it('follows the word rules', async () => {
    const { data } = await at.bobDevice.request('member.nickname', { room_id, nickname: 'darn Bob' });
    expect(data.nickname).toBe('**** Bob');
    await allReceive(allBut(at.bobDevice), 'membernickname.dispatch');
    await expect(
      at.bobDevice.expectRefused('member.nickname', { room_id, nickname: 'lottery' }),
    ).resolves.toMatchObject({ code: 4003 });
  });
});

describe('the nickname of another member', () => {
  it('is removed by leaders, and chosen by nobody', async () => {
    await named(at.carolDevice, 'Caz');
    await expect(
      at.phone.expectRefused('member.nickname', { room_id, user_id: at.carol.id, nickname: 'Queen' }),
    ).resolves.toMatchObject({ code: 4002 });
    await expect(
      at.bobDevice.expectRefused('member.nickname', { room_id, user_id: at.carol.id, nickname: '' }),
    ).resolves.toMatchObject({ code: 4002 });
    const { data } = await at.phone.request('member.nickname', { room_id, user_id: at.carol.id, nickname: '' });
    expect(data).toStrictEqual({ room_id, user: userView(at.carol), nickname: null, by: userView(at.alice) });
    await allReceive(allBut(at.phone), 'membernickname.dispatch');
  });

  it('stays if it is that of the creator', async () => {
    await named(at.phone, 'Ally');
    await at.phone.request('room.modify', roleRequest(at.room, 'add_admin', at.bob));
    await allReceive(allBut(at.phone), 'roomupdate.dispatch');
    await expect(
      at.bobDevice.expectRefused('member.nickname', { room_id, user_id: at.alice.id, nickname: '' }),
    ).resolves.toMatchObject({ code: 4002 });
  });

  it('is none of a user who is no member', async () => {
    await expect(
      at.phone.expectRefused('member.nickname', { room_id, user_id: at.dave.id, nickname: '' }),
    ).resolves.toMatchObject({ code: 4003 });
    await expect(at.daveDevice.expectRefused('member.nickname', { room_id, nickname: 'Dave' })).resolves.toMatchObject({
      code: 4004,
    });
  });
});

it('a muted member chooses no nickname, and may remove the own one', async () => {
  await named(at.bobDevice, 'Bobby');
  await at.phone.request('room.restrict', { room_id, user_id: at.bob.id, kind: 'mute' });
  await allReceive(allBut(at.phone), 'roomrestrict.dispatch');
  await expect(at.bobDevice.expectRefused('member.nickname', { room_id, nickname: 'Bobbo' })).resolves.toMatchObject({
    code: 4002,
  });
  await at.bobDevice.request('member.nickname', { room_id, nickname: '' });
  await allReceive(allBut(at.bobDevice), 'membernickname.dispatch');
});
