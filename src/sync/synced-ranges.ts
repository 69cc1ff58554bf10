import type { SyncedRoom } from '@parley/protocol';
import type { Restrictable } from '@parley/realtime/restricted-part';

import type { SyncedRange } from '../operations/delivery-trace/records/sync-record.entity.js';
import { NEWEST_MESSAGES } from './page-plan.js';
import type { RoomPart } from './page-plan.js';

/**
 * The ranges of sequence numbers that a page returned, for the records of delivery. Rooms without changes are omitted.
 * The range of a new or reset room starts at its oldest message on the page, or at 0 if the page has all of its
 * messages.
 * @param rooms the rooms of the page, in the order of the parts
 */
export const syncedRanges = (parts: readonly RoomPart[], rooms: readonly Restrictable<SyncedRoom>[]): SyncedRange[] =>
  parts.flatMap(({ roomId, after, upTo }, at) => {
    const room = rooms[at];
    if (!room || after === upTo) return [];
    return [{ room_id: roomId, after_seq: after ?? beforeOldest(room), up_to_seq: upTo, reset: room.reset }];
  });

function beforeOldest({ messages }: Restrictable<SyncedRoom>): number {
  if (messages.length < NEWEST_MESSAGES) return 0;
  return Math.min(...messages.map((message) => ('seq' in message ? message.seq : Infinity))) - 1;
}
