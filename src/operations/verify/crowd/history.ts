import type { Message, MessagePage, Room } from '@parley/protocol';

import type { FinalRoom } from '../ledger/final-check.js';
import type { UserClient } from './user-client.js';

/** The maximum size of a page. */
const PAGE_SIZE = 200;

/**
 * Reads a room with its complete history.
 * @param client of a member
 * @throws Error if the room cannot be read
 */
export async function readRoom(client: UserClient, roomId: string): Promise<FinalRoom> {
  const lastSeq = await readLastSeq(client, roomId);
  const messages: Message[] = [];
  for (let below = lastSeq + 1; ;) {
    const frame = await client.request('room.messages', { room_id: roomId, before_seq: below, limit: PAGE_SIZE });
    const { has_next: hasOlder, data } = frame.data as MessagePage;
    messages.push(...data.messages);
    const oldest = data.messages.at(-1);
    // A page of large messages is shorter than its size.
    if (!oldest || !hasOlder) return { id: roomId, lastSeq, messages };
    below = oldest.seq;
  }
}

export async function readLastSeq(client: UserClient, roomId: string): Promise<number> {
  return ((await client.request('room.info', { room_id: roomId })).data as Room).last_seq;
}
