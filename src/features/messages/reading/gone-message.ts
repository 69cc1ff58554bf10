import type { Types, ValuesOf } from '../../../platform/database/statement.js';
import type { MessageRow } from './message.rows.js';

/**
 * The columns of the record of a message whose row has been deleted. Rows of early releases lack some: their messages
 * started no threads, and are not found by a key.
 */
export const GONE_MESSAGE = {
  message_id: 'uuid',
  room_id: 'uuid',
  seq: 'int8 not null',
  sender_id: 'int4 not null',
  client_message_id: 'uuid | null',
  created_at: 'timestamptz not null',
} as const satisfies Types;

/** A message that looks like one that is marked as deleted. */
export const goneMessageRow = (row: ValuesOf<typeof GONE_MESSAGE>): MessageRow => ({
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
