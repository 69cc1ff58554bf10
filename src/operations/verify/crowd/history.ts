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
    const page = (frame.data as MessagePage).data.messages;
    messages.push(...page);
    const oldest = page.at(-1);
    if (!oldest || page.length < PAGE_SIZE) return { id: roomId, lastSeq, messages };
    below = oldest.seq;
  }
}

export async function readLastSeq(client: UserClient, roomId: string): Promise<number> {
  return ((await client.request('room.info', { room_id: roomId })).data as Room).last_seq;
}
