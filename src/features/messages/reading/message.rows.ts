import { MAX_LISTED_MEMBERS } from '@parley/protocol';
import type { User } from '@parley/protocol';

import { grouped, partsOf } from '../../../platform/collections/groups.js';
import { ROOMS_A_STATEMENT } from '../../../platform/database/distribution/rooms-a-statement.js';
import { onWorkers } from '../../../platform/database/distribution/worker-conditions.js';
import type { QuerySource } from '../../../platform/database/query.js';
import { json, statement } from '../../../platform/database/statement.js';
import type { RowOf } from '../../../platform/database/statement.js';
import { jsonFromStored, jsonFromStoredText, textFromStored } from '../../../platform/database/stored-text.js';
import { usersById } from '../../users/user.rows.js';
import type { StoredAttachment } from '../attachments/attachment.view.js';
import { previewsOf } from '../link-previews/link-preview.view.js';
import { WHOLE_ROOM } from '../mentions/mention.entity.js';
import { DEFAULT_KIND, NO_MENTIONS } from '../message.view.js';
import type { Mentions, Replies, StoredMessage, StoredPin, StoredReaction, StoredReceipt } from '../message.view.js';
import { summaryOf } from '../threads/thread-sql.js';
import type { StoredPoll } from '../polls/poll.view.js';
import type { NamingRow } from './measured-messages.js';
import { reactionsInOrder } from './reaction-rows.js';
import type { ListedReaction, ReactionRow } from './reaction-rows.js';

/**
 * The user for whom messages are read. The statement that reads a message reads the membership too, so that a user who
 * was removed since the message was named gets nothing.
 */
export interface Reader {
  readonly userId: number;
  /** The messages of their rooms that the user may read: those of the own history, or all. */
  readonly sees: 'history' | 'all';
}

/** The replies of a thread, as {@link summaryOf} reads them. */
export interface StoredReplies {
  readonly count: number;
  readonly last_at: string;
  readonly user_ids: readonly number[];
}

const belongsTo = (row: string, rooms: string): string =>
  `${row}.room_id = m.room_id${onWorkers(`${row}.room_id = ${rooms}`)}`;

/** A distributed database asks only the workers of these rooms, because each table is limited to them. */
const SHOW = statement('messages.show', {
  parameters: { rooms: 'uuid[]', messages: 'uuid[]', reader: 'int4' },
  columns: {
    id: 'uuid',
    room_id: 'uuid',
    seq: 'int8',
    sender_id: 'int4',
    content: 'text',
    is_forwarded: 'bool',
    is_edited: 'bool',
    is_deleted: 'bool',
    client_message_id: 'uuid | null',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
    kind: 'text | null',
    /** JSON. */
    metadata: 'text | null',
    edited_at: 'timestamptz | null',
    thread_id: 'uuid | null',
    also_to_room: 'bool | null',
    replies: json<StoredReplies | null>(),
    /** The ids of users, and {@link WHOLE_ROOM}; null: none. */
    mentions: json<readonly number[] | null>(),
    has_poll: 'bool | null',
    /** JSON; null: none. */
    link_previews: 'text | null',
    /** Null: it is not pinned. */
    pinned_by: 'int4 | null',
    pinned_at: 'timestamptz | null',
    parent_id: 'uuid | null',
    forwarded_from_id: 'uuid | null',
    /** The number up to which the messages of the room are hidden from the reader; null for a non-member. */
    history_seq: 'int8 | null',
    receipts: json<readonly (readonly [userId: number, readAt: string | null])[]>(),
    reactions: json<readonly ReactionRow[]>(),
    attachments: json<readonly StoredAttachment[]>(),
  },
  isPrepared: true,
  text: ({ rooms, messages, reader }) => {
    const among = `ANY (${rooms})`;
    const own = (row: string): string => belongsTo(row, among);
    return `
      SELECT m.id, m.room_id, m.seq, m.sender_id, m.content, m.is_forwarded, m.is_edited, m.is_deleted,
        m.client_message_id, m.created_at, m.updated_at, m.parent_id, m.forwarded_from_id, m.kind, m.metadata,
        m.has_poll, m.link_previews, m.pinned_by, m.pinned_at,
        m.thread_id, m.also_to_room, CASE WHEN m.has_replies THEN ${summaryOf('m.room_id', 'm.id', among)} END AS replies,
        coalesce(m.edited_at, CASE WHEN m.is_edited THEN m.updated_at END) AS edited_at,
        CASE WHEN m.has_mentions THEN array_to_json(ARRAY(
          SELECT n.user_id FROM mentions n WHERE ${own('n')} AND n.message_id = m.id ORDER BY n.user_id)) END AS mentions,
        (SELECT s.history_seq FROM room_members s WHERE ${own('s')} AND s.user_id = ${reader}) AS history_seq,
        array_to_json(ARRAY(
          SELECT json_build_array(e.user_id, e.read_at) FROM receipts e WHERE ${own('e')} AND e.message_id = m.id
          ORDER BY e.delivered_at, e.user_id LIMIT ${String(MAX_LISTED_MEMBERS)})) AS receipts,
        array_to_json(ARRAY(
          SELECT json_build_array(e.user_id, e.content, e.created_at, e.further) FROM reactions e
          WHERE ${own('e')} AND e.message_id = m.id
          ORDER BY e.created_at, e.user_id LIMIT ${String(MAX_LISTED_MEMBERS)})) AS reactions,
        array_to_json(ARRAY(
          SELECT row_to_json(a) FROM attachments a WHERE ${own('a')} AND a.message_id = m.id
          ORDER BY a.position)) AS attachments
      FROM messages m WHERE m.room_id = ${among} AND m.id = ANY (${messages})`;
  },
});

