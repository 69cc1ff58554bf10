import { invalid } from '@parley/protocol';
import { validate as isUuid } from 'uuid';

import { cursorParts, cursorText } from '../cursor-text.js';

/**
 * What the database showed at one moment: whatever was committed by then. A time alone does not say, as a change
 * bears the time of its making and is seen a little later.
 */
export interface Moment {
  /** Microseconds since 1970. */
  readonly at: number;
  /** The transaction after which every one was still to come. */
  readonly next: number;
  /** Those before it that were not done. */
  readonly underWay: readonly number[];
}

/** Where a walk through somebody's list of rooms has come to. */
export interface RoomListCursor {
  /** The first page showed this; the pages after it keep its order. */
  readonly began: Moment;
  /** The latest activity in the room that was listed last, in microseconds since 1970. */
  readonly activity: number;
  readonly roomId: string;
}

export const LONGEST_CURSOR = 16_384;
const GOOD_FOR_MICROSECONDS = 3_600_000_000;
const LARGEST_TRANSACTION = 0xffff_ffff;

export function encoded({ began, activity, roomId }: RoomListCursor): string {
  return cursorText([began.at, began.next, began.underWay, activity, roomId]);
}

/**
 * The inverse of {@link encoded}.
 * @param now milliseconds since 1970
 * @throws Refusal 4003 if the text was not made by it, or too long ago
 */
export function decoded(text: string, now = Date.now()): RoomListCursor {
  const cursor = cursorOf(cursorParts(text) ?? []);
  if (!cursor || encoded(cursor) !== text) throw refused('Must be a next_cursor that came with a page.');
  if (cursor.began.at < now * 1_000 - GOOD_FOR_MICROSECONDS) throw refused('Is too old: ask for the first page again.');
  return cursor;
}

function cursorOf([at, next, underWay, activity, roomId]: readonly unknown[]): RoomListCursor | undefined {
  if (!isMicroseconds(at) || !isMicroseconds(activity)) return undefined;
  if (!isTransaction(next) || !Array.isArray(underWay) || !underWay.every(isTransaction)) return undefined;
  if (!isUuid(roomId)) return undefined;
  return { began: { at, next, underWay }, activity, roomId: roomId as string };
}

const refused = (reason: string): Error => invalid({ cursor: [reason] });

const isMicroseconds = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isTransaction = (value: unknown): value is number => isMicroseconds(value) && value <= LARGEST_TRANSACTION;
