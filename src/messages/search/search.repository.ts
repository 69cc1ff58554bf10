import { Injectable } from '@nestjs/common';
import { invalid, notFound } from '@parley/protocol';
import { DataSource, QueryFailedError } from 'typeorm';
import type { EntityManager, QueryRunner } from 'typeorm';

import { Config } from '../../platform/config/config.js';
import { DatabaseKind } from '../../platform/database/distribution/database-kind.js';
import type { QuerySource } from '../../platform/database/query.js';
import type { OwnRoomsGrant } from '../../rooms/room.policy.js';
import { listBytes } from '../../platform/collections/list-bytes.js';
import { textBytes } from '../json-space.js';
import type { StoredMessage } from '../message.view.js';
import { readPage } from '../reading/message-page.js';
import type { PageLimit } from '../reading/message-page.js';
import { weighMessages } from '../reading/weigh-messages.js';
import type { WeighedRow } from '../reading/weighed-messages.js';
import type { SearchWord } from './search-query.js';
import { ROOMS_OF_USER } from '../rooms-of-user.js';
import { FIRST_ID, LAST_ID, MEMBERSHIPS, MEMBERSHIPS_IN, MOST_RANKED, namingStatement } from './search-sql.js';
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

/** A room of the user, and the number up to which its messages are hidden from the user. */
interface MembershipRow {
  readonly room_id: string;
  readonly history_seq: number;
}

interface NamedRow {
  readonly room_id: string;
  readonly message_id: string;
  readonly whole_words: number;
  /** The number of matches that are ranked together, and the newest and the oldest of them. */
  readonly ranked: number;
  readonly newest: string;
  readonly oldest: string;
}

type Row = NamedRow & WeighedRow;

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
    private readonly kind: DatabaseKind,
  ) {
    this.pageLimit = { mostBytes: listBytes(config.limits.answerBytes), beside: fragmentBytes };
  }

  /**
   * Messages that contain every word: those that contain more of them as whole words first, then the newest first. The
   * newest thousand matches are ranked together, then the thousand before them.
   * @throws Refusal 4004 for a non-member of the room in the query, 4003 on a statement timeout
   */
  async find({ userId }: OwnRoomsGrant, search: Search): Promise<FoundMessages> {
    const { roomId, after, limit } = search;
    const found = await this.limited((manager) => this.named(manager, userId, search)).catch(gaveUp);
    const page = await weighMessages(this.source, found.slice(0, limit));
    const { rows } = await readPage(this.source, page, { userId, sees: 'history' }, this.pageLimit);
    // After the messages and users have been read, so that a user who was removed meanwhile is refused.
    if (roomId !== undefined) await this.memberships(this.source, userId, roomId);
    const hasMore = found.length > rows.length;
    return {
      messages: rows.flatMap(({ message }) => (message && !message.isDeleted ? message : [])),
      next: nextOf(found[0], hasMore ? rows.at(-1)?.row : undefined, after),
      truncated: hasMore && rows.length < limit,
    };
  }

  /** The matches of a page and one more. Who reads them checks again that the user is a member of their rooms. */
  private async named(
    manager: EntityManager,
    userId: number,
    { words, roomId, after, limit }: Search,
  ): Promise<NamedRow[]> {
    const rooms = await this.memberships(manager, userId, roomId);
    if (rooms.length === 0) return [];
    const [newest, below, oldest, ...rank] = placeOf(after);
    const partly = rooms.filter(({ history_seq }) => history_seq > 0);
    return manager.query<NamedRow[]>(namingStatement(words.length), [
      rooms.map(({ room_id }) => room_id),
      partly.map(({ room_id }) => room_id),
      partly.map(({ history_seq }) => history_seq),
      this.config.search.seconds,
      ...[newest, below, oldest],
      words.map(({ whole }) => whole),
      ...rank,
      limit + 1,
      ...words.map(({ part }) => `%${part}%`),
    ]);
  }

  /**
   * @param roomId undefined: all rooms of the user
   * @throws Refusal 4004 for a non-member of this room
   */
  private async memberships(source: QuerySource, userId: number, roomId: string | undefined): Promise<MembershipRow[]> {
    if (roomId !== undefined) {
      const rows = await source.query<MembershipRow[]>(MEMBERSHIPS_IN, [userId, [roomId]]);
      if (rows.length === 0) throw notFound('No such room.');
      return rows;
    }
    if (!this.kind.isDistributed) return source.query<MembershipRow[]>(MEMBERSHIPS, [userId]);
    const listed = await source.query<{ room_id: string }[]>(ROOMS_OF_USER, [userId]);
    return source.query<MembershipRow[]>(MEMBERSHIPS_IN, [userId, listed.map(({ room_id }) => room_id)]);
  }

  /**
   * Runs statements with the timeout of searches, which also ends a wait for a lock. The embedded database has neither
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
  first: NamedRow | undefined,
  last: NamedRow | undefined,
  after: SearchCursor | undefined,
): SearchCursor | undefined {
  const bounds = after && 'last' in after ? after : boundsOf(first);
  if (!bounds) return undefined;
  const { newest, oldest } = bounds;
  if (last) return { newest, oldest, wholeWords: last.whole_words, last: last.message_id };
  return oldest === FIRST_ID ? undefined : { below: oldest };
}

/** If there are no older matches than the ranked ones, the range extends to the first message. */
function boundsOf(row: NamedRow | undefined): { newest: string; oldest: string } | undefined {
  if (!row) return undefined;
  return { newest: row.newest, oldest: row.ranked < MOST_RANKED ? FIRST_ID : row.oldest };
}

function gaveUp(error: unknown): never {
  const isSlow = error instanceof QueryFailedError && (error.driverError as { code?: string }).code === QUERY_CANCELED;
  if (isSlow) throw invalid({ query: ['Matches too much: use longer words, or search one room.'] });
  throw error;
}
