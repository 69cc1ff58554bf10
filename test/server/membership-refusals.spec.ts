import { randomUUID } from 'node:crypto';

import type { Room } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { users } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

let parley: Service;
let member: ChatClient;
let outsider: ChatClient;
let room: Room;

beforeAll(async () => {
  parley = await sharedService();
  const { alice, bob } = await users(parley, 'alice', 'bob');
  [member, outsider] = await Promise.all([alice.connect(), bob.connect()]);
  ({ data: room } = await member.request('room.create', { type: 'GroupChat', name: 'Friends' }));
});
/** No device received anything of a refused request. */
afterEach(async () => {
  for (const device of [member, outsider]) await expect(device.drain()).resolves.toEqual([]);
});

describe.each(['room.info', 'room.join', 'room.leave', 'room.add_members', 'room.remove_members', 'room.modify'])(
  '%s',
  (event) => {
    const valid = { members: [1], action: 'delete' };

    it('requires the id of a room', async () => {
      for (const room_id of [undefined, null, 7, '', 'room', [room.id], { id: room.id }]) {
        const refused = await member.expectRefused(event, { ...valid, room_id });
        expect(refused).toMatchObject({ code: 4003, detail: { room_id: [expect.any(String)] } });
      }
    });

    it('refuses a room that the requester is not in like an unknown one', async () => {
      const foreign = await outsider.expectRefused(event, { ...valid, room_id: room.id });
      const unknown = await outsider.expectRefused(event, { ...valid, room_id: randomUUID() });
      expect(foreign.code).toBe(event === 'room.join' ? 4003 : 4004);
      expect([unknown.code, unknown.detail]).toEqual([foreign.code, foreign.detail]);
    });
  },
);

describe.each(['room.add_members', 'room.remove_members'])('%s', (event) => {
  it.each([
    ['an empty list', []],
    ['a missing list', undefined],
    ['null', null],
    ['a single id', 7],
    ['ids as texts', ['2']],
    ['a fractional id', [1.5]],
    ['the id 0', [0]],
    ['an id above all user ids', [2 ** 31]],
    ['lists of ids', [[2]]],
  ])('refuses %s as members', async (_, members) => {
    const refused = await member.expectRefused(event, { room_id: room.id, members });
    expect(refused).toMatchObject({ code: 4003, detail: { members: [expect.any(String)] } });
  });
});
