import type { RoomLimit } from '@parley/realtime/requests';

import type { Types, ValuesOf } from '../../platform/database/statement.js';
import { newestStatement } from './newest-sql.js';
import { FIRST_ID, LAST_ID, rankedStatement } from './ranked-sql.js';
import { conditionsOf, PART_OF_LINK, StatementValues } from './search-filters.js';
import type { SearchFilters } from './search-filters.js';
import type { SearchWord } from './search-query.js';
import type { SearchCursor } from './search.cursor.js';
import type { MembershipRow } from './searched-rooms.js';

export interface Search {
  /** None: the filters alone find the messages, by their sender or by what they have. */
  readonly words: readonly SearchWord[];
  readonly filters: SearchFilters;
  /** Undefined: all rooms of the user. */
  readonly roomId: string | undefined;
  /** The rooms to which the token is limited. */
  readonly within?: RoomLimit;
  readonly after: SearchCursor | undefined;
  readonly limit: number;
}

export interface IndexSearch extends Search {
  readonly after: Exclude<SearchCursor, { readonly belowSeq: number }> | undefined;
}

/** Where a search looks, and how long it may take. */
interface Bounds {
  readonly userId: number;
  readonly rooms: readonly MembershipRow[];
  readonly seconds: number;
}

interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

const MOST_WORDS = 2_147_483_647;

/** The columns of {@link namingStatement}. */
export const NAMED = {
  room_id: 'uuid',
  message_id: 'uuid',
  whole_words: 'int4',
  /** The number of matches that are ranked together, and the newest and the oldest of them. */
  ranked: 'int4',
  newest: 'uuid',
  oldest: 'uuid',
} as const satisfies Types;
export type NamedRow = ValuesOf<typeof NAMED>;

/** The statement that names the matches of a page and one more. */
export function namingStatement(search: IndexSearch, bounds: Bounds): Statement {
  const { words, filters } = search;
  return words.length === 0 && !filters.has.has('link') ? newest(search, bounds) : ranked(search, bounds);
}

function ranked({ words, filters, after, limit }: IndexSearch, bounds: Bounds): Statement {
  const { rooms, seconds } = bounds;
  const [newestId, below, oldest, ...rank] = placeOf(after);
  const partly = rooms.filter(({ history_seq }) => history_seq > 0);
  const values = new StatementValues([
    idsOf(rooms),
    idsOf(partly),
    partly.map(({ history_seq }) => history_seq),
    seconds,
    newestId,
    below,
    oldest,
    words.map(({ whole }) => whole),
    ...rank,
    limit + 1,
  ]);
  const ofWords = words.map(({ part }) => values.add(`%${part}%`));
  const ofLinks = filters.has.has('link') ? [values.add(`%${PART_OF_LINK}%`)] : [];
  const text = rankedStatement([...ofWords, ...ofLinks], ofWords, conditionsOf(filters, values));
  return { text, values: values.all };
}

function newest({ filters, after, limit }: IndexSearch, { userId, rooms, seconds }: Bounds): Statement {
  const below = after && ('below' in after ? after.below : after.last);
  const values = new StatementValues([idsOf(rooms), userId, below ?? LAST_ID, seconds, limit + 1]);
  return { text: newestStatement(filters, conditionsOf(filters, values)), values: values.all };
}

const idsOf = (rooms: readonly MembershipRow[]): string[] => rooms.map(({ room_id }) => room_id);

/**
 * The newest match, the exclusive upper bound, the oldest match, and the rank of the last match of the previous page.
 */
function placeOf(after: IndexSearch['after']): (string | number)[] {
  if (!after) return [LAST_ID, LAST_ID, FIRST_ID, MOST_WORDS, LAST_ID];
  if ('below' in after) return [LAST_ID, after.below, FIRST_ID, MOST_WORDS, LAST_ID];
  return [after.newest, LAST_ID, after.oldest, after.wholeWords, after.last];
}
