import { Injectable } from '@nestjs/common';
import { invalid, notFound } from '@parley/protocol';
import { DataSource, QueryFailedError } from 'typeorm';

import type { OwnRoomsGrant } from '../../rooms/index.js';
import { shownIn, withMessages } from '../message.rows.js';
import type { NamingRow } from '../message.rows.js';
import type { StoredMessage } from '../message.view.js';
import type { SearchCursor } from './search.cursor.js';
import type { SoughtWord } from './sought-word.js';

export interface Search {
  readonly words: readonly SoughtWord[];
  /** Undefined: every room of the user's. */
  readonly roomId: string | undefined;
  readonly after: SearchCursor | undefined;
  readonly limit: number;
}

export interface FoundMessages {
  readonly messages: readonly StoredMessage[];
  /** Undefined: nothing follows. */
  readonly next: SearchCursor | undefined;
}

interface Row extends NamingRow {
  readonly whole_words: number | null;
  /** How many rooms were searched. */
  readonly rooms: number;
  /** Of those that are ranked together: how many they are, and which is the newest and the oldest. */
  readonly ranked: number;
  readonly newest: string | null;
  readonly oldest: string | null;
}

/** Ranked together. */
const MOST_RANKED = 1_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const MOST_WORDS = 2_147_483_647;
const QUERY_CANCELED = '57014';

/** Finds messages by their words, in one statement: in the rooms that the user is in when it is read, and no other. */
@Injectable()
export class SearchRepository {
  constructor(private readonly source: DataSource) {}

  /**
   * Messages in which every word is: those in which more of the words stand by themselves first, of these the newest. The
   * newest thousand are ranked together, then the thousand before them.
   * @throws Refusal 4004 to whoever is not in the room that is named, 4003 where the database gives up looking
   */
  async find({ userId }: OwnRoomsGrant, search: Search): Promise<FoundMessages> {
    const { words, roomId, after, limit } = search;
    const rows = await this.source
      .query<Row[]>(statementFor(words.length), [
        userId,
        roomId ?? null,
        words.map(({ whole }) => whole),
        ...placeOf(after),
        limit + 1,
        ...words.map(({ part }) => `%${part}%`),
      ])
      .catch(gaveUp);
    if (roomId !== undefined && rows[0]?.rooms === 0) throw notFound('No such room.');
    const { messageOf } = shownIn(rows);
    const shown = rows.slice(0, limit);
    return { messages: shown.flatMap((row) => messageOf(row) ?? []), next: nextOf(rows, limit, after) };
  }
}

/** The newest, the one before which all are, the oldest, and the rank of the last that was read. */
function placeOf(after: SearchCursor | undefined): (string | number)[] {
  if (!after) return [LAST_ID, LAST_ID, FIRST_ID, MOST_WORDS, LAST_ID];
  if ('below' in after) return [LAST_ID, after.below, FIRST_ID, MOST_WORDS, LAST_ID];
  return [after.newest, LAST_ID, after.oldest, after.wholeWords, after.last];
}

function nextOf(rows: readonly Row[], limit: number, after: SearchCursor | undefined): SearchCursor | undefined {
  const bounds = after && 'last' in after ? after : boundsOf(rows[0]);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  if (!bounds) return undefined;
  const { newest, oldest } = bounds;
  if (last?.message_id) return { newest, oldest, wholeWords: last.whole_words ?? 0, last: last.message_id };
  return oldest === FIRST_ID ? undefined : { below: oldest };
}

/** Where nothing older was found than what is ranked together, that goes on to the first message there is. */
function boundsOf(row: Row | undefined): { newest: string; oldest: string } | undefined {
  if (!row?.newest || !row.oldest) return undefined;
  return { newest: row.newest, oldest: row.ranked < MOST_RANKED ? FIRST_ID : row.oldest };
}

function gaveUp(error: unknown): never {
  const isSlow = error instanceof QueryFailedError && (error.driverError as { code?: string }).code === QUERY_CANCELED;
  if (isSlow) throw invalid({ query: ['Finds too much: ask for longer words, or in one room.'] });
  throw error;
}

/**
 * The index finds rooms and words at once, and brings what it finds in no order: hence `OFFSET 0`, so that no walk through
 * the newest messages of everybody takes its place. A blank at either end of a word is looked for as any letter.
 */
const statementFor = (words: number): string =>
  withMessages(
    `WITH mine AS MATERIALIZED (
       SELECT room_id FROM room_members WHERE user_id = $1 AND ($2::uuid IS NULL OR room_id = $2)
     ), ranked AS MATERIALIZED (
       SELECT id, (SELECT count(*)::int FROM unnest($3::text[]) word WHERE strpos(searched.text, word) > 0) AS whole_words
       FROM (
         SELECT * FROM (
           SELECT m.id, m.content FROM messages m
           WHERE NOT m.is_deleted AND ARRAY[m.room_id] && ARRAY(SELECT room_id FROM mine)
             AND m.id <= $4 AND m.id < $5 AND m.id >= $6 AND ${likes(words)} OFFSET 0) found
         ORDER BY id DESC LIMIT ${String(MOST_RANKED)}) newest
       CROSS JOIN LATERAL (SELECT searched_text(content) AS text OFFSET 0) searched
     ), page AS (
       SELECT id AS message_id, whole_words FROM ranked WHERE (whole_words, id) < ($7::int, $8::uuid)
       ORDER BY whole_words DESC, id DESC LIMIT $9
     )
     SELECT page.*, bounds.* FROM (
       SELECT (SELECT count(*)::int FROM mine) AS rooms, count(*)::int AS ranked,
         (array_agg(id ORDER BY id DESC))[1] AS newest, (array_agg(id ORDER BY id))[1] AS oldest
       FROM ranked) bounds LEFT JOIN page ON true`,
    'whole_words DESC, message_id DESC',
  );

const likes = (words: number): string =>
  Array.from({ length: words }, (_, at) => `searched_text(m.content) LIKE $${String(10 + at)}`).join(' AND ');
