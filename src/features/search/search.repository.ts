import { Injectable } from '@nestjs/common';
import { invalid, notFound } from '@parley/protocol';
import { requireWithin } from '@parley/realtime/requests';
import type { RoomLimit } from '@parley/realtime/requests';
import { DataSource } from 'typeorm';
import type { EntityManager, QueryRunner } from 'typeorm';

import { Config } from '../../platform/config/config.js';
import { Limits } from '../../platform/config/limits.settings.js';
import { SearchSettings } from './search.settings.js';
import { DatabaseKind } from '../../platform/database/distribution/database-kind.js';
import type { QuerySource } from '../../platform/database/query.js';
import type { OwnRoomsGrant } from '../rooms/room.policy.js';
import { listBytes } from '../../platform/collections/list-bytes.js';
import { ROOMS_OF_USER } from '../../platform/database/distribution/rooms-a-statement.js';
import { isCancelled } from '../../platform/database/failures.js';
import { textBytes } from '../messages/json-space.js';
import type { StoredMessage } from '../messages/message.view.js';
import { readPage } from '../messages/reading/message-page.js';
import type { PageLimit } from '../messages/reading/message-page.js';
import { measureMessages } from '../messages/reading/measured-messages.js';
import type { NamingRow, MeasuredRow } from '../messages/reading/measured-messages.js';
import { MEMBERSHIP, MEMBERSHIPS, MEMBERSHIPS_IN } from './searched-rooms.js';
import type { MembershipRow, WalkedRoom } from './searched-rooms.js';
import { FIRST_ID, MOST_RANKED } from './ranked-sql.js';
import { RoomWalk } from './room-walk.repository.js';
import type { Walked } from './room-walk.repository.js';
import { namingStatement } from './search-statement.js';
import type { IndexSearch, NamedRow, Search } from './search-statement.js';
import type { SearchCursor } from './search.cursor.js';

export interface FoundMessages {
  readonly messages: readonly StoredMessage[];
  /** Undefined: there are no further matches. */
  readonly next: SearchCursor | undefined;
  /** Whether the page has fewer matches than requested because of its bytes. */
  readonly truncated: boolean;
}

/** The matches of a page, and maybe one more. */
interface Matches {
  readonly named: readonly NamingRow[];
  /** Where the next page begins. @param last the last message of this page, if there are further ones here */
  readonly next: (last: string | undefined) => SearchCursor | undefined;
}

interface RoomSearch extends Search {
  readonly roomId: string;
}

type Row = NamingRow & MeasuredRow;

/** The keys of the fragments of a match, and the positions in them; their texts are parts of the content. */
const FRAGMENT_FRAME = 4_000;

const fragmentBytes = (_: Row, message: StoredMessage | null): number =>
  FRAGMENT_FRAME + (message ? textBytes(message.content) : 0);

/** Finds messages by their words and by filters: only in the rooms of which the user is a member. */
@Injectable()
export class SearchRepository {
  private readonly pageLimit: PageLimit<Row>;

  constructor(
    private readonly source: DataSource,
    private readonly config: Config,
    private readonly settings: SearchSettings,
    limits: Limits,
    private readonly kind: DatabaseKind,
  ) {
    this.pageLimit = { mostBytes: listBytes(limits.answerBytes), beside: fragmentBytes };
  }

  /**
   * Messages that match every filter and contain every word: those that contain more of them as whole words first, then
   * the newest first. The newest thousand matches are ranked together, then the thousand before them. Of common words
   * in a large room the newest match comes first.
   * @throws Refusal 4004 for a non-member of the room in the query, 4003 on a timeout of a search in all rooms
   */
  async find({ userId, rooms }: OwnRoomsGrant, given: Search): Promise<FoundMessages> {
    const search = { ...given, within: rooms };
    const { roomId, limit } = search;
    if (roomId !== undefined) requireWithin({ rooms }, roomId);
    const matches = await this.matches(userId, search).catch((error: unknown) => throwTooBroad(error, search));
    const page = await measureMessages(this.source, matches.named.slice(0, limit));
    const { rows } = await readPage(this.source, page, { userId, sees: 'history' }, this.pageLimit);
    // After the messages and users have been read, so that a user who was removed meanwhile is refused.
    if (roomId !== undefined) await this.membership(this.source, userId, roomId);
    const hasMore = matches.named.length > rows.length;
    return {
      messages: rows.flatMap(({ message }) => (message && !message.isDeleted ? message : [])),
      next: matches.next(hasMore ? rows.at(-1)?.row.message_id : undefined),
      truncated: hasMore && rows.length < Math.min(limit, matches.named.length),
    };
  }

