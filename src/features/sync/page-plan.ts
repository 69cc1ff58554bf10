import type { SyncedRoom } from '@parley/protocol';
import type { Restrictable } from '@parley/realtime/restricted-part';

import type { SyncedRange } from '../delivery-trace/records/sync-record.entity.js';

/** The position of a client in each room that it has: the sequence number up to which it has all changes. */
export type Positions = ReadonlyMap<string, number>;

/** The position of a client whose copy of a room is not to be continued. It is beyond every number of a room. */
export const NO_POSITION = Number.MAX_SAFE_INTEGER;

/** The state of a room of the user in one snapshot. */
export interface RoomSyncState {
  readonly roomId: string;
  /** The room's latest sequence number. */
  readonly lastSeq: number;
  /** The sequence number of the last change of the room's own data. */
  readonly changeSeq: number;
  /** The user sees only messages above this sequence number. */
  readonly historySeq: number;
  /** The number of members in a list of members. */
  readonly members: number;
}

/** The part of a room that a page contains. */
export interface RoomPart extends RoomSyncState {
  /**
   * The page contains the changes above this sequence number. Undefined: the room as a new one, with its newest
   * messages.
   */
  readonly after: number | undefined;
  /** Whether the client has the room at a position from which the difference cannot be returned. */
  readonly lost: boolean;
  /** The position of the client after the page. */
  readonly upTo: number;
}

/** The number of messages of a new or reset room. */
export const NEWEST_MESSAGES = 50;
/** The maximum number of messages of a page; a single part of a room may exceed it slightly. */
export const MESSAGES_A_PAGE = 200;
export const ROOMS_A_PAGE = 200;
const FEWEST_ROOMS = 8;

/**
 * The number of rooms to read for the next page: twice as many as this page had, so that a page whose bytes end after a
 * few rooms does not read the state of all that a page may have.
 * @param read the number of rooms that were read for this page
 * @param fitted the number of rooms that were on it
 */
export const roomsOfNextPage = (read: number, fitted: number): number =>
  Math.min(ROOMS_A_PAGE, Math.max(FEWEST_ROOMS, 2 * Math.min(read, fitted)));
/** The maximum number of listed members of a page, whose marks take a fifth of an answer; one room may have more. */
const MEMBERS_A_PAGE = 2_500;
/** A client that is further behind gets a reset of the room. */
const MAX_GAP = 1_000;

/**
 * The parts of the rooms that fit on one page, in their order. The sequence numbers that the client misses limit the
 * number of messages, so that nothing is counted; a sequence number is one message, or a few that changed together.
 *
 * The last part may cover its room incompletely. There is always at least one part.
 */
export function planned(states: readonly RoomSyncState[], positions: Positions): RoomPart[] {
  const parts: RoomPart[] = [];
  let messages = MESSAGES_A_PAGE;
  let members = MEMBERS_A_PAGE;
  for (const state of states) {
    const part = partOf(state, positions.get(state.roomId), messages);
    const behind = messagesOf(part);
    if (parts.length > 0 && (behind > messages || membersOf(part) > members || isEmpty(part))) break;
    parts.push(part);
    if (!isComplete(part)) break;
    messages -= behind;
    members -= membersOf(part);
  }
  return parts;
}

/**
 * The parts before the first whose room exceeds the bytes of a page, or whose newest messages do; at least one.
 * @param exceeded the room whose newest messages do not fit
 * @param bytesOf the bytes of a part's room, without its messages
 */
export function fittingParts(
  parts: readonly RoomPart[],
  exceeded: string | undefined,
  bytesOf: (part: RoomPart) => number,
  mostBytes: number,
): readonly RoomPart[] {
  let bytes = 0;
  return partsBefore(parts, (part) => {
    bytes += bytesOf(part);
    return bytes > mostBytes || part.roomId === exceeded;
  });
}

/** The parts before the first one of this kind; at least one. */
export function partsBefore(parts: readonly RoomPart[], isEnd: (part: RoomPart) => boolean): readonly RoomPart[] {
  const end = parts.findIndex(isEnd);
  return end < 0 ? parts : parts.slice(0, Math.max(1, end));
}

/** Whether the part reaches the latest sequence number of the room. */
export const isComplete = ({ lastSeq, upTo }: RoomPart): boolean => upTo === lastSeq;

/** Whether the page contains the room's own data: if their last change is in the range of the part. */
export const includesRoom = ({ after, upTo, changeSeq }: RoomPart): boolean =>
  after === undefined || (changeSeq > after && changeSeq <= upTo);

/** The sequence numbers that a part covers. */
export const numbersOf = ({ after, upTo }: RoomPart): number[] =>
  after === undefined ? [] : Array.from({ length: upTo - after }, (_, at) => after + 1 + at);

/** The parts before this sequence number of this room. */
export function cutBefore(roomId: string, number: number, parts: readonly RoomPart[]): RoomPart[] {
  const at = parts.findIndex((part) => part.roomId === roomId);
  return parts.slice(0, at + 1).map((part, index) => (index === at ? { ...part, upTo: number - 1 } : part));
}

function partOf(state: RoomSyncState, position: number | undefined, mostNumbers: number): RoomPart {
  const { lastSeq, historySeq } = state;
  const hasDeleted = position !== undefined && position < historySeq;
  const lost = hasDeleted || (position !== undefined && (position > lastSeq || position < lastSeq - MAX_GAP));
  if (position === undefined || lost) return { ...state, after: undefined, lost, upTo: lastSeq };
  return { ...state, after: position, lost, upTo: Math.min(lastSeq, position + mostNumbers) };
}

const messagesOf = ({ after, upTo }: RoomPart): number =>
  after === undefined ? Math.min(NEWEST_MESSAGES, upTo) : upTo - after;

const membersOf = (part: RoomPart): number =>
  (isComplete(part) ? part.members : 0) + (includesRoom(part) ? part.members : 0);

const isEmpty = (part: RoomPart): boolean => part.upTo === part.after && !isComplete(part);

/**
 * The ranges of sequence numbers that a page returned, for the records of delivery. Rooms without changes are omitted.
 * The range of a new or reset room starts at its oldest message on the page, or at 0 if the page has all of its
 * messages.
 * @param rooms the rooms of the page, in the order of the parts
 * @param exceeded the room whose newest messages did not fit
 */
export const syncedRanges = (
  parts: readonly RoomPart[],
  rooms: readonly Restrictable<SyncedRoom>[],
  exceeded?: string,
): SyncedRange[] =>
  parts.flatMap(({ roomId, after, upTo }, at) => {
    const room = rooms[at];
    if (!room || after === upTo) return [];
    return [
      {
        room_id: roomId,
        after_seq: after ?? beforeOldest(room, upTo, roomId === exceeded),
        up_to_seq: upTo,
        reset: room.reset,
      },
    ];
  });

function beforeOldest({ messages }: Restrictable<SyncedRoom>, upTo: number, isCut: boolean): number {
  if (messages.length < NEWEST_MESSAGES && !isCut) return 0;
  return Math.min(upTo + 1, ...messages.map((message) => ('seq' in message ? message.seq : Infinity))) - 1;
}
