import { textFromStored } from '../database/index.js';
import { userFromRow } from '../users/index.js';
import type { StoredMessage } from './message.view.js';

/** A row of {@link MESSAGE_COLUMNS}. */
export interface MessageRow {
  readonly id: string;
  readonly room_id: string;
  readonly seq: number;
  readonly sender_id: number;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly content: string;
  readonly is_forwarded: boolean;
  readonly is_edited: boolean;
  readonly is_deleted: boolean;
  readonly client_message_id: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** What a message is read by, from `messages m JOIN users u ON u.id = m.sender_id`. */
export const MESSAGE_COLUMNS = `
  m.id, m.room_id, m.seq, m.sender_id, u.username, u.first_name, u.last_name, m.content,
  m.is_forwarded, m.is_edited, m.is_deleted, m.client_message_id, m.created_at, m.updated_at`;

export const fromRow = (row: MessageRow): StoredMessage => ({
  id: row.id,
  roomId: row.room_id,
  seq: row.seq,
  sender: userFromRow({
    id: row.sender_id,
    username: row.username,
    first_name: row.first_name,
    last_name: row.last_name,
  }),
  content: textFromStored(row.content),
  isForwarded: row.is_forwarded,
  isEdited: row.is_edited,
  isDeleted: row.is_deleted,
  clientMessageId: row.client_message_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