  /**
   * A search in one room finds its matches in a room of any size: where the index takes too long, the room is walked,
   * as far as the time permits.
   */
  private async matches(userId: number, search: Search): Promise<Matches> {
    if (isWalk(search)) return this.walked(userId, search);
    if (!isByIndex(search)) throw invalid({ before: ['Must be the next_before of a page of this search.'] });
    try {
      return await this.limited((manager) => this.foundSooner(manager, userId, search));
    } catch (error) {
      if (search.after || !isInRoom(search) || !isCancelled(error)) throw error;
      return this.walked(userId, search);
    }
  }

  /** The first page of common words in a room is found by a walk, what is rarer by an index. */
  private async foundSooner(manager: EntityManager, userId: number, search: IndexSearch): Promise<Matches> {
    if (!isInRoom(search))
      return this.byIndex(manager, userId, await this.memberships(manager, userId, search.within), search);
    const room = await this.membership(manager, userId, search.roomId);
    const walk = RoomWalk.of(manager, room, search, this.settings.seconds);
    const isCommon = !search.after && search.words.length > 0 && (await walk.isShorter());
    return isCommon ? matchesOf(search, await walk.page()) : this.byIndex(manager, userId, [room], search);
  }

  /**
   * The matches of a page and one more. The reader of the messages checks again that the user is a member of their
   * rooms.
   */
  private async byIndex(
    manager: EntityManager,
    userId: number,
    rooms: readonly MembershipRow[],
    search: IndexSearch,
  ): Promise<Matches> {
    if (rooms.length === 0) return { named: [], next: () => undefined };
    const { text, values } = namingStatement(search, { userId, rooms, seconds: this.settings.seconds });
    const named = await manager.query<NamedRow[]>(text, values);
    const row = (id: string | undefined): NamedRow | undefined => named.find(({ message_id }) => message_id === id);
    return { named, next: (last) => nextOf(named[0], row(last), search.after) };
  }

  private async walked(userId: number, search: RoomSearch): Promise<Matches> {
    const { roomId, after } = search;
    return this.limited(async (manager) => {
      const room = await this.membership(manager, userId, roomId);
      const walk = RoomWalk.of(manager, room, search, this.settings.seconds);
      return matchesOf(search, await walk.page(after && 'belowSeq' in after ? after.belowSeq : undefined));
    });
  }

  /** @throws Refusal 4004 for a non-member of this room */
  private async membership(source: QuerySource, userId: number, roomId: string): Promise<WalkedRoom> {
    const room = await MEMBERSHIP.row(source, { user: userId, room: roomId });
    if (!room) throw notFound('No such room.');
    return room;
  }

  private async memberships(source: QuerySource, userId: number, within: RoomLimit): Promise<readonly MembershipRow[]> {
    if (within) return MEMBERSHIPS_IN.rows(source, { user: userId, rooms: [...within] });
    if (!this.kind.isDistributed) return MEMBERSHIPS.rows(source, { user: userId });
    const listed = await ROOMS_OF_USER.rows(source, { user: userId });
    return MEMBERSHIPS_IN.rows(source, { user: userId, rooms: listed.map(({ room_id }) => room_id) });
  }

  /**
   * Runs statements with the timeout of searches, which also ends a wait for a lock. The embedded database has neither
   * timeouts nor other sessions. The result does not wait for the end of the transaction, in which the user could lose
   * access to it.
   */
  private async limited<Result>(read: (manager: EntityManager) => Promise<Result>): Promise<Result> {
    if (this.config.database.url === undefined) return read(this.source.manager);
    const runner = this.source.createQueryRunner();
    try {
      await runner.startTransaction();
      await runner.query(`SET LOCAL statement_timeout = ${String(this.settings.seconds * 1_000)}`);
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

function matchesOf({ roomId }: RoomSearch, { found, next }: Walked): Matches {
  const seqs = new Map(found.map(({ id, seq }) => [id, seq]));
  return {
    named: found.map(({ id }) => ({ room_id: roomId, message_id: id })),
    next: (last) => {
      const belowSeq = last === undefined ? next : seqs.get(last);
      return belowSeq === undefined ? undefined : { belowSeq };
    },
  };
}

/** @param last the last row of the page, if there are further ones */
function nextOf(
  first: NamedRow | undefined,
  last: NamedRow | undefined,
  after: IndexSearch['after'],
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

const isInRoom = (search: Search): search is RoomSearch => search.roomId !== undefined;
const isByIndex = (search: Search): search is IndexSearch => !search.after || !('belowSeq' in search.after);
const isWalk = (search: Search): search is RoomSearch => isInRoom(search) && !isByIndex(search);

function throwTooBroad(error: unknown, { roomId }: Search): never {
  if (!isCancelled(error)) throw error;
  const orRoom = roomId === undefined ? ', or search one room' : '';
  throw invalid({ query: [`Matches too much: use longer words${orRoom}.`] });
}
