import { Injectable } from '@nestjs/common';
import { invalid, notFound } from '@parley/protocol';
import { DataSource, QueryFailedError } from 'typeorm';
import type { EntityManager, QueryRunner } from 'typeorm';

import { Config } from '../../platform/config/config.js';
import type { OwnRoomsGrant } from '../../rooms/room.policy.js';
import { listBytes } from '../message-bytes.js';
import { textBytes } from '../json-space.js';
import type { StoredMessage } from '../message.view.js';
import { readPage } from '../reading/message-page.js';
import type { PageLimit } from '../reading/message-page.js';
import { weighedColumn } from '../reading/weighed-messages.js';
import type { WeighedRow } from '../reading/weighed-messages.js';
import type { SearchWord } from './search-query.js';
import type { SearchCursor } from './search.cursor.js';

export interface Search {
  readonly words: readonly SearchWord[];
  /** Undefined: all rooms of the user. */
  readonly roomId: string | undefined;
  readonly after: SearchCursor | undefined;
  readonly limit: number;
}

export interface FoundMessages {
  readonly messages: readonly StoredMessage[];
  /** Undefined: there are no further matches. */
  readonly next: SearchCursor | undefined;
  /** Whether the page has fewer matches than requested because of its bytes. */
  readonly truncated: boolean;
}

interface Row extends WeighedRow {
  readonly whole_words: number | null;
  /** The number of rooms that were searched. */
  readonly rooms: number;
  /** The number of matches that are ranked together, and the newest and the oldest of them. */
  readonly ranked: number;
  readonly newest: string | null;
  readonly oldest: string | null;
}

/** The number of matches that are ranked together. */
const MOST_RANKED = 1_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const MOST_WORDS = 2_147_483_647;
/** The keys of the fragments of a match, and the positions in them; their texts are parts of the content. */
const FRAGMENT_FRAME = 4_000;
const QUERY_CANCELED = '57014';

const fragmentBytes = (_: Row, message: StoredMessage | null): number =>
  FRAGMENT_FRAME + (message ? textBytes(message.content) : 0);

/** Finds messages by their words: only in the rooms of which the user is a member. */
@Injectable()
export class SearchRepository {
  private readonly pageLimit: PageLimit<Row>;

  constructor(
    private readonly source: DataSource,
    private readonly config: Config,
  ) {
    this.pageLimit = { mostBytes: listBytes(config.limits.answerBytes), beside: fragmentBytes };
  }

  /**
   * Messages that contain every word: those that contain more of them as whole words first, then the newest first. The
   * newest thousand matches are ranked together, then the thousand before them.
   * @throws Refusal 4004 for a non-member of the room in the query, 4003 on a statement timeout
   */
  async find({ userId }: OwnRoomsGrant, search: Search): Promise<FoundMessages> {
    const { words, roomId, after, limit } = search;
    const all = await this.limited((manager) =>
      manager.query<Row[]>(statementFor(words.length), [
        userId,
        roomId ?? null,
        words.map(({ whole }) => whole),
        ...placeOf(after),
        limit + 1,
        this.config.search.seconds,
        ...words.map(({ part }) => `%${part}%`),
      ]),
    ).catch(gaveUp);
    if (roomId !== undefined && all[0]?.rooms === 0) throw notFound('No such room.');
    const found = all.filter(({ message_id }) => message_id !== null);
    const { rows } = await readPage(this.source, found.slice(0, limit), { userId, sees: 'history' }, this.pageLimit);
    const hasMore = found.length > rows.length;
    return {
      messages: rows.flatMap(({ message }) => (message && !message.isDeleted ? message : [])),
      next: nextOf(all[0], hasMore ? rows.at(-1)?.row : undefined, after),
      truncated: hasMore && rows.length < limit,
    };
  }

  /**
   * Runs a statement with the timeout of searches, which also ends a wait for a lock. The embedded database has neither
   * timeouts nor other sessions. The result does not wait for the end of the transaction, in which the user could lose
   * access to it.
   */
  private async limited<Result>(read: (manager: EntityManager) => Promise<Result>): Promise<Result> {
    const { database, search } = this.config;
    if (database.url === undefined) return read(this.source.manager);
    const runner = this.source.createQueryRunner();
    try {
      await runner.startTransaction();
      await runner.query(`SET LOCAL statement_timeout = ${String(search.seconds * 1_000)}`);
      return await read(runner.manager);
    } finally {
      void ended(runner);
    }
  }
}

