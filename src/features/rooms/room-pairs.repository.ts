import type { EntityManager } from 'typeorm';

import { Room, RoomPair } from './room.entity.js';

/** @returns false if the pair has a room */
export async function takePair(manager: EntityManager, pairKey: string, roomId: string): Promise<boolean> {
  const taken = await manager.query<unknown[]>(
    'INSERT INTO room_pairs (pair_key, room_id) VALUES ($1, $2) ON CONFLICT (pair_key) DO NOTHING RETURNING room_id',
    [pairKey, roomId],
  );
  return taken.length > 0;
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
  const [[room]] = await manager.query<[{ version: number }[], number]>(
    `UPDATE rooms SET is_closed = $2, access_version = access_version + 1 WHERE id = $1 AND is_closed <> $2
     RETURNING access_version AS version`,
    [roomId, isClosed],
  );
  return room?.version;
}

/** Called before the rooms are deleted. */
export async function freePairs(manager: EntityManager, roomIds: readonly string[]): Promise<void> {
  await manager.query('DELETE FROM room_pairs WHERE room_id = ANY ($1)', [roomIds]);
}
