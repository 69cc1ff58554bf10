import type { SyncedRoom } from '@parley/protocol';
import type { Restrictable } from '@parley/realtime/restricted-part';

import type { ToldRoom } from '../delivery/index.js';
import { NEWEST_MESSAGES } from './page-plan.js';
import type { RoomPart } from './page-plan.js';

/**
 * What a page told of which rooms, for whoever wants to know later. Rooms of which it told nothing new are left out. A room
 * that was told anew was told from its oldest message on the page; from its beginning, where there is none before that.
 * @param rooms as the page has them, in the order of the parts
 */
export const toldRooms = (parts: readonly RoomPart[], rooms: readonly Restrictable<SyncedRoom>[]): ToldRoom[] =>
  parts.flatMap(({ roomId, after, upTo }, at) => {
    const room = rooms[at];
    if (!room || after === upTo) return [];
    return [{ room_id: roomId, after_seq: after ?? beforeOldest(room), up_to_seq: upTo, reset: room.reset }];
  });

function beforeOldest({ messages }: Restrictable<SyncedRoom>): number {
  if (messages.length < NEWEST_MESSAGES) return 0;
  return Math.min(...messages.map((message) => ('seq' in message ? message.seq : Infinity))) - 1;
}
