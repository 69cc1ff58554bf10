import { setTimeout as delay } from 'node:timers/promises';

import type { Message, MessagePage, Room, ServerEvent } from '@parley/protocol';

import type { FinalRoom } from '../ledger/final-check.js';
import type { Connection } from './connection.js';

/** The maximum size of a page. */
const PAGE_SIZE = 200;
const TRIES = 20;

/**
 * Reads a room with its complete history.
 * @param connection a connection of a member
 * @throws Error if the room cannot be read
 */
export async function readRoom(connection: Connection, roomId: string): Promise<FinalRoom> {
  const lastSeq = await readLastSeq(connection, roomId);
  const messages: Message[] = [];
  for (let below = lastSeq + 1; ;) {
    const frame = await answer(connection, 'room.messages', { room_id: roomId, before_seq: below, limit: PAGE_SIZE });
    const page = (frame.data as MessagePage).data.messages;
    messages.push(...page);
    const oldest = page.at(-1);
    if (!oldest || page.length < PAGE_SIZE) return { id: roomId, lastSeq, messages };
    below = oldest.seq;
  }
}

export async function readLastSeq(connection: Connection, roomId: string): Promise<number> {
  return ((await answer(connection, 'room.info', { room_id: roomId })).data as Room).last_seq;
}

async function answer(connection: Connection, eventType: string, data: object): Promise<ServerEvent> {
  for (let left = TRIES; ; left -= 1) {
    const answered = await connection.request(eventType, data);
    if (answered && 'frame' in answered) return answered.frame;
    if (!answered || left <= 1) throw new Error(`${eventType} was not answered at the end of the run.`);
    await delay((answered.refused.retry_after ?? 0.5) * 1_000);
  }
}
