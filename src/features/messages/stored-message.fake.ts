import type { User } from '@parley/protocol';

import { NO_MENTIONS } from './message.view.js';
import type { StoredMessage } from './message.view.js';

export const MESSAGE_TIME = new Date('2026-01-01T12:00:00.000Z');

export const namedUser = (id: number, username = `user${String(id)}`): User => ({
  id,
  username,
  first_name: '',
  last_name: '',
  avatar: null,
  status: null,
  is_bot: false,
});

/** A message with nothing but a text, and with these fields in place of its own. */
export const storedMessage = (fields: Partial<StoredMessage> = {}): StoredMessage => ({
  id: 'message',
  roomId: 'room',
  seq: 1,
  sender: namedUser(0),
  content: 'Hello',
  clientMessageId: null,
  isForwarded: false,
  isEdited: false,
  isDeleted: false,
  createdAt: MESSAGE_TIME,
  updatedAt: MESSAGE_TIME,
  kind: 'text',
  metadata: {},
  editedAt: null,
  mentions: NO_MENTIONS,
  pin: null,
  poll: null,
  linkPreviews: [],
  thread: null,
  replies: null,
  parent: null,
  forwardedFrom: null,
  receipts: [],
  reactions: [],
  attachments: [],
  ...fields,
});
