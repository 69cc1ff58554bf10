import { GroupFixture } from '../support/group-fixture.js';
import { parleyText } from '../support/command.js';
import { connected } from '../support/database.js';
import { logIn, users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { allReceive, historyOf, sendMessage } from '../support/messaging.js';

const MORE_THAN_A_BATCH = 510;
const NOTHING = {
  files: 0,
  messages: 0,
  attachments: 0,
  chats: 0,
  rooms_left: 0,
  rooms_ended: 0,
  reactions: 0,
  receipts: 0,
  mentions: 0,
  join_requests: 0,
  log_ins: 0,
  pushes: 0,
  push_subscriptions: 0,
  reports_made: 0,
  reports_about: 0,
  api_keys: 0,
};

interface Receipt {
  readonly removed: Readonly<Record<string, number>>;
}

let parley: Service;
let fixture: GroupFixture;

beforeAll(async () => {
  parley = await sharedService();
  fixture = await GroupFixture.create(parley);
});
beforeEach(() => fixture.createRoom());

const erase = async (username: string): Promise<Receipt> =>
  (await parley.parley('users', 'erase', username, '--yes')) as Receipt;

/** The tables that contain a word, without those that nodes clear within a day. */
async function placesOf(word: string): Promise<string[]> {
  const database = await connected(parley.serviceData);
  const { rows: tables } = await database.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN ('signals', 'room_changes')`,
  );
  const places: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await database.query(`SELECT FROM ${name} t WHERE t::text ~ $1`, [`\\y${word}\\y`]);
    if (rowCount !== 0) places.push(name);
  }
  await database.end();
  return places;
}

/** A new member of the circle's room. */
async function newMember(name: 'erin' | 'frank' | 'grace'): Promise<TestUser> {
  const user = (await users(parley, name))[name];
  await fixture.phone.request('room.add_members', { room_id: fixture.room.id, members: [user.id] });
  await allReceive(fixture.allExcept(fixture.phone), 'roomaddmembers.dispatch');
  return user;
}

describe('parley users erase', () => {
  it('deletes a user with all their messages, notifies the rooms, and prints the counts', async () => {
    const { phone, bobDevice, carolDevice, room, bob, alice } = fixture;
    const erin = await newMember('erin');
    const device = await erin.connect();
    const profile = { avatar: 'https://x.example/confidential.png', custom: { a: 'confidential' } };
    await device.request('user.update', { ...profile, status: { text: 'confidential' } });
    await allReceive([phone, ...fixture.allExcept(phone)], 'userupdate.dispatch');
    const media = [
      { media_url: 'https://x.example/confidential.png', media_type: 'image', mime_type: 'image/png', file_size: 7 },
    ];
    const { data: kept } = await phone.request('message.send', {
      room_id: room.id,
      content: 'stays',
      extra_fields: { mentions: [erin.id, bob.id], poll: { options: ['a', 'b'] } },
    });
    const { data: one } = await device.request('message.send', { room_id: room.id, content: 'confidential one' });
    const { data: two } = await device.request('message.send', {
      room_id: room.id,
      content: '',
      extra_fields: { media },
    });
    const about = (extra_fields: object) =>
      bobDevice.request('message.send', { room_id: room.id, content: 'about it', extra_fields });
    const { data: reply } = await about({ parent_message_id: one.id });
    const { data: forward } = await about({ forwarded_from_id: one.id });
    await device.request('message.react', { type: 'add', message_id: kept.id, reaction_content: '👍' });
    await device.request('poll.vote', { message_id: kept.id, options: [0] });
    await device.request('message.read', { message_id: kept.id });
    await bobDevice.request('message.react', { type: 'add', message_id: one.id, reaction_content: '👎' });
    const { data: chat } = await device.request('room.create', { type: 'OneToOneChat', participants: [bob.id] });
    await sendMessage(device, chat, 'confidential chat');
    const { data: diary } = await device.request('room.create', { type: 'GroupChat', name: 'Diary' });
    await sendMessage(device, diary, 'confidential diary');
    for (const other of [phone, bobDevice, carolDevice]) await other.drain();

    await expect(erase(erin.username)).resolves.toEqual({
      user_id: erin.id,
      username: erin.username,
      erased_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
      removed: {
        messages: 4,
        attachments: 1,
        files: 0,
        chats: 1,
        rooms_left: 1,
        rooms_ended: 1,
        reactions: 1,
        poll_votes: 1,
        receipts: 1,
        mentions: 1,
        join_requests: 0,
        log_ins: 1,
        pushes: 0,
        push_subscriptions: 0,
        reports_made: 0,
        reports_about: 0,
        api_keys: 0,
      },
    });
    await expect(device.closed()).resolves.toEqual({ code: 4001, reason: 'user_inactive' });
    const printed = await carolDevice.receive('messagemodification.dispatch');
    expect(printed.data).toMatchObject({ action: 'delete', message_ids: [one.id, two.id] });
    await bobDevice.receive('roomdelete.dispatch', ({ data }) => data.room_id === chat.id);
    const { seq } = await carolDevice.receive('roomremovemembers.dispatch');
    expect(seq).toBe(printed.seq! + 1);
    await expect(historyOf(phone, room)).resolves.toMatchObject([
      { id: forward.id, forwarded_from: null },
      { id: reply.id, parent_message: null },
      { id: kept.id, mentions: [{ id: bob.id }], reactions: [], read_receipts: [], sender: { id: alice.id } },
    ]);
    await expect(logIn(parley, erin.username)).rejects.toThrow('401');
    await expect(placesOf('confidential')).resolves.toEqual([]);
    await expect(placesOf(erin.username)).resolves.toEqual([]);
  });

  it('deletes the chats that the user had deleted for themselves', async () => {
    const { grace } = await users(parley, 'grace');
    const { bob, bobDevice } = fixture;
    const device = await grace.connect();
    const { data: chat } = await device.request('room.create', { type: 'OneToOneChat', participants: [bob.id] });
    await sendMessage(device, chat, 'regrettable');
    await device.request('room.modify', { room_id: chat.id, action: 'delete' });
    await expect(erase(grace.username)).resolves.toMatchObject({ removed: { messages: 1, chats: 1 } });
    await bobDevice.receive('roomdelete.dispatch', ({ data }) => data.room_id === chat.id);
    await expect(placesOf('regrettable')).resolves.toEqual([]);
    for (const other of [fixture.phone, fixture.laptop, bobDevice, fixture.carolDevice]) await other.drain();
  });

  it('deletes more messages than one batch', async () => {
    const { carolDevice, room } = fixture;
    const frank = await newMember('frank');
    const device = await frank.connect();
    const requested = Array.from({ length: MORE_THAN_A_BATCH }, (_, at) =>
      device.sendRequest('message.send', { room_id: room.id, content: String(at) }),
    );
    for (const requestId of requested) await device.response(requestId);
    const { removed } = await erase(frank.username);
    expect(removed).toMatchObject({ messages: MORE_THAN_A_BATCH, rooms_left: 1 });
    await expect(historyOf(carolDevice, room)).resolves.toEqual([]);
  });

  it('erases the remaining data of a user who was deleted before', async () => {
    const { carolDevice, room } = fixture;
    const grace = await newMember('grace');
    const device = await grace.connect();
    await sendMessage(device, room, 'still here');
    await parley.parley('users', 'delete', grace.username, '--yes');
    const placeholder = `deleted-${String(grace.id)}`;
    await expect(erase(placeholder)).resolves.toMatchObject({
      user_id: grace.id,
      username: placeholder,
      removed: { ...NOTHING, messages: 1, rooms_left: 1, receipts: expect.any(Number) as number, log_ins: 1 },
    });
    await expect(historyOf(carolDevice, room)).resolves.toEqual([]);
    const entries = (await parley.parley('audit', 'list', '--user', placeholder)) as { action: string }[];
    expect(entries.slice(0, 3).map(({ action }) => action)).toEqual(['users.erase', 'messages.erase', 'users.delete']);
  });

  it('refuses an unknown user, and prints readable text', async () => {
    await expect(erase('nobody')).rejects.toMatchObject({ code: 1, stderr: 'No such user: nobody.\n' });
    const { heidi } = await users(parley, 'heidi');
    const text = await parleyText(parley.serviceData, 'users', 'erase', heidi.username, '--yes');
    expect(text).toMatch(
      new RegExp(`^${heidi.username} \\(${String(heidi.id)}\\) was erased at .*Z\\.\n\nREMOVED +COUNT\n`),
    );
    expect(text).toMatch(/^log ins +1$/m);
  });
});
