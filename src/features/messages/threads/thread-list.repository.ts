import { Injectable } from '@nestjs/common';
import { MAX_COUNTED_REPLIES } from '@parley/protocol';
import { isWithin } from '@parley/realtime/requests';
import type { RoomLimit } from '@parley/realtime/requests';
import { DataSource } from 'typeorm';

import { listBytes } from '../../../platform/collections/list-bytes.js';
import { Limits } from '../../../platform/config/limits.settings.js';
import { onWorkers } from '../../../platform/database/distribution/worker-conditions.js';
import { ROOMS_OF_USER } from '../../../platform/database/distribution/rooms-a-statement.js';
import { json, statement } from '../../../platform/database/statement.js';
import type { RowOf } from '../../../platform/database/statement.js';
import { WHOLE_ROOM } from '../mentions/mention.entity.js';
import type { StoredMessage } from '../message.view.js';
import { GONE_MESSAGE, goneMessageRow } from '../reading/gone-message.js';
import { MessageBuilder, usersOf } from '../reading/message.rows.js';
import { readPage } from '../reading/message-page.js';
import { measuredColumn, namedIn } from '../reading/measured-messages.js';
import type { Measured } from '../reading/measured-messages.js';
import { isUnreadInThread } from '../receipts/unread-sql.js';
import { FIRST_ID } from './thread-members.repository.js';
import { ThreadsRepository } from './threads.repository.js';

/** A thread that a user follows, with the state of the user. */
export interface ThreadListItem {
  /** A message that was erased is shown as a deleted one. */
  readonly start: StoredMessage;
  readonly unreadCount: number;
  readonly unreadMentions: number;
  readonly lastReadSeq: number;
}

/** A place in the list of a user, which is sorted by the latest reply. */
export interface ThreadListPlace {
  /** The time of the latest reply of the thread, in microseconds since 1970. */
  readonly latest: number;
  readonly threadId: string;
}

export interface WantedThreads {
  readonly limit: number;
  /** Whether threads without unread replies are left out. */
  readonly unreadOnly: boolean;
  /** Undefined: the first page. */
  readonly after: ThreadListPlace | undefined;
  /** The rooms to which the token is limited. */
  readonly within: RoomLimit;
}

export interface ThreadListPage {
  readonly threads: readonly ThreadListItem[];
  /** Undefined: there are no further threads. */
  readonly next: ThreadListPlace | undefined;
  /** Whether the page has fewer threads than requested because of its bytes. */
  readonly truncated: boolean;
}

/**
 * The number of followed threads that are listed: those that were started last. The latest reply of each is looked up,
 * so this bounds the work.
 */
const MOST_LISTED = 1_000;

/** The counts of a thread and the rest of its entry, as JSON. */
const ENTRY_FRAME = 100;

/** Raw SQL, because threads are sorted by what follows from their replies. */
@Injectable()
export class ThreadListRepository {
  private readonly mostBytes: number;

  constructor(
    private readonly source: DataSource,
    private readonly threads: ThreadsRepository,
    limits: Limits,
  ) {
    this.mostBytes = listBytes(limits.answerBytes);
  }

  /** The followed threads with replies that are not deleted, the latest reply first, as many as fit in an answer. */
  async page(userId: number, { limit, unreadOnly, after, within }: WantedThreads): Promise<ThreadListPage> {
    const own = await ROOMS_OF_USER.rows(this.source, { user: userId });
    const all = await PAGE.rows(this.source, {
      user: userId,
      rooms: own.map(({ room_id }) => room_id).filter((id) => isWithin({ rooms: within }, id)),
      after_latest: after?.latest ?? null,
      after_thread: after?.threadId ?? null,
      unread_only: unreadOnly,
      limit: limit + 1,
    });
    const { rows } = await readPage(
      this.source,
      all.slice(0, limit),
      { userId, sees: 'history' },
      { mostBytes: this.mostBytes, beside: () => ENTRY_FRAME },
    );
    const page = rows.map(({ row }) => row);
    const counts = await this.counts(userId, page);
    const gone = await this.gone(rows.flatMap(({ row, message }) => (message ? [] : row)));
    const last = page.at(-1);
    const hasMore = all.length > page.length;
    return {
      threads: rows.flatMap(({ row, message }) => {
        const start = message ?? gone.get(row.message_id);
        // Without counts: the user has stopped following it meanwhile.
        const unread = counts.get(row.message_id);
        return start && unread ? toItem(row, unread, start) : [];
      }),
      next: hasMore && last ? { latest: last.latest, threadId: last.message_id } : undefined,
      truncated: hasMore && page.length < limit,
    };
  }

  private async counts(userId: number, page: readonly Row[]): Promise<Map<string, Counts>> {
    if (page.length === 0) return new Map();
    const counted = await COUNTS.rows(this.source, { user: userId, ...placesOf(page) });
    return new Map(counted.map((counts) => [counts.id, counts]));
  }

  /** The first messages of these threads as deleted ones, if their rows have been deleted. */
  private async gone(rows: readonly Row[]): Promise<Map<string, StoredMessage>> {
    if (rows.length === 0) return new Map();
    const found = await GONE.rows(this.source, placesOf(rows));
    const replies = await this.threads.replies(
      found.flatMap(({ room_id, message_id }) => namedIn(room_id, [message_id])),
    );
    const messages = found.map(goneMessageRow);
    const builder = new MessageBuilder(messages, await usersOf(this.source, messages));
    return new Map(
      messages.flatMap(({ id }) => {
        const message = builder.message(id);
        return message ? [[id, { ...message, replies: replies.get(id) ?? null }] as const] : [];
      }),
    );
  }
}

