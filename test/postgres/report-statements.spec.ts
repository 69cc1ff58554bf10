import type { GroupChat } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { connectMember, createGroup, sendMessage } from '../support/messaging.js';
import { users } from '../support/people.js';
import type { Service } from '../support/service.js';
import type { StatementProxy } from '../support/statement-proxy.js';
import { watchedService } from '../support/watched-service.js';

const MANY = 20;

let proxy: StatementProxy;
let parley: Service;
let phone: ChatClient;
let moderator: ChatClient;
let room: GroupChat;

beforeAll(async () => {
  ({ proxy, parley } = await watchedService());
  const { alice, bob, erin } = await users(parley, 'alice', 'bob', 'erin');
  await parley.parley('users', 'set-role', erin.username, 'moderator');
  [phone, moderator] = await Promise.all([alice.connect(), erin.connect()]);
  const reporter = await connectMember(bob);
  room = await createGroup(phone, [reporter]);
  for (let at = 0; at < MANY; at += 1) {
    const { id } = await sendMessage(phone, room, `message ${String(at)}`);
    await reporter.device.request('message.report', { message_id: id, reason: 'spam', comment: 'again' });
  }
});

/** The statements that read reports or users during this request. */
async function during(device: ChatClient, data: object): Promise<string[]> {
  proxy.forget();
  await device.request('report.list', data);
  return proxy.about('reports', 'users').filter((text) => !/\b(INSERT|UPDATE|DELETE)\b/i.test(text));
}

describe('a list of reports', () => {
  it('takes as many statements for 20 reports as for one', async () => {
    const one = await during(moderator, { room_id: room.id, limit: 1 });
    const { data } = await moderator.request('report.list', { room_id: room.id, limit: MANY });
    expect(data.reports).toHaveLength(MANY);
    const many = await during(moderator, { room_id: room.id, limit: MANY });
    expect(many).toEqual(one);
    // The page, its reports, and their users.
    expect(many).toHaveLength(3);
  });
});
