import type { GroupChat, OneToOneChat } from '@parley/protocol';

import { Administration } from '../support/administration.js';
import type { ChatClient } from '../support/chat-client.js';
import { GroupFixture } from '../support/group-fixture.js';
import { historyOf, sendMessage } from '../support/messaging.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { numbersFrom, ReceivedNumbers } from '../support/received-numbers.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

let parley: Service;
let at: GroupFixture;
let people: Record<'dave' | 'erin' | 'frank', TestUser>;
let admin: Administration;
let moderator: Administration;
let nobody: Administration;

beforeAll(async () => {
  parley = await sharedService();
  people = await users(parley, 'dave', 'erin', 'frank');
  admin = await Administration.by(parley, people.dave, 'admin');
  moderator = await Administration.by(parley, people.erin, 'moderator');
  nobody = Administration.as(parley, people.frank);
});
beforeEach(async () => {
  at = await GroupFixture.create(parley);
  await at.createRoom();
});

const anHourAgo = (): string => new Date(Date.now() - 3_600_000).toISOString();

const contents = async (device: ChatClient, room: Pick<GroupChat | OneToOneChat, 'id'>): Promise<string[]> =>
  (await historyOf(device, room)).map(({ content }) => content);

/** The messages that a device has been notified of as deleted, in one frame of a room. */
const deletedIn = async (device: ChatClient, room: Pick<GroupChat, 'id'>): Promise<readonly string[]> => {
  const { data } = await device.receive('messagemodification.dispatch', ({ room_id: id }) => id === room.id);
  return [...(data as { readonly message_ids: readonly string[] }).message_ids].sort();
};

