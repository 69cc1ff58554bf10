import type { GroupChat, Message } from '@parley/protocol';
import type pg from 'pg';

import type { ChatClient } from '../../support/chat-client.js';
import { connected } from '../../support/database.js';
import { connectMember, createGroup, sendMessage } from '../../support/messaging.js';
import { users } from '../../support/people.js';
import type { TestUser } from '../../support/people.js';
import { PushService } from '../../support/push-service.js';
import type { PushedBrowser } from '../../support/push-service.js';
import { leave, pushing, resultsOf, subscribed } from '../../support/pushes.js';
import { Service } from '../../support/service.js';

let browsers: PushService;
let parley: Service;
let database: pg.Client;
let phone: ChatClient;
let alice: TestUser;
let bob: TestUser;
let carol: TestUser;
let bobs: PushedBrowser;
let group: GroupChat;
/** By Bob and by Carol. */
let his: Message;
let hers: Message;

beforeAll(async () => {
  browsers = await PushService.start();
  parley = await Service.start(pushing(browsers));
  database = await connected(parley.serviceData);
});
afterAll(async () => {
  await database.end();
  await parley.stop();
  await browsers.stop();
});
// Alice is connected; Bob and Carol have browsers.
beforeEach(async () => {
  ({ alice, bob, carol } = await users(parley, 'alice', 'bob', 'carol'));
  phone = await alice.connect();
  const [one, other] = [await connectMember(bob), await connectMember(carol)];
  group = await createGroup(phone, [one, other]);
  his = await sendMessage(one.device, group, 'of Bob');
  hers = await sendMessage(other.device, group, 'of Carol');
  for (const member of [one, other]) await leave(database, member);
  bobs = await subscribed(parley, bob, browsers);
  await subscribed(parley, carol, browsers);
});
afterEach(() => phone.close());

async function block(blocker: TestUser, blocked: TestUser, isBlocked = true): Promise<void> {
  const device = blocker === alice ? phone : await blocker.connect();
  await device.request('user.block', { user_id: blocked.id, blocked: isBlocked });
  if (blocker !== alice) await leave(database, { user: blocker, device });
}

const send = async (extra_fields: object): Promise<Message> =>
  (await phone.request('message.send', { room_id: group.id, content: 'x', extra_fields })).data;

/** The results of the pushes of a message, by the first name of the user. */
async function results(message: Message): Promise<Record<string, string>> {
  const pushes = await resultsOf(database, message);
  const users = new Map([bob, carol].map(({ username }, at) => [username, at === 0 ? 'bob' : 'carol']));
  return Object.fromEntries(
    pushes.map(({ username, reason, state }) => [users.get(username ?? '') ?? 'none', reason ?? state]),
  );
}

describe.each([
  ['a mention', () => ({ mentions: [bob.id, carol.id] })],
  ['a mention of the room', () => ({ mention_room: true })],
  ['a reply to the user', () => ({ parent_message_id: his.id })],
  ['a reply in a thread of the user', () => ({ thread_id: his.id })],
] as const)('%s', (_, fields) => {
  it.each(['who is blocked', 'who blocks'] as const)('is not pushed to a user %s, and to others', async (role) => {
    if (role === 'who is blocked') await block(alice, bob);
    else await block(bob, alice);
    const found = await results(await send(fields()));
    expect(found.bob ?? 'none').not.toBe('sent');
    expect(bobs.pushes).toEqual([]);
    if (!('thread_id' in fields())) expect(found).toMatchObject({ bob: 'blocked', carol: 'sent' });
  });
});

it('a mention is pushed after the end of the block', async () => {
  await block(alice, bob);
  await block(alice, bob, false);
  await expect(results(await send({ mentions: [bob.id] }))).resolves.toMatchObject({ bob: 'sent' });
});

it('a mention that an edit adds is not pushed to the user who blocks', async () => {
  await block(bob, alice);
  const message = await send({ silent: true });
  await phone.request('message.modify', {
    action: 'update',
    message_id: message.id,
    extra_fields: { mentions: [bob.id] },
  });
  // A later message is pushed after all edits before it.
  await results(await send({ parent_message_id: hers.id }));
  expect(bobs.pushes).toEqual([]);
});

it('a mention is pushed to a guest until its time, and not after it', async () => {
  await parley.parley('users', 'kind', bob.username, 'guest');
  await expect(results(await send({ mentions: [bob.id] }))).resolves.toMatchObject({ bob: 'sent' });
  await database.query(`UPDATE users SET guest_until = now() WHERE id = $1`, [bob.id]);
  const sent = bobs.pushes.length;
  await results(await send({ mentions: [bob.id, carol.id] }));
  expect(bobs.pushes).toHaveLength(sent);
});
