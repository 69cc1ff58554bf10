import type { MemberMark, Message, Room, SyncedRoom } from '@parley/protocol';

import { bySeq } from './frames.js';

/** What a sync tells of one room, put in order. */
export interface RoomNews {
  readonly roomId: string;
  /** Whether what is held of the room is to be thrown away, for this in its place. */
  readonly isReset: boolean;
  /** Null where it has not changed. */
  readonly room: Room | null;
  /** Those that were not told before, in the order of their numbers. */
  readonly fresh: readonly Message[];
  /** Those that were, as they are now. */
  readonly changed: readonly Message[];
  readonly deletedIds: readonly string[];
  readonly marks: readonly MemberMark[];
}

/**
 * Puts what a sync tells of a room in order: the parts come in the order of the latest changes, in which a message that
 * was edited stands behind those that were said after it.
 * @param parts of one room, at least one
 * @param position the last number that was told
 * @param isUnnamed whether the room is known and the sync was not told of it: then it comes anew
 */
export function newsOf(parts: readonly SyncedRoom[], position: number, isUnnamed: boolean): RoomNews {
  const isReset = isUnnamed || parts.some(({ reset }) => reset);
  const said = parts.flatMap(({ messages }) => messages);
  const there = said.filter((message): message is Message => !message.is_deleted);
  const isFresh = ({ seq }: Message): boolean => isReset || seq > position;
  return {
    roomId: parts[0]?.room_id ?? '',
    isReset,
    room: parts.find(({ room }) => room !== null)?.room ?? null,
    fresh: there.filter(isFresh).sort(bySeq),
    changed: there.filter((message) => !isFresh(message)),
    deletedIds: said.filter((message) => message.is_deleted).map(({ id }) => id),
    marks: parts.flatMap(({ marks }) => marks),
  };
}