describe('the removal of the new messages of a user', () => {
  it('notifies every member by the next number of the log, in groups and chats, and keeps what others wrote', async () => {
    const { data } = await at.bobDevice.request('room.create', { type: 'OneToOneChat', participants: [at.alice.id] });
    const chat = data as OneToOneChat;
    await at.phone.receive('roomcreate.dispatch', ({ data: room }) => room.id === chat.id);
    const devices = [at.phone, at.laptop, at.bobDevice, at.carolDevice];
    const numbers = devices.map((device) => new ReceivedNumbers(device));
    const kept = await at.sendAndDeliver(at.phone, 'of Alice');
    const spam = [await at.sendAndDeliver(at.bobDevice, 'spam'), await at.sendAndDeliver(at.bobDevice, 'more spam')];
    const last = await at.sendAndDeliver(at.carolDevice, 'the last one');
    const privately = await sendMessage(at.bobDevice, chat, 'spam in private');
    const body = { sender: at.bob.username, since: anHourAgo() };
    await expect(
      moderator.expect(moderator.get(`messages/purge/?sender=${body.sender}&since=${body.since}`)),
    ).resolves.toEqual({ messages: 3, rooms: 2, held_rooms: 0 });
    await expect(moderator.expect(moderator.post('messages/purge/', body))).resolves.toEqual({
      removed: 3,
      rooms: 2,
      held_rooms: 0,
    });
    const removed = spam.map(({ id }) => id).sort();
    for (const device of devices) await expect(deletedIn(device, at.room)).resolves.toEqual(removed);
    await expect(deletedIn(at.phone, chat)).resolves.toEqual([privately.id]);
    for (const received of numbers) {
      await expect(received.until(at.room, last.seq + 1)).resolves.toEqual(numbersFrom(kept.seq, last.seq + 1));
    }
    await expect(contents(at.carolDevice, at.room)).resolves.toEqual(['the last one', 'of Alice']);
    await expect(contents(at.phone, chat)).resolves.toEqual([]);
    await expect(moderator.expect(moderator.post('messages/purge/', body))).resolves.toEqual({
      removed: 0,
      rooms: 0,
      held_rooms: 0,
    });
  });

  it('is recorded in the audit log, with the room, the sender and the number of messages', async () => {
    await at.sendAndDeliver(at.bobDevice, 'spam');
    const since = anHourAgo();
    await moderator.expect(moderator.post('messages/purge/', { sender: at.bob.username, since }));
    const [entry] = (await parley.parley('audit', 'list', '--user', at.bob.username)) as object[];
    expect(entry).toMatchObject({
      action: 'messages.purge',
      room_id: at.room.id,
      details: { messages: 1, since },
      actor: { username: people.erin.username },
      subject: { username: at.bob.username },
    });
  });

  it('passes over rooms that are held, and keeps messages from before the time', async () => {
    await at.sendAndDeliver(at.bobDevice, 'evidence');
    await parley.parley('rooms', 'hold', at.room.id);
    const purge = (since: string): Promise<object> =>
      moderator.expect(moderator.post<object>('messages/purge/', { sender: at.bob.username, since }));
    await expect(purge(anHourAgo())).resolves.toEqual({ removed: 0, rooms: 0, held_rooms: 1 });
    await parley.parley('rooms', 'release', at.room.id);
    await expect(contents(at.phone, at.room)).resolves.toEqual(['evidence']);
    const { created_at: sentAt } = await at.sendAndDeliver(at.bobDevice, 'later');
    await expect(purge(sentAt)).resolves.toEqual({ removed: 1, rooms: 1, held_rooms: 0 });
    await expect(contents(at.phone, at.room)).resolves.toEqual(['evidence']);
  });

  it('is refused by role, for other times than the last 7 days, and for unknown users', async () => {
    const since = anHourAgo();
    const refused = { status: 403, body: { code: 'permission_denied' } };
    expect(await nobody.post('messages/purge/', { sender: at.bob.username, since })).toMatchObject(refused);
    expect(await moderator.post('messages/purge/', { sender: people.dave.username, since })).toMatchObject(refused);
    await expect(admin.post('messages/purge/', { sender: people.erin.username, since })).resolves.toMatchObject({
      status: 200,
    });
    for (const time of [Date.now() - 8 * 86_400_000, Date.now() + 3_600_000]) {
      const body = { sender: at.bob.username, since: new Date(time).toISOString() };
      expect(await moderator.post('messages/purge/', body)).toEqual({
        status: 400,
        body: { since: ['Must be a time in the last 7 days.'] },
      });
    }
    expect(await moderator.post('messages/purge/', { sender: 'nobody-of-this-name', since })).toMatchObject({
      status: 404,
    });
    expect(await moderator.post('messages/purge/', {})).toMatchObject({
      status: 400,
      body: { sender: ['This field is required.'], since: ['This field is required.'] },
    });
  });
});

describe('the trace of a message', () => {
  it('explains to administrators whether a user has received it', async () => {
    const { id, seq } = await at.sendAndDeliver(at.bobDevice, 'hello');
    const { body } = await admin.get<{ message: object; user: object }>(`messages/${id}/trace/${at.carol.username}/`);
    expect(body).toMatchObject({
      message: { id, room_id: at.room.id, seq },
      user: { username: at.carol.username },
      verdict: { kind: expect.any(String) as string, text: expect.any(String) as string },
    });
    expect(JSON.stringify(body)).not.toContain('hello');
    const place = `messages/trace/${at.carol.username}/?room_id=${at.room.id}&number=`;
    // The other parts grow while Carol's devices acknowledge.
    const { message, user } = body;
    expect((await admin.get(place + String(seq))).body).toMatchObject({ message, user });
    expect(await admin.get(`${place}999999`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await moderator.get(place + String(seq))).toMatchObject({ status: 403 });
    expect(await moderator.get(`messages/${id}/trace/${at.carol.username}/`)).toMatchObject({ status: 403 });
    expect(await admin.get(`messages/x/trace/${at.carol.username}/`)).toMatchObject({
      status: 400,
      body: { message_id: ['Must be the id of a message, which is a UUID.'] },
    });
  });
});
