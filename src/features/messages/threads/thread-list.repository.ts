import { Injectable } from '@nestjs/common';
import { MAX_COUNTED_REPLIES } from '@parley/protocol';
import { DataSource } from 'typeorm';

import { listBytes } from '../../../platform/collections/list-bytes.js';
import { Limits } from '../../../platform/config/limits.settings.js';
import { onWorkers } from '../../../platform/database/distribution/worker-conditions.js';
import { prepared } from '../../../platform/database/prepared.js';
import { ROOMS_OF_USER } from '../../../platform/database/distribution/rooms-a-statement.js';
import { WHOLE_ROOM } from '../mentions/mention.entity.js';
import type { StoredMessage } from '../message.view.js';
import { goneMessageRow } from '../reading/gone-message.js';
import type { GoneMessage } from '../reading/gone-message.js';
import { MessageBuilder, usersOf } from '../reading/message.rows.js';
import { readPage } from '../reading/message-page.js';
import { measuredColumn } from '../reading/measured-messages.js';
import type { MeasuredRow } from '../reading/measured-messages.js';
import { isUnreadInThread } from '../receipts/unread-sql.js';
import { namedIn } from './replies.js';
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
}

export interface ThreadListPage {
  readonly threads: readonly ThreadListItem[];
  /** Undefined: there are no further threads. */
  readonly next: ThreadListPlace | undefined;
  /** Whether the page has fewer threads than requested because of its bytes. */
  readonly truncated: boolean;
}

interface Row extends MeasuredRow {
  readonly message_id: string;
  readonly latest: number;
  readonly read_seq: number;
}

interface Counts {
  readonly id: string;
  readonly unread_count: number;
  readonly unread_mentions: number;
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
  async page(userId: number, { limit, unreadOnly, after }: WantedThreads): Promise<ThreadListPage> {
    const rooms = await ROOMS_OF_USER.rows(this.source, { user: userId });
    const roomIds = rooms.map(({ room_id }) => room_id);
    const all = await this.source.query<Row[]>(PAGE, [
      userId,
      roomIds,
      after?.latest ?? null,
      after?.threadId ?? null,
      unreadOnly,
      limit + 1,
    ]);
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
    const counted = await this.source.query<Counts[]>(COUNTS, [
      userId,
      page.map(({ room_id }) => room_id),
      page.map(({ message_id }) => message_id),
    ]);
    return new Map(counted.map((counts) => [counts.id, counts]));
  }

  /** The first messages of these threads as deleted ones, if their rows have been deleted. */
  private async gone(rows: readonly Row[]): Promise<Map<string, StoredMessage>> {
    if (rows.length === 0) return new Map();
    const found = await this.source.query<GoneMessage[]>(GONE, [
      rows.map(({ room_id }) => room_id),
      rows.map(({ message_id }) => message_id),
    ]);
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

const toItem = (row: Row, counts: Counts, start: StoredMessage): ThreadListItem => ({
  start,
  unreadCount: counts.unread_count,
  unreadMentions: counts.unread_mentions,
  lastReadSeq: row.read_seq,
});

const ROOMS = 'ANY ($2)';

/** The newest unread replies `u` of the followed thread `f`, as many as are counted. */
const UNREAD = `
  SELECT t.room_id, t.id, t.has_mentions FROM messages t
  WHERE t.room_id = f.room_id${onWorkers(`t.room_id = ${ROOMS}`)} AND t.thread_id = f.thread_id
    AND ${isUnreadInThread('t', 'f', ROOMS)}
  ORDER BY t.seq DESC LIMIT ${String(MAX_COUNTED_REPLIES)}`;

const IS_MENTIONED = `u.has_mentions IS TRUE AND EXISTS (
  SELECT FROM mentions n WHERE n.room_id = u.room_id${onWorkers(`n.room_id = ${ROOMS}`)} AND n.message_id = u.id
    AND n.user_id IN (f.user_id, ${String(WHOLE_ROOM)}))`;

const MICROSECONDS = '(extract(epoch FROM latest.created_at) * 1000000)::bigint';

/** The followed threads of a user in these rooms. */
const FOLLOWED = `f.user_id = $1 AND f.room_id = ${ROOMS} AND f.is_following`;

/**
 * The threads of a page. A distributed database does not join limited rows with rows of its workers: hence
 * {@link MOST_LISTED} is a condition, and {@link COUNTS} is a statement of its own.
 */
const PAGE = prepared(`
  SELECT f.room_id, f.thread_id AS message_id, f.read_seq, ${MICROSECONDS} AS latest,
    ${measuredColumn('f', ROOMS).replaceAll('f.message_id', 'f.thread_id')}
  FROM thread_members f
  CROSS JOIN LATERAL (
    SELECT t.seq, t.created_at FROM messages t
    WHERE t.room_id = f.room_id${onWorkers(`t.room_id = ${ROOMS}`)} AND t.thread_id = f.thread_id AND NOT t.is_deleted
    ORDER BY t.seq DESC LIMIT 1) latest
  WHERE ${FOLLOWED}
    AND f.thread_id >= coalesce((
      SELECT f.thread_id FROM thread_members f WHERE ${FOLLOWED}
      ORDER BY f.thread_id DESC OFFSET ${String(MOST_LISTED - 1)} LIMIT 1), '${FIRST_ID}')
    AND ($3::bigint IS NULL OR (${MICROSECONDS}, f.thread_id) < ($3, $4::uuid))
    AND (NOT $5 OR latest.seq > f.read_seq AND EXISTS (${UNREAD}))
  ORDER BY latest DESC, f.thread_id DESC LIMIT $6`);

/** The unread counts of the threads of a page. */
const COUNTS = prepared(`
  SELECT f.thread_id AS id, counted.unread_count, counted.unread_mentions
  FROM thread_members f
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS unread_count, (count(*) FILTER (WHERE ${IS_MENTIONED}))::int AS unread_mentions
    FROM (${UNREAD}) u) counted
  WHERE f.user_id = $1 AND f.room_id = ${ROOMS} AND f.thread_id = ANY ($3)`);

const GONE = prepared(`
  SELECT d.message_id, d.room_id, d.seq, d.sender_id, d.client_message_id, d.created_at FROM message_deletions d
  WHERE d.room_id = ANY ($1) AND d.message_id = ANY ($2)`);