type Row = RowOf<typeof PAGE>;
type Counts = RowOf<typeof COUNTS>;

const placesOf = (page: readonly Row[]) => ({
  rooms: page.map(({ room_id }) => room_id),
  threads: page.map(({ message_id }) => message_id),
});

const toItem = (row: Row, counts: Counts, start: StoredMessage): ThreadListItem => ({
  start,
  unreadCount: counts.unread_count,
  unreadMentions: counts.unread_mentions,
  lastReadSeq: row.read_seq,
});

/**
 * The newest unread replies `u` of the followed thread `f`, as many as are counted.
 * @param among the rooms of the statement, as the right side of an equation
 */
const unread = (among: string): string => `
  SELECT t.room_id, t.id, t.has_mentions FROM messages t
  WHERE t.room_id = f.room_id${onWorkers(`t.room_id = ${among}`)} AND t.thread_id = f.thread_id
    AND ${isUnreadInThread('t', 'f', among)}
  ORDER BY t.seq DESC LIMIT ${String(MAX_COUNTED_REPLIES)}`;

const isMentioned = (among: string): string => `u.has_mentions IS TRUE AND EXISTS (
  SELECT FROM mentions n WHERE n.room_id = u.room_id${onWorkers(`n.room_id = ${among}`)} AND n.message_id = u.id
    AND n.user_id IN (f.user_id, ${String(WHOLE_ROOM)}))`;

const MICROSECONDS = '(extract(epoch FROM latest.created_at) * 1000000)::bigint';

/** The followed threads of a user in these rooms. */
const isFollowed = (user: string, among: string): string =>
  `f.user_id = ${user} AND f.room_id = ${among} AND f.is_following`;

/**
 * The threads of a page. A distributed database does not join limited rows with rows of its workers: hence
 * {@link MOST_LISTED} is a condition, and {@link COUNTS} is a statement of its own.
 */
const PAGE = statement('thread_list.page', {
  parameters: {
    user: 'int4',
    rooms: 'uuid[]',
    after_latest: 'int8 | null',
    after_thread: 'uuid | null',
    unread_only: 'bool',
    limit: 'int8',
  },
  columns: {
    room_id: 'uuid',
    message_id: 'uuid',
    read_seq: 'int8',
    latest: 'int8',
    measured: json<Measured | null>(),
  },
  isPrepared: true,
  text: ({ user, rooms, after_latest: afterLatest, after_thread: afterThread, unread_only: unreadOnly, limit }) => {
    const among = `ANY (${rooms})`;
    return `
      SELECT f.room_id, f.thread_id AS message_id, f.read_seq, ${MICROSECONDS} AS latest,
        ${measuredColumn('f', among).replaceAll('f.message_id', 'f.thread_id')}
      FROM thread_members f
      CROSS JOIN LATERAL (
        SELECT t.seq, t.created_at FROM messages t
        WHERE t.room_id = f.room_id${onWorkers(`t.room_id = ${among}`)} AND t.thread_id = f.thread_id AND NOT t.is_deleted
        ORDER BY t.seq DESC LIMIT 1) latest
      WHERE ${isFollowed(user, among)}
        AND f.thread_id >= coalesce((
          SELECT f.thread_id FROM thread_members f WHERE ${isFollowed(user, among)}
          ORDER BY f.thread_id DESC OFFSET ${String(MOST_LISTED - 1)} LIMIT 1), '${FIRST_ID}')
        AND (${afterLatest}::bigint IS NULL OR (${MICROSECONDS}, f.thread_id) < (${afterLatest}, ${afterThread}::uuid))
        AND (NOT ${unreadOnly} OR latest.seq > f.read_seq AND EXISTS (${unread(among)}))
      ORDER BY latest DESC, f.thread_id DESC LIMIT ${limit}`;
  },
});

/** The unread counts of the threads of a page. */
const COUNTS = statement('thread_list.counts', {
  parameters: { user: 'int4', rooms: 'uuid[]', threads: 'uuid[]' },
  columns: { id: 'uuid', unread_count: 'int4', unread_mentions: 'int4' },
  isPrepared: true,
  text: ({ user, rooms, threads }) => `
    SELECT f.thread_id AS id, counted.unread_count, counted.unread_mentions
    FROM thread_members f
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS unread_count, (count(*) FILTER (WHERE ${isMentioned(`ANY (${rooms})`)}))::int AS unread_mentions
      FROM (${unread(`ANY (${rooms})`)}) u) counted
    WHERE f.user_id = ${user} AND f.room_id = ANY (${rooms}) AND f.thread_id = ANY (${threads})`,
});

const GONE = statement('thread_list.gone', {
  parameters: { rooms: 'uuid[]', threads: 'uuid[]' },
  columns: GONE_MESSAGE,
  isPrepared: true,
  text: ({ rooms, threads }) => `
    SELECT d.message_id, d.room_id, d.seq, d.sender_id, d.client_message_id, d.created_at FROM message_deletions d
    WHERE d.room_id = ANY (${rooms}) AND d.message_id = ANY (${threads})`,
});