/** A message without the messages to which it refers, and the users to whom its rows refer. */
export type MessageRow = RowOf<typeof SHOW>;

/** The id of no user. Citus cannot plan a comparison with null. */
const NOBODY = 0;

/** The existing ones of these messages, with their lists. */
export async function rowsOf(
  source: QuerySource,
  named: readonly NamingRow[],
  reader: Reader | undefined,
): Promise<MessageRow[]> {
  const byRoom = grouped(named, ({ room_id }) => room_id);
  const rows: MessageRow[] = [];
  for (const roomIds of partsOf([...byRoom.keys()], ROOMS_A_STATEMENT)) {
    const inPart = roomIds.flatMap((roomId) => byRoom.get(roomId)?.map(({ message_id }) => message_id) ?? []);
    const ids = [...new Set(inPart)];
    rows.push(...(await SHOW.rows(source, { rooms: roomIds, messages: ids, reader: reader?.userId ?? NOBODY })));
  }
  return rows;
}

/** Whether a message may be shown to this reader; to nobody in particular, it may. */
export function isReadable({ seq, history_seq }: MessageRow, reader: Reader | undefined): boolean {
  if (!reader) return true;
  return history_seq !== null && (reader.sees === 'all' || seq > history_seq);
}

/** The users to whom rows refer. */
export const usersOf = (source: QuerySource, rows: readonly MessageRow[], further: Iterable<number | null> = []) =>
  usersById(
    source,
    (function* ids() {
      yield* further;
      for (const { sender_id, receipts, reactions, mentions, replies, pinned_by } of rows) {
        yield sender_id;
        yield pinned_by;
        if (replies) yield* replies.user_ids;
        if (mentions) for (const userId of mentions) yield userId;
        for (const [userId] of receipts) yield userId;
        for (const [userId] of reactions) yield userId;
      }
    })(),
  );

export class MessageBuilder {
  private readonly rows: ReadonlyMap<string, MessageRow>;

  /** @param rows of messages, and of those to which they refer */
  constructor(
    rows: readonly MessageRow[],
    private readonly users: ReadonlyMap<number, User>,
    /** By the ids of their messages. */
    private readonly polls: ReadonlyMap<string, StoredPoll> = new Map(),
  ) {
    this.rows = new Map(rows.map((row) => [row.id, row]));
  }

  /** @returns null without a row of the message, or if its sender has been erased meanwhile */
  message(id: string | null): StoredMessage | null {
    const row = id === null ? undefined : this.rows.get(id);
    const message = row && this.built(row, this.related(row.parent_id), this.related(row.forwarded_from_id));
    return message ? { ...message, poll: this.polls.get(message.id) ?? null } : null;
  }

  private related(id: string | null): StoredMessage | null {
    const row = id === null ? undefined : this.rows.get(id);
    return row && !row.is_deleted ? this.built({ ...row, replies: null }, null, null) : null;
  }

  private built(
    row: MessageRow,
    parent: StoredMessage | null,
    forwardedFrom: StoredMessage | null,
  ): StoredMessage | null {
    const sender = this.users.get(row.sender_id);
    if (!sender) return null;
    return {
      id: row.id,
      roomId: row.room_id,
      seq: row.seq,
      sender,
      content: textFromStored(row.content),
      isForwarded: row.is_forwarded,
      isEdited: row.is_edited,
      isDeleted: row.is_deleted,
      clientMessageId: row.client_message_id,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      kind: row.kind ?? DEFAULT_KIND,
      metadata: row.metadata === null ? {} : (jsonFromStoredText(row.metadata) as StoredMessage['metadata']),
      editedAt: row.edited_at,
      mentions: row.mentions ? this.mentioned(row.mentions) : NO_MENTIONS,
      pin: this.pin(row),
      thread: row.thread_id === null ? null : { id: row.thread_id, alsoToRoom: row.also_to_room === true },
      replies: row.replies && repliesFrom(row.replies, this.users),
      poll: null,
      linkPreviews: previewsOf(row.link_previews),
      parent,
      forwardedFrom,
      receipts: row.receipts.flatMap((receipt) => this.receipt(receipt)),
      reactions: reactionsInOrder(row.reactions).flatMap((reaction) => this.reaction(reaction)),
      attachments: row.attachments.map(attachment),
    };
  }

  private mentioned(ids: readonly number[]): Mentions {
    return { users: ids.flatMap((id) => this.users.get(id) ?? []), room: ids.includes(WHOLE_ROOM) };
  }

  private pin({ pinned_by, pinned_at }: MessageRow): StoredPin | null {
    const by = pinned_by === null ? undefined : this.users.get(pinned_by);
    return by && pinned_at ? { by, at: pinned_at } : null;
  }

  private receipt([userId, readAt]: MessageRow['receipts'][number]): StoredReceipt[] {
    const user = this.users.get(userId);
    return user ? [{ user, readAt: readAt === null ? null : new Date(readAt) }] : [];
  }

  private reaction({ userId, content, createdAt }: ListedReaction): StoredReaction[] {
    const user = this.users.get(userId);
    return user ? [{ user, content: textFromStored(content), createdAt }] : [];
  }
}

export const repliesFrom = (row: StoredReplies, users: ReadonlyMap<number, User>): Replies => ({
  count: row.count,
  lastAt: new Date(row.last_at),
  participants: row.user_ids.flatMap((id) => users.get(id) ?? []),
});

const attachment = (row: StoredAttachment): StoredAttachment => ({
  id: row.id,
  media_url: row.media_url,
  media_type: row.media_type,
  mime_type: row.mime_type,
  file_size: row.file_size,
  caption: textFromStored(row.caption),
  metadata: jsonFromStored(row.metadata) as StoredAttachment['metadata'],
  file: jsonFromStored(row.file) as StoredAttachment['file'],
});
