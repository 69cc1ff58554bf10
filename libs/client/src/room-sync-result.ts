import type { MemberMark, Message, Room, SyncedRoom } from '@parley/protocol';

import { bySeq } from './frames.js';

/** The result of a sync of one room. */
export interface RoomSyncResult {
  readonly roomId: string;
  /** Whether this replaces everything that is held of the room. */
  readonly isReset: boolean;
  /** Null when it has not changed. */
  readonly room: Room | null;
  /** New messages, in the order of their `seq`. */
  readonly fresh: readonly Message[];
  /** The current state of messages that were delivered before. */
  readonly changed: readonly Message[];
  readonly deletedIds: readonly string[];
  readonly marks: readonly MemberMark[];
}

/**
 * Combines the parts of a sync of one room. The service sends messages in the order of their latest change, so that an
 * edited message comes after newer ones; the result is sorted by `seq`.
 * @param parts of one room, at least one
 * @param position the last `seq` that was delivered
 * @param isUnnamed whether the sync request did not name this known room: the service then sends it completely
 */
export function mergeSyncedParts(parts: readonly SyncedRoom[], position: number, isUnnamed: boolean): RoomSyncResult {
  const isReset = isUnnamed || parts.some(({ reset }) => reset);
  const messages = parts.flatMap(({ messages }) => messages);
  const present = messages.filter((message): message is Message => !message.is_deleted);
  const isFresh = ({ seq }: Message): boolean => isReset || seq > position;
  return {
    roomId: parts[0]?.room_id ?? '',
    isReset,
    room: parts.find(({ room }) => room !== null)?.room ?? null,
    fresh: present.filter(isFresh).sort(bySeq),
    changed: present.filter((message) => !isFresh(message)),
    deletedIds: messages.filter((message) => message.is_deleted).map(({ id }) => id),
    marks: parts.flatMap(({ marks }) => marks),
  };
}
