import { Any } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { statement } from '../../platform/database/statement.js';
import { Room, RoomPair } from './room.entity.js';

/** @returns false if the pair has a room */
export async function takePair(manager: EntityManager, pairKey: string, roomId: string): Promise<boolean> {
  return (await TAKE.rows(manager, { pair: pairKey, room: roomId })).length > 0;
}

/** The `pairKey` of two users. */
export const pairKeyOf = (one: number, other: number): string =>
  [one, other].sort((lower, higher) => lower - higher).join(':');

/** The room with this `pairKey`, which cannot be deleted until the transaction ends. */
export async function lockPair(
  manager: EntityManager,
  pairKey: string,
  mode: 'for_key_share' | 'for_no_key_update' = 'for_key_share',
): Promise<Pick<Room, 'id' | 'hiddenUserId'> | undefined> {
  const pair = await manager.findOneBy(RoomPair, { pairKey });
  if (!pair) return undefined;
  const room = await manager.findOne(Room, {
    select: { id: true, hiddenUserId: true },
    where: { id: pair.roomId },
    lock: { mode },
  });
  return room ?? undefined;
}

/**
 * Closes or opens a OneToOneChat. Grants from before it are void. In SQL, because it counts.
 * @returns the new version of its permissions; undefined: nothing has changed
 */
export async function setClosed(
  manager: EntityManager,
  roomId: string,
  isClosed: boolean,
): Promise<number | undefined> {
  return (await SET_CLOSED.row(manager, { room: roomId, closed: isClosed }))?.version;
}

/** Called before the rooms are deleted. */
export async function freePairs(manager: EntityManager, roomIds: readonly string[]): Promise<void> {
  await manager.delete(RoomPair, { roomId: Any(roomIds) });
}

const TAKE = statement('room_pairs.take', {
  parameters: { pair: 'text', room: 'uuid' },
  columns: { room_id: 'uuid' },
  text: ({ pair, room }) => `
    INSERT INTO room_pairs (pair_key, room_id) VALUES (${pair}, ${room}) ON CONFLICT (pair_key) DO NOTHING
    RETURNING room_id`,
});

const SET_CLOSED = statement('room_pairs.set_closed', {
  parameters: { room: 'uuid', closed: 'bool' },
  columns: { version: 'int4' },
  text: ({ room, closed }) => `
    UPDATE rooms SET is_closed = ${closed}, access_version = access_version + 1
    WHERE id = ${room} AND is_closed <> ${closed} RETURNING access_version AS version`,
});
