import type { Message, User } from '@parley/protocol';

/** A message as it is stored. */
export interface StoredMessage {
  readonly id: string;
  readonly roomId: string;
  readonly seq: number;
  readonly sender: User;
  readonly content: string;
  readonly isForwarded: boolean;
  readonly isEdited: boolean;
  readonly isDeleted: boolean;
  readonly clientMessageId: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What was deleted is gone for everybody, whatever the row still holds. */
export const toMessage = (message: StoredMessage): Message => ({
  id: message.id,
  room: { id: message.roomId },
  sender: message.sender,
  content: message.isDeleted ? '' : message.content,
  is_deleted: message.isDeleted,
  is_edited: message.isEdited,
  is_forwarded: message.isForwarded,
  forwarded_from: null,
  parent_message: null,
  delivered_to: [],
  read_receipts: [],
  reactions: [],
  attachments: [],
  created_at: message.createdAt.toISOString(),
  updated_at: message.updatedAt.toISOString(),
  seq: message.seq,
  client_message_id: message.clientMessageId,
});
