import { GroupFixture } from '../support/group-fixture.js';
import { ANY_TIME, sendMessage } from '../support/messaging.js';
import { users } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

type Export = Record<string, readonly Record<string, unknown>[]>;

let parley: Service;
let fixture: GroupFixture;

beforeAll(async () => {
  parley = await sharedService();
  fixture = await GroupFixture.create(parley);
});
beforeEach(() => fixture.createRoom());

const exported = async (username: string): Promise<Export> =>
  (await parley.parley('users', 'export', username)) as Export;

describe('parley users export', () => {
  it('contains the pins, the polls and the votes of the user', async () => {
    const { phone, bobDevice, alice, room } = fixture;
    const message = await sendMessage(bobDevice, room, 'read this first');
    await phone.request('message.pin', { message_id: message.id, pinned: true });
    const { pins } = await exported(alice.username);
    const extra_fields = { poll: { options: ['a', 'b'], multiple: true } };
    const { data: asked } = await phone.request('message.send', { room_id: room.id, content: 'which?', extra_fields });
    await phone.request('poll.vote', { message_id: asked.id, options: [1, 0] });
    const { poll_votes: votes, messages } = await exported(alice.username);
    expect(votes).toEqual([{ message_id: asked.id, room_id: room.id, options: [0, 1], voted_at: ANY_TIME }]);
    const poll = { options: ['a', 'b'], multiple: true, anonymous: false, closes_at: null, closed_at: null };
    expect(messages).toEqual([expect.objectContaining({ id: asked.id, poll })]);
    expect(pins).toEqual([{ message_id: message.id, room_id: room.id, pinned_at: ANY_TIME }]);
  });

  it('contains what the user did to rooms, and what others did to the user there', async () => {
    const { phone, alice, bob, room } = fixture;
    const { erin } = await users(parley, 'erin');
    const device = await erin.connect();
    await phone.request('room.add_members', { room_id: room.id, members: [erin.id] });
    await device.request('room.leave', { room_id: room.id });
    await phone.request('room.modify', { room_id: room.id, action: 'update', data: { name: 'Without Erin' } });
    const { room_notices: notices } = await exported(erin.username);
    const shared = { room_id: room.id, name: null, created_at: ANY_TIME, to_user: true };
    expect(notices).toHaveLength(2);
    expect(notices).toEqual(
      expect.arrayContaining([
        { ...shared, seq: room.last_seq + 1, kind: 'added', by_user_id: alice.id },
        { ...shared, seq: room.last_seq + 2, kind: 'left', by_user_id: erin.id },
      ]),
    );
    const { room_notices: ofBob } = await exported(bob.username);
    expect(ofBob?.filter(({ room_id: id }) => id === room.id)).toMatchObject([{ kind: 'created', to_user: true }]);
    await device.close();
    await fixture.drain();
  });
});
