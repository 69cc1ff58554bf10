import type { Notification, ScheduleRefusal, User } from '@parley/protocol';
import type { Restrictable } from '@parley/realtime/restricted-part';

import { DEFAULT_KIND, NO_MENTIONS, toMessage } from '../messages/message.view.js';
import type { StoredMessage } from '../messages/message.view.js';

/** The pending notification of a scheduled message that was refused. The times are ISO 8601. */
export interface PendingRefusal {
  readonly notificationId: string;
  /** Of the scheduled message. */
  readonly id: string;
  readonly roomId: string;
  readonly sendAt: string;
  readonly refusedAt: string;
  readonly reason: ScheduleRefusal;
}

/**
 * The {@link PendingRefusal}s of a user in SQL, as JSON; null: there are none. @param userId a column or a parameter
 */
export const pendingRefusals = (userId: string): string => `(
  SELECT json_agg(json_build_object('notificationId', s.notification_id, 'id', s.id, 'roomId', s.room_id,
    'sendAt', s.send_at, 'refusedAt', s.refused_at, 'reason', s.refusal::json))
  FROM scheduled_messages s WHERE s.user_id = ${userId} AND s.notification_id IS NOT NULL)`;

/**
 * It stands with the notifications of messages, and no message exists. Clients of earlier releases read the message of
 * every notification: they get a deleted one with all keys, which they do not show.
 */
export function refusalNotification(
  author: User,
  { notificationId, id, roomId, sendAt, refusedAt, reason }: PendingRefusal,
): Restrictable<Notification> {
  const time = new Date(sendAt);
  return {
    id: notificationId,
    notification_type: 'SCHEDULE_REFUSED',
    message: toMessage({
      ...UNSENT,
      id,
      roomId,
      sender: author,
      clientMessageId: id,
      createdAt: time,
      updatedAt: time,
    }),
    created_at: new Date(refusedAt).toISOString(),
    scheduled: { id, room_id: roomId, send_at: time.toISOString(), refused: reason },
  };
}

const UNSENT: Omit<StoredMessage, 'id' | 'roomId' | 'sender' | 'clientMessageId' | 'createdAt' | 'updatedAt'> = {
  seq: 0,
  content: '',
  isDeleted: true,
  isForwarded: false,
  isEdited: false,
  kind: DEFAULT_KIND,
  metadata: {},
  editedAt: null,
  mentions: NO_MENTIONS,
  pin: null,
  thread: null,
  replies: null,
  poll: null,
  linkPreviews: [],
  parent: null,
  forwardedFrom: null,
  receipts: [],
  reactions: [],
  attachments: [],
};
