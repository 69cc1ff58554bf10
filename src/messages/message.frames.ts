import type { ReactionChange } from '@parley/protocol';
import type { OutgoingEvent } from '@parley/realtime/restricted-part';

import { bounded } from './bounded-message.js';
import { toMessage } from './message.view.js';
import type { StoredMessage } from './message.view.js';
import { toShortMessage } from './short-message.js';

export const messageSent = (message: StoredMessage): OutgoingEvent<'message.dispatch'> => ({
  eventType: 'message.dispatch',
  data: toMessage(bounded(message)),
  room_id: message.roomId,
  seq: message.seq,
});

export const messageEdited = (message: StoredMessage, seq?: number): OutgoingEvent<'messagemodification.dispatch'> => ({
  eventType: 'messagemodification.dispatch',
  data: { status: 'successful', action: 'update', message: toMessage(bounded(message)) },
  ...place(message.roomId, seq),
});

/** @param userId the user who received the messages */
export const messagesDelivered = (
  messages: readonly StoredMessage[],
  userId: number,
): OutgoingEvent<'messagedelivered.dispatch'> => ({
  eventType: 'messagedelivered.dispatch',
  data: messages.map((message) => toShortMessage(message, { userId, lists: 'receipts' })),
});

export const messagesDeleted = (
  roomId: string,
  ids: readonly string[],
  seq?: number,
): OutgoingEvent<'messagemodification.dispatch'> => ({
  eventType: 'messagemodification.dispatch',
  data: { status: 'successful', action: 'delete', message_ids: ids },
  ...place(roomId, seq),
});

/** @param userId the user who reacted; null if the record of the change does not name the user */
export const messageReacted = (
  type: ReactionChange['type'],
  message: StoredMessage,
  userId: number | null,
  seq?: number,
): OutgoingEvent<'reaction.dispatch'> => ({
  eventType: 'reaction.dispatch',
  data: {
    status: 'successful',
    type,
    user_id: userId,
    message: toShortMessage(message, { userId, lists: 'reactions' }),
  },
  ...place(message.roomId, seq),
});

/** A message that was pinned or unpinned: the frame has its present state. */
export const messagePinned = (message: StoredMessage, seq?: number): OutgoingEvent<'messagepin.dispatch'> => ({
  eventType: 'messagepin.dispatch',
  data: {
    message: toShortMessage(message, { userId: null, lists: 'pin' }),
    pinned: message.pin !== null,
  },
  ...place(message.roomId, seq),
});

/** Without a sequence number nothing has changed, and only the requester receives the frame. */
const place = (roomId: string, seq: number | undefined) =>
  seq === undefined ? { room_id: roomId, meta: { changed: false } } : { room_id: roomId, seq };
