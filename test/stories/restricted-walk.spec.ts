import type { Message, Room } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { sendMessage } from '../support/messaging.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { requestsAbout } from '../support/requests.js';
import { sharedService } from '../support/shared-services.js';

/**
 * The events that a muted member, and each of two users in a closed chat, may use in the room. They reach nobody else.
 */
const READING = [
  'draft.set',
  'held.list',
  'message.acknowledged',
  'message.read',
  'message.report',
  'message.save',
  'message.search',
  'notification.acknowledge',
  'room.archive',
  'room.favourite',
  'room.info',
  'room.join',
  'room.mark_unread',
  'room.members',
  'room.messages',
  'room.notices',
  'room.notify',
  'room.pins',
  'room.restrictions',
  'session.sync',
  'thread.follow',
  'thread.messages',
];
/** They end the membership, or delete the chat for the user alone. */
const LAST = ['room.modify', 'room.leave'];
/** The dispatches of a receipt that others receive. */
const MARKS = ['messagedelivered.dispatch', 'readreceipt.dispatch'];

let alice: TestUser;
let bob: TestUser;
let carol: TestUser;
let hers: ChatClient;
let his: ChatClient;

beforeEach(async () => {
  ({ alice, bob, carol } = await users(await sharedService(), 'alice', 'bob', 'carol'));
  [hers, his] = await Promise.all([alice.connect(), bob.connect()]);
});
afterEach(() => Promise.all([hers.close(), his.close()]));

/** @returns of which events Bob may make a request about the room, the messages in it, or both */
async function permitted(room: Room, other: Message, own: Message): Promise<string[]> {
  const ids = { room: room.id, message: other.id, own: own.id };
  const others = { member: alice.id, outsider: carol.id, username: alice.username, token: bob.tokens.access };
  const isAbout = (data: object): boolean => Object.values(ids).some((id) => JSON.stringify(data).includes(id));
  const requests = Object.entries(requestsAbout({ ...ids, ...others }))
    .map(([event, all]) => [event, all.filter(isAbout)] as const)
    .sort(([one], [another]) => LAST.indexOf(one) - LAST.indexOf(another));
  const answered: string[] = [];
  for (const [event, all] of requests) {
    const sent = all.map((data) => his.sendRequest(event, data));
    const answers = await Promise.all(sent.map((id) => his.response(id)));
    if (answers.some(({ error }) => error === undefined)) answered.push(event);
  }
  return answered.sort();
}

/** The frames that Alice has received of what Bob did, except for marks, if she receives them. */
const received = async (): Promise<string[]> =>
  (await hers.drain()).map(({ eventType }) => String(eventType)).filter((eventType) => !MARKS.includes(eventType));

it('a muted member reads, leaves, and does nothing else, whatever the event', async () => {
  const { data: room } = await hers.request('room.create', { type: 'GroupChat', name: 'x', participants: [bob.id] });
  const [other, own] = [await sendMessage(hers, room, 'of Alice'), await sendMessage(his, room, 'of Bob')];
  await hers.request('room.restrict', { room_id: room.id, user_id: bob.id, kind: 'mute' });
  await hers.drain();
  expect(await permitted(room, other, own)).toEqual([...READING, 'room.leave'].sort());
  expect(await received()).toEqual(['roomremovemembers.dispatch']);
});

it.each(['blocks', 'is blocked'])(
  'a user who %s reads a chat of the two, and nothing else reaches the other',
  async (role) => {
    const { data: room } = await hers.request('room.create', { type: 'OneToOneChat', participants: [bob.id] });
    const [other, own] = [await sendMessage(hers, room, 'of Alice'), await sendMessage(his, room, 'of Bob')];
    const [blocker, blocked] = role === 'blocks' ? [his, alice] : [hers, bob];
    await blocker.request('user.block', { user_id: blocked.id, blocked: true });
    await hers.drain();
    // The user deletes the chat for themselves: its number reaches the other, and no change.
    expect(await permitted(room, other, own)).toEqual([...READING, 'room.modify'].sort());
    expect(await received()).toEqual(['roomupdate.dispatch']);
  },
);
