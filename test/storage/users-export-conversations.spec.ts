import { GroupFixture } from '../support/group-fixture.js';
import { ANY_TIME, sendMessage } from '../support/messaging.js';
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
});
