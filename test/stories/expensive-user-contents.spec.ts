import type { GroupChat, Message } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { sync } from '../support/client-state.js';
import { allResults, allRooms, wholeHistory } from '../support/list-pages.js';
import type { WayOfPaging } from '../support/list-pages.js';
import { createGroup, connectMember, sendMessage } from '../support/messaging.js';
import type { Member } from '../support/messaging.js';
import { manyUsers, users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { sharedService } from '../support/shared-services.js';
import type { Service } from '../support/service.js';

/** Six bytes on the wire for each character, which the database stores in one. */
const ESCAPED = `aubergine ${'\u0001'.repeat(9_990)}`;
const MESSAGES = 30;
const ROOMS = 20;
const READERS = 10;
const READ = 40;
const REACTED = 5;

let parley: Service;
let phone: ChatClient;
let bob: TestUser;
let bobMember: Member;

/** Sends to the room one after the other. @returns the messages */
async function fill(device: ChatClient, room: GroupChat, count: number, content: string): Promise<Message[]> {
  const messages: Message[] = [];
  while (messages.length < count) messages.push(await sendMessage(device, room, content));
  return messages;
}

const idsOf = (messages: readonly { readonly id: string }[]): string[] => messages.map(({ id }) => id);

/** Every client of the specs fails at a frame that is larger than an answer may be. */
beforeAll(async () => {
  parley = await sharedService();
  const { alice, ...others } = await users(parley, 'alice', 'bob');
  ({ bob } = others);
  phone = await alice.connect();
  bobMember = await connectMember(bob);
});

describe('long messages of characters that JSON escapes', () => {
  let room: GroupChat;
  let sent: Message[];

  beforeAll(async () => {
    room = await createGroup(phone, [bobMember]);
    sent = await fill(phone, room, MESSAGES, ESCAPED);
  });

  it.each<WayOfPaging>(['page', 'before_seq', 'after_seq'])(
    'are cut pages of a history, which join when they are requested by %s',
    async (way) => {
      const { entries, truncated } = await wholeHistory(phone, room, way);
      expect(idsOf(entries)).toEqual(idsOf(sent).toReversed());
      expect(truncated).toBe(true);
    },
  );

  it('are cut pages of a search, which join', async () => {
    const { entries, truncated } = await allResults(phone, 'aubergine');
    expect(idsOf(entries.map(({ message }) => message))).toEqual(idsOf(sent).toReversed());
    expect(truncated).toBe(true);
  });

  it('are cut in the first frame to the newest', async () => {
    const device = await bob.open();
    const { data, meta } = await device.receive('chat.notifications');
    const notified = idsOf((data[room.id] ?? []).map(({ message }) => message));
    expect(notified.length).toBeGreaterThan(10);
    expect(notified).toEqual(idsOf(sent).slice(-notified.length));
    expect(meta).toMatchObject({ truncated: true, total: MESSAGES, unread: { [room.id]: MESSAGES } });
    await device.close();
  });

  it('are pages of a sync from a position, which contain them all', async () => {
    const pages = await sync(phone, { rooms: { [room.id]: 0 } });
    const parts = pages.flatMap(({ rooms }) => rooms);
    const messages = parts.flatMap((part) => part.messages) as Message[];
    expect(idsOf(messages)).toEqual(idsOf(sent));
    expect(parts.map(({ reset }) => reset)).not.toContain(true);
    expect(parts.at(-1)!.last_seq).toBe(sent.at(-1)!.seq);
  });

  it('are a room with a reset for a new device, which reads the rest from the history', async () => {
    const pages = await sync(phone, {});
    const part = pages.flatMap(({ rooms }) => rooms).find(({ room_id }) => room_id === room.id)!;
    expect(part.reset).toBe(true);
    const newest = idsOf(part.messages);
    expect(newest.length).toBeGreaterThan(2);
    expect(newest).toEqual(idsOf(sent).slice(-newest.length));
  });
});

describe('rooms whose last messages are long', () => {
  it('are cut pages of room.list and whole pages of a sync, which join', async () => {
    const { carol } = await users(parley, 'carol');
    const device = await carol.connect();
    const made: string[] = [];
    for (let count = 0; count < ROOMS; count += 1) {
      const room = await createGroup(device, []);
      await sendMessage(device, room, ESCAPED);
      made.push(room.id);
    }
    const { entries, truncated } = await allRooms(device);
    expect(idsOf(entries)).toEqual(made.toReversed());
    expect(truncated).toBe(true);
    const parts = (await sync(device, {})).flatMap(({ rooms }) => rooms);
    expect(parts.map(({ room_id }) => room_id)).toEqual(made.toSorted());
    for (const part of parts) expect([part.messages.length, part.reset]).toEqual([1, false]);
    await device.close();
  });
});

describe('messages with many receipts and reactions', () => {
  it('are cut pages of a history, which join', async () => {
    const small = await sharedService('smallAnswers');
    const { carol } = await users(small, 'carol');
    const device = await carol.connect();
    const readers = await Promise.all((await manyUsers(small, READERS)).map((user) => connectMember(user)));
    const room = await createGroup(device, readers);
    const sent = await fill(device, room, READ, 'hello');
    for (const { device: reading } of readers) {
      await reading.request('message.read', { room_id: room.id, up_to_seq: sent.at(-1)!.seq });
      for (const message_id of idsOf(sent).slice(-REACTED))
        await reading.request('message.react', { type: 'add', message_id, reaction_content: '🦜' });
    }
    const { entries, truncated } = await wholeHistory(device, room, 'before_seq');
    expect(idsOf(entries)).toEqual(idsOf(sent).toReversed());
    expect(truncated).toBe(true);
    for (const { read_receipts } of entries) expect(read_receipts).toHaveLength(READERS);
    for (const { reactions } of entries.slice(0, REACTED)) expect(reactions).toHaveLength(READERS);
    await Promise.all([device, ...readers.map((reader) => reader.device)].map((each) => each.close()));
  });
});
