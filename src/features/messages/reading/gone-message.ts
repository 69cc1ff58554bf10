import type { MessageRow } from './message.rows.js';

/** The record of a message whose row has been deleted. */
export interface GoneMessage {
  readonly message_id: string;
  readonly room_id: string;
  readonly seq: number;
  readonly sender_id: number;
  readonly client_message_id: string | null;
  readonly created_at: Date;
}

/** A message that looks like one that is marked as deleted. */
export const goneMessageRow = (row: GoneMessage): MessageRow => ({
  id: row.message_id,
  room_id: row.room_id,
  seq: row.seq,
  sender_id: row.sender_id,
  content: '',
  is_forwarded: false,
  is_edited: false,
  is_deleted: true,
  client_message_id: row.client_message_id,
  created_at: row.created_at,
  updated_at: row.created_at,
  kind: null,
  metadata: null,
  edited_at: null,
  mentions: null,
  has_poll: null,
  link_previews: null,
  pinned_by: null,
  pinned_at: null,
  thread_id: null,
  also_to_room: null,
  replies: null,
  parent_id: null,
  forwarded_from_id: null,
  history_seq: null,
  receipts: [],
  reactions: [],
  attachments: [],
});
