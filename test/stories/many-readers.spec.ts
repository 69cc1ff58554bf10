import type { Message, Room, ShortMessage } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { connectMember, sendMessage } from '../support/messaging.js';
import type { Member } from '../support/messaging.js';
import { manyUsers } from '../support/people.js';
import { sharedService } from '../support/shared-services.js';

const READERS = 40;
const GATHERED_MS = 250;
/** The first receipt comes at once, and the last a moment after the last request; the others are gathered. */
const mostFrames = (began: number): number => 2 + (performance.now() - began) / GATHERED_MS;

let writer: Member;
let readers: Member[];
let room: Room;

beforeAll(async () => {
  const service = await sharedService();
  [writer, ...readers] = (await Promise.all((await manyUsers(service, READERS + 1)).map(connectMember))) as [
    Member,
    ...Member[],
  ];
  const participants = readers.map(({ user }) => user.id);
  ({ data: room } = await writer.device.request('room.create', { type: 'GroupChat', name: 'Hall', participants }));
});

interface Reads {
  readonly user_id: number;
  readonly up_to_seq?: number;
}

/** The receipts that a member receives until all have read: the entries, the readers, and the number of frames. */
async function receivedBy(device: ChatClient): Promise<{ entries: ShortMessage[]; reads: Reads[]; frames: number }> {
  const entries: ShortMessage[] = [];
  const reads: Reads[] = [];
  let frames = 0;
  for (const known = new Set<number>(); known.size < READERS; frames += 1) {
    const { data, meta = {} } = await device.receive('readreceipt.dispatch');
    const shown = [data].flat();
    entries.push(...shown);
    reads.push(...((meta.reads ?? ('user_id' in meta ? [meta] : [])) as Reads[]));
    for (const { read_receipts: receipts } of shown) for (const { reader } of receipts) known.add(reader.id);
  }
  return { entries, reads, frames };
}

const allRead = (asked: (message: Message) => object, message: Message) =>
  Promise.all(readers.map(({ device }) => device.request('message.read', asked(message))));

describe('a message that all members of a room read at once', () => {
  it('answers each reader at once, and tells the room with few frames', async () => {
    const message = await sendMessage(writer.device, room, 'read this');
    const began = performance.now();
    const received = receivedBy(writer.device);
    const answers = await allRead(({ id }) => ({ message_id: id }), message);
    for (const [at, { data }] of answers.entries()) {
      const { read_receipts: receipts } = data as ShortMessage;
      expect(receipts.map(({ reader }) => reader.id)).toContain(readers[at]!.user.id);
    }
    const { entries, frames } = await received;
    expect(frames).toBeLessThanOrEqual(mostFrames(began));
    for (const { id, content } of entries) expect([id, content]).toEqual([message.id, 'read this']);
  });

  it('names every reader and how far each has read, if they read up to a number', async () => {
    const message = await sendMessage(writer.device, room, 'and this');
    const began = performance.now();
    const received = receivedBy(writer.device);
    await allRead(({ seq }) => ({ room_id: room.id, up_to_seq: seq }), message);
    const { reads, frames } = await received;
    expect(frames).toBeLessThanOrEqual(mostFrames(began));
    const expected = readers.map(({ user }) => ({ user_id: user.id, up_to_seq: message.seq }));
    expect(reads.toSorted((one, other) => one.user_id - other.user_id)).toEqual(
      expected.toSorted((one, other) => one.user_id - other.user_id),
    );
  });
});
