import type { ChatClient } from '../support/chat-client.js';
import { userView } from '../support/messaging.js';
import { users } from '../support/people.js';
import { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

const newGroup = async (device: ChatClient, name: string): Promise<string> =>
  (await device.request('room.create', { type: 'GroupChat', name })).data.id;

describe('room.invites', () => {
  it('returns the invitations in pages, newest first', async () => {
    const { alice, bob } = await users(await sharedService(), 'alice', 'bob');
    const [device, invited] = await Promise.all([alice.connect(), bob.connect()]);
    const ids: string[] = [];
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) {
      const room_id = await newGroup(device, name);
      await device.request('room.invite', { room_id, user_ids: [bob.id] });
      ids.unshift(room_id);
    }
    const { data: first } = await invited.request('room.invites', { limit: 3 });
    const { data: second } = await invited.request('room.invites', { limit: 3, before: first.next_before });
    expect([...first.invitations, ...second.invitations].map(({ room_id: id }) => id)).toEqual(ids);
    expect(second.next_before).toBeNull();
    await Promise.all([device.close(), invited.close()]);
  });
});

describe('an invitation', () => {
  it('is in the audit log, and cannot be answered by others', async () => {
    const parley = await sharedService();
    const { alice, bob, carol } = await users(parley, 'alice', 'bob', 'carol');
    const [device, other] = await Promise.all([alice.connect(), carol.connect()]);
    const room_id = await newGroup(device, 'Garden');
    await device.request('room.invite', { room_id, user_ids: [bob.id] });
    const answer = { room_id, accept: true };
    await expect(other.expectRefused('room.answer_invite', answer)).resolves.toMatchObject({ code: 4004 });
    await device.request('room.withdraw_invite', { room_id, user_ids: [bob.id] });
    const about = { actor: { id: alice.id }, subject: { id: bob.id } };
    await expect(parley.parley('audit', 'list', '--room', room_id)).resolves.toMatchObject([
      { ...about, action: 'room.withdraw_invite' },
      { ...about, action: 'room.invite' },
    ]);
    await Promise.all([device.close(), other.close()]);
  });
});

describe('the number of pending invitations', () => {
  it('is bounded for each room and each user', async () => {
    const parley = await Service.start({ MAX_INVITATIONS_PER_ROOM: '2', MAX_INVITATIONS_PER_USER: '1' });
    try {
      const { alice, bob, carol, dave } = await users(parley, 'alice', 'bob', 'carol', 'dave');
      const device = await alice.connect();
      const [one, two] = [await newGroup(device, 'One'), await newGroup(device, 'Two')];
      const ids = [bob, carol, dave].map(({ id }) => id);
      const attempt = (room_id: string, ...user_ids: number[]) =>
        device.expectRefused('room.invite', { room_id, user_ids });
      await expect(attempt(one, ...ids)).resolves.toMatchObject({ code: 4005 });
      await device.request('room.invite', { room_id: one, user_ids: ids.slice(0, 2) });
      await expect(attempt(one, dave.id)).resolves.toMatchObject({ code: 4005 });
      await expect(attempt(two, bob.id, dave.id)).resolves.toMatchObject({
        code: 4005,
        detail: '1 of the users cannot be invited: too many invitations are pending.',
      });
      await expect(device.request('room.invite', { room_id: two, user_ids: [dave.id] })).resolves.toMatchObject({
        data: [{ user: userView(dave) }],
      });
      await device.close();
    } finally {
      await parley.stop();
    }
  });
});
