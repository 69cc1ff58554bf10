import { invalid } from '@parley/protocol';
import { validate as isUuid } from 'uuid';

import { cursorParts, cursorText } from '../../platform/collections/cursor-text.js';

/**
 * A snapshot of the database: what was committed at one moment. A time alone does not identify it, since a change has
 * the time of its statement and becomes visible a little later.
 */
export interface Moment {
  /** Microseconds since 1970. */
  readonly at: number;
  /** The first transaction id that had not been assigned (`xmax` of the snapshot). */
  readonly next: number;
  /** The transactions before it that were in progress. */
  readonly underWay: readonly number[];
}

/** The position in a user's list of rooms. */
export interface RoomListCursor {
  /** The snapshot of the first page; the following pages keep its order. */
  readonly began: Moment;
  /** The latest activity in the last room of the page, in microseconds since 1970. */
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
 * @throws Refusal 4003 if the text was not made by {@link encoded}, or has expired
 */
export function decoded(text: string, now = Date.now()): RoomListCursor {
  const cursor = cursorOf(cursorParts(text) ?? []);
  if (!cursor || encoded(cursor) !== text) throw refused('Must be the next_cursor of a page.');
  if (cursor.began.at < now * 1_000 - GOOD_FOR_MICROSECONDS)
    throw refused('Has expired: request the first page again.');
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