/** Ends a transaction that has only read. A connection that has failed is not used again. */
async function ended(runner: QueryRunner): Promise<void> {
  try {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
  } catch {
    // The driver has reported the failure of the connection, which the pool removes.
  }
  await runner.release();
}

/**
 * The newest match, the exclusive upper bound, the oldest match, and the rank of the last match of the previous page.
 */
function placeOf(after: SearchCursor | undefined): (string | number)[] {
  if (!after) return [LAST_ID, LAST_ID, FIRST_ID, MOST_WORDS, LAST_ID];
  if ('below' in after) return [LAST_ID, after.below, FIRST_ID, MOST_WORDS, LAST_ID];
  return [after.newest, LAST_ID, after.oldest, after.wholeWords, after.last];
}

/** @param last the last row of the page, if there are further ones */
function nextOf(
  first: Row | undefined,
  last: Row | undefined,
  after: SearchCursor | undefined,
): SearchCursor | undefined {
  const bounds = after && 'last' in after ? after : boundsOf(first);
  if (!bounds) return undefined;
  const { newest, oldest } = bounds;
  if (last?.message_id) return { newest, oldest, wholeWords: last.whole_words ?? 0, last: last.message_id };
  return oldest === FIRST_ID ? undefined : { below: oldest };
}

/** If there are no older matches than the ranked ones, the range extends to the first message. */
function boundsOf(row: Row | undefined): { newest: string; oldest: string } | undefined {
  if (!row?.newest || !row.oldest) return undefined;
  return { newest: row.newest, oldest: row.ranked < MOST_RANKED ? FIRST_ID : row.oldest };
}

function gaveUp(error: unknown): never {
  const isSlow = error instanceof QueryFailedError && (error.driverError as { code?: string }).code === QUERY_CANCELED;
  if (isSlow) throw invalid({ query: ['Matches too much: use longer words, or search one room.'] });
  throw error;
}

/**
 * One index covers rooms and words, and returns matches without an order: hence `OFFSET 0` before the bounds of the ids,
 * so that the planner does not scan the newest messages of all users in its place. The statement first sets the
 * deadline after which `searched_text` fails, with the SQLSTATE of a timeout. A blank at either end of a word is matched like a letter.
 */
const statementFor = (words: number): string =>
  `WITH mine AS MATERIALIZED (
       SELECT room_id, history_seq FROM room_members,
         (SELECT set_config('parley.search_until', (clock_timestamp() + make_interval(secs => $10))::text, true)) AS until
       WHERE user_id = $1 AND ($2::uuid IS NULL OR room_id = $2)
     ), ranked AS MATERIALIZED (
       SELECT id, room_id, (SELECT count(*)::int FROM unnest($3::text[]) word WHERE strpos(searched.text, word) > 0) AS whole_words
       FROM (
         SELECT * FROM (
           SELECT m.id, m.room_id, m.content FROM messages m
           WHERE NOT m.is_deleted AND ARRAY[m.room_id] && ARRAY(SELECT room_id FROM mine)
             AND (m.room_id <> ALL (ARRAY(SELECT room_id FROM mine WHERE history_seq > 0))
               OR m.seq > (SELECT history_seq FROM mine WHERE mine.room_id = m.room_id))
             AND ${likes(words)} OFFSET 0) found
         WHERE id <= $4 AND id < $5 AND id >= $6
         ORDER BY id DESC LIMIT ${String(MOST_RANKED)}) newest
       CROSS JOIN LATERAL (SELECT searched_text(content) AS text OFFSET 0) searched
     ), page AS (
       SELECT room_id, id AS message_id, whole_words FROM ranked WHERE (whole_words, id) < ($7::int, $8::uuid)
       ORDER BY whole_words DESC, id DESC LIMIT $9
     )
     SELECT page.*, bounds.*, ${weighedColumn('page')} FROM (
       SELECT (SELECT count(*)::int FROM mine) AS rooms, count(*)::int AS ranked,
         (array_agg(id ORDER BY id DESC))[1] AS newest, (array_agg(id ORDER BY id))[1] AS oldest
       FROM ranked) bounds LEFT JOIN page ON true
     ORDER BY page.whole_words DESC, page.message_id DESC`;

const likes = (words: number): string =>
  Array.from({ length: words }, (_, at) => `searched_text(m.content) LIKE $${String(11 + at)}`).join(' AND ');
