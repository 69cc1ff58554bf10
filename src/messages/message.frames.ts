import type { ReactionChange } from '@parley/protocol';
import type { OutgoingEvent } from '@parley/realtime/restricted-part';

import { toMessage } from './message.view.js';
import type { StoredMessage } from './message.view.js';

export const messageSent = (message: StoredMessage): OutgoingEvent<'message.dispatch'> => ({
  eventType: 'message.dispatch',
  data: toMessage(message),
  room_id: message.roomId,
  seq: message.seq,
});

export const messageEdited = (message: StoredMessage, seq?: number): OutgoingEvent<'messagemodification.dispatch'> => ({
  eventType: 'messagemodification.dispatch',
  data: { status: 'successful', action: 'update', message: toMessage(message) },
  ...place(message.roomId, seq),
});

export const messagesDelivered = (messages: readonly StoredMessage[]): OutgoingEvent<'messagedelivered.dispatch'> => ({
  eventType: 'messagedelivered.dispatch',
  data: messages.map(toMessage),
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

export const messageReacted = (
  type: ReactionChange['type'],
  message: StoredMessage,
  seq?: number,
): OutgoingEvent<'reaction.dispatch'> => ({
  eventType: 'reaction.dispatch',
  data: { status: 'successful', type, message: toMessage(message) },
  ...place(message.roomId, seq),
});

/** Without a sequence number nothing has changed, and only the requester receives the frame. */
const place = (roomId: string, seq: number | undefined) =>
  seq === undefined ? { room_id: roomId, meta: { changed: false } } : { room_id: roomId, seq };
