import { MAX_LISTED_MEMBERS } from '@parley/protocol';
import type { Attachment } from '@parley/protocol';

import { jsonFromStored, textFromStored } from '../database/index.js';
import { USER_JSON, userFromRow } from '../users/index.js';
import type { UserRow } from '../users/index.js';
import type { StoredMessage, StoredReaction, StoredReceipt } from './message.view.js';

/** A row of {@link MESSAGE_COLUMNS}. */
export interface MessageRow extends MessageBaseRow {
  readonly parent: MessageBaseRow | null;
  readonly forwarded_from: MessageBaseRow | null;
}

interface MessageBaseRow {
  readonly id: string;
  readonly room_id: string;
  readonly seq: number;
  readonly sender: UserRow;
  readonly content: string;
  readonly is_forwarded: boolean;
  readonly is_edited: boolean;
  readonly is_deleted: boolean;
  readonly client_message_id: string | null;
  /** A text where the row is part of another. */
  readonly created_at: Date | string;
  readonly updated_at: Date | string;
  readonly receipts: readonly { readonly user: UserRow; readonly read_at: string | null }[] | null;
  readonly reactions:
    readonly { readonly user: UserRow; readonly content: string; readonly created_at: string }[] | null;
  readonly attachments: readonly Attachment[] | null;
}

/** Whatever belongs to a message comes with it, in one statement and one snapshot. */
const baseColumns = (m: string): string => `
  ${m}.id, ${m}.room_id, ${m}.seq, ${m}.content, ${m}.is_forwarded, ${m}.is_edited, ${m}.is_deleted,
  ${m}.client_message_id, ${m}.created_at, ${m}.updated_at,
  (SELECT ${USER_JSON} FROM users u WHERE u.id = ${m}.sender_id) AS sender,
  (SELECT json_agg(json_build_object('user', ${USER_JSON}, 'read_at', e.read_at) ORDER BY e.delivered_at, e.user_id)
   FROM (SELECT * FROM receipts WHERE message_id = ${m}.id
         ORDER BY delivered_at, user_id LIMIT ${String(MAX_LISTED_MEMBERS)}) e
   JOIN users u ON u.id = e.user_id) AS receipts,
  (SELECT json_agg(json_build_object('user', ${USER_JSON}, 'content', e.content, 'created_at', e.created_at)
     ORDER BY e.created_at, e.user_id)
   FROM (SELECT * FROM reactions WHERE message_id = ${m}.id
         ORDER BY created_at, user_id LIMIT ${String(MAX_LISTED_MEMBERS)}) e
   JOIN users u ON u.id = e.user_id) AS reactions,
  (SELECT json_agg(json_build_object('id', e.id, 'media_url', e.media_url, 'media_type', e.media_type,
     'mime_type', e.mime_type, 'file_size', e.file_size, 'caption', e.caption, 'metadata', e.metadata)
     ORDER BY e.position)
   FROM attachments e WHERE e.message_id = ${m}.id) AS attachments`;

const related = (m: string, key: string): string => `
  (SELECT to_json(related) FROM (
     SELECT ${baseColumns('r')} FROM messages r WHERE r.id = ${m}.${key} AND NOT r.is_deleted) related)`;

/** What a message is read by, from `messages m`. */
export const MESSAGE_COLUMNS = `
  ${baseColumns('m')}, ${related('m', 'parent_id')} AS parent,
  ${related('m', 'forwarded_from_id')} AS forwarded_from`;

export const fromRow = (row: MessageRow): StoredMessage => ({
  ...fromBaseRow(row),
  parent: row.parent && fromBaseRow(row.parent),
  forwardedFrom: row.forwarded_from && fromBaseRow(row.forwarded_from),
});

const fromBaseRow = (row: MessageBaseRow): StoredMessage => ({
  id: row.id,
  roomId: row.room_id,
  seq: row.seq,
  sender: userFromRow(row.sender),
  content: textFromStored(row.content),
  isForwarded: row.is_forwarded,
  isEdited: row.is_edited,
  isDeleted: row.is_deleted,
  clientMessageId: row.client_message_id,
  createdAt: new Date(row.created_at),
  updatedAt: new Date(row.updated_at),
  parent: null,
  forwardedFrom: null,
  receipts: (row.receipts ?? []).map(({ user, read_at }): StoredReceipt => ({
    user: userFromRow(user),
    readAt: read_at === null ? null : new Date(read_at),
  })),
  reactions: (row.reactions ?? []).map(({ user, content, created_at }): StoredReaction => ({
    user: userFromRow(user),
    content: textFromStored(content),
    createdAt: new Date(created_at),
  })),
  attachments: (row.attachments ?? []).map((attachment): Attachment => ({
    id: attachment.id,
    media_url: attachment.media_url,
    media_type: attachment.media_type,
    mime_type: attachment.mime_type,
    file_size: attachment.file_size,
    caption: textFromStored(attachment.caption),
    metadata: jsonFromStored(attachment.metadata) as Attachment['metadata'],
  })),
});
