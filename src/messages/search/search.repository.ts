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
import { ROOMS_OF_USER } from '../rooms-of-user.js';
import { FIRST_ID, MEMBERSHIPS, MEMBERSHIPS_IN, MOST_RANKED } from './ranked-sql.js';
import { namingStatement } from './search-statement.js';
import type { MembershipRow, Search } from './search-statement.js';
import type { SearchCursor } from './search.cursor.js';

export interface FoundMessages {
  readonly messages: readonly StoredMessage[];
  /** Undefined: there are no further matches. */
  readonly next: SearchCursor | undefined;
  /** Whether the page has fewer matches than requested because of its bytes. */
  readonly truncated: boolean;
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

/** The keys of the fragments of a match, and the positions in them; their texts are parts of the content. */
const FRAGMENT_FRAME = 4_000;
const QUERY_CANCELED = '57014';

const fragmentBytes = (_: Row, message: StoredMessage | null): number =>
  FRAGMENT_FRAME + (message ? textBytes(message.content) : 0);

/** Finds messages by their words and by filters: only in the rooms of which the user is a member. */
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
   * Messages that match every filter and contain every word: those that contain more of them as whole words first, then
   * the newest first. The newest thousand matches are ranked together, then the thousand before them.
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
  private async named(manager: EntityManager, userId: number, search: Search): Promise<NamedRow[]> {
    const rooms = await this.memberships(manager, userId, search.roomId);
    if (rooms.length === 0) return [];
    const { text, values } = namingStatement(search, { userId, rooms, seconds: this.config.search.seconds });
    return manager.query<NamedRow[]>(text, values);
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
