import type { GroupChat } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { sharedService } from '../support/shared-services.js';

const SLOW_MODE_SECONDS = 600;

let bob: TestUser;
let leader: ChatClient;
let member: ChatClient;
let room: GroupChat;

beforeEach(async () => {
  const { alice, ...others } = await users(await sharedService(), 'alice', 'bob');
  ({ bob } = others);
  [leader, member] = await Promise.all([alice.connect(), bob.connect()]);
  const group = { type: 'GroupChat', name: 'Friends', participants: [bob.id] };
  room = (await leader.request('room.create', group)).data as GroupChat;
  const data = { slow_mode_seconds: SLOW_MODE_SECONDS };
  await leader.request('room.modify', { room_id: room.id, action: 'update', data });
});
afterEach(() => Promise.all([leader.close(), member.close()]));

async function comeBack(): Promise<void> {
  await leader.request('room.invite', { room_id: room.id, user_ids: [bob.id] });
  await member.request('room.answer_invite', { room_id: room.id, accept: true });
}

it('a member who leaves and comes back waits as before, however often', async () => {
  await member.request('message.send', { room_id: room.id, content: 'first' });
  for (const content of ['second', 'third']) {
    await member.request('room.leave', { room_id: room.id });
    await comeBack();
    const refusal = await member.expectRefused('message.send', { room_id: room.id, content });
    expect(refusal.code).toBe(4029);
    expect(refusal.retry_after).toBeGreaterThan(SLOW_MODE_SECONDS - 60);
  }
});

it('a member who had not sent anything does not wait after coming back', async () => {
  await member.request('room.leave', { room_id: room.id });
  await comeBack();
  const sent = await member.request('message.send', { room_id: room.id, content: 'first' });
  expect(sent.data.content).toBe('first');
});
