import type { Room, RoomWithoutMembers } from '@parley/protocol';
import type { LogEntry } from '@parley/realtime/ordering';
import type { OutgoingEvent } from '@parley/realtime/restricted-part';

import type { RoomChangeName } from '../change-log/room-log.js';
import { roomCreated, roomDeleted, roomUpdated } from '../room.frames.js';

type NumberedEntry = LogEntry & { readonly frame: OutgoingEvent<RoomChangeName> };

/** A user deletes a OneToOneChat: it is deleted for this user alone, and unchanged for the other one. */
export const hiddenEntry = (room: RoomWithoutMembers, userId: number, seq: number): NumberedEntry => ({
  roomId: room.id,
  seq,
  frame: roomUpdated(room, seq),
  leaving: { userIds: [userId], farewell: roomDeleted(room.id, seq) },
});

/** The user is a member again: every device learns of the room, as of a new one. */
export const shownEntry = (room: Room, userId: number, seq: number): NumberedEntry => ({
  roomId: room.id,
  seq,
  frame: roomCreated(room, seq),
  entering: [userId],
});
