import { invalid } from '@parley/protocol';

import { cursorOf, isCount, isListOf, isUuid } from '../../platform/pages/cursor.js';

/** A room of a page. */
export interface ListedPosition {
  /** Its latest activity, in microseconds since 1970. */
  readonly activity: number;
  readonly roomId: string;
}

/**
 * The position in a user's list of rooms, which is sorted by the latest activity up to the time of the first page.
 *
 * A message becomes visible a moment after its time: a room may rise above the position between two pages. So the rooms
 * of earlier pages with recent activity are listed here, and any other room with recent activity comes next.
 */
export interface RoomListCursor extends ListedPosition {
  /** The time of the first page, in microseconds since 1970. */
  readonly began: number;
  /** The time after which activity is recent, in microseconds since 1970. */
  readonly recent: number;
  /** The ids of the rooms of earlier pages with recent activity. */
  readonly seen: readonly string[];
}

export const LONGEST_CURSOR = 16_384;
const MOST_SEEN = 250;
/** No message becomes visible later: a statement and the commit of its transaction have timeouts of seconds. */
const RECENT_MICROSECONDS = 60_000_000;
const GOOD_FOR_MICROSECONDS = 3_600_000_000;

/**
 * The cursor of the next page.
 * @param page the rooms of this page in their order, at least one
 * @param began the time of the first page, if this is the first page
 */
export function nextCursor(
  page: readonly ListedPosition[],
  { began, before }: { readonly began: number; readonly before: RoomListCursor | undefined },
): RoomListCursor {
  const start = before ?? { began, recent: began - RECENT_MICROSECONDS, seen: [] };
  const isRecent = ({ activity }: ListedPosition): boolean => activity > start.recent;
  const room = MOST_SEEN - start.seen.length;
  const recent = page.filter(isRecent);
  const last = lowest([...page, ...(before ? [before] : [])]);
  return {
    began: start.began,
    recent: recent[room]?.activity ?? start.recent,
    seen: [...start.seen, ...recent.slice(0, room).map(({ roomId }) => roomId)],
    activity: last.activity,
    roomId: last.roomId,
  };
}

const CURSOR = cursorOf<RoomListCursor>({
  began: isCount,
  recent: isCount,
  seen: isListOf(isUuid, MOST_SEEN),
  activity: isCount,
  roomId: isUuid,
});

export const encoded = (cursor: RoomListCursor): string => CURSOR.encode(cursor);

/**
 * The inverse of {@link encoded}.
 * @param now milliseconds since 1970
 * @returns undefined without a cursor: the first page is requested
 * @throws Refusal 4003 if the text was not made by {@link encoded}, or has expired
 */
export function decoded(text: string | null | undefined, now = Date.now()): RoomListCursor | undefined {
  const cursor = CURSOR.decode(text);
  if (cursor && cursor.began < now * 1_000 - GOOD_FOR_MICROSECONDS) {
    throw invalid({ cursor: ['Has expired: request the first page again.'] });
  }
  return cursor;
}

const lowest = (positions: readonly ListedPosition[]): ListedPosition =>
  positions.reduce((one, other) =>
    one.activity < other.activity || (one.activity === other.activity && one.roomId < other.roomId) ? one : other,
  );
