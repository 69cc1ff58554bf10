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

/** The room with this `pairKey`, which cannot be deleted until the transaction ends. */
export async function lockPair(
  manager: EntityManager,
  pairKey: string,
): Promise<Pick<Room, 'id' | 'hiddenUserId'> | undefined> {
  const pair = await manager.findOneBy(RoomPair, { pairKey });
  if (!pair) return undefined;
  const room = await manager.findOne(Room, {
    select: { id: true, hiddenUserId: true },
    where: { id: pair.roomId },
    lock: { mode: 'for_key_share' },
  });
  return room ?? undefined;
}

/** Called before the rooms are deleted. */
export async function freePairs(manager: EntityManager, roomIds: readonly string[]): Promise<void> {
  await manager.query('DELETE FROM room_pairs WHERE room_id = ANY ($1)', [roomIds]);
}
