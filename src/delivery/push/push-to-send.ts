import type { DoNotDisturb, NotifyLevel, User } from '@parley/protocol';

import { isNotified, levelOf } from '../../features/notification-levels/level.js';
import { isQuiet } from '../../features/notification-levels/quiet-hours.js';
import { textFromStored } from '../../platform/database/stored-text.js';
import type { PushedMessage } from './push-payload.js';
import type { UnsentReason } from './push.entity.js';
import { hasReadMention } from './pushed-messages.js';
import type { MessageToPush, RecipientMembership } from './pushed-messages.js';
import type { PushTarget } from './subscriptions.repository.js';

/** A push that is due, with its recipient and browser as they are now. */
export interface RecheckedPush {
  readonly messageId: string;
  readonly roomId: string;
  readonly seq: number;
  readonly userId: number;
  readonly isReminder: boolean;
  /** The number of the edit that it is for; null: of none. */
  readonly editSeq: number | null;
  /** Null like the columns that follow, if {@link isGone}. */
  readonly subscriptionId: string;
  readonly host: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly isGone: boolean;
  readonly isOnline: boolean;
  readonly userLevel: NotifyLevel | null;
  readonly hours: DoNotDisturb | null;
  /** Those whom the recipient blocks, and who block the recipient. */
  readonly separated: readonly number[];
  readonly now: Date;
}

export interface PushToSend {
  readonly subscriptionId: string;
  readonly host: string;
  readonly target: PushTarget;
  readonly message: PushedMessage;
}

/**
 * The push to send, or why it is not sent. A push may be sent long after its recipient was resolved, so the recipient is
 * checked again.
 * @param message undefined: it is deleted @param sender of the message
 */
export function pushToSend(
  push: RecheckedPush,
  message: MessageToPush | undefined,
  sender: User | undefined,
  hasNotifications: boolean,
): UnsentReason | PushToSend {
  if (!message) return 'deleted';
  const reason = reasonOf(push, message, hasNotifications);
  if (reason !== undefined) return reason;
  return sender ? toSend(push, message, sender) : 'deleted';
}

function reasonOf(push: RecheckedPush, message: MessageToPush, hasNotifications: boolean): UnsentReason | undefined {
  const membership = message.memberships.get(push.userId);
  if (!membership) return 'left';
  if (push.isGone) return 'gone';
  if (push.isReminder) return push.isOnline ? 'online' : undefined;
  if (push.editSeq === null ? membership.isRead : hasReadMention(membership, hasNotifications)) return 'read';
  if (push.separated.includes(message.senderId)) return 'blocked';
  return push.isOnline ? 'online' : unwanted(push, membership);
}

/** Why the recipient does not want the push now, if so. */
function unwanted(
  { userLevel, hours, now }: RecheckedPush,
  { level, isMentioned }: RecipientMembership,
): UnsentReason | undefined {
  if (!isNotified(levelOf({ roomLevel: level, userLevel }), isMentioned)) return 'notify_level';
  return hours && isQuiet(hours, now) ? 'do_not_disturb' : undefined;
}

function typeFor(
  { userId, isReminder }: RecheckedPush,
  { memberships, parentSenderId }: MessageToPush,
): PushedMessage['type'] {
  if (isReminder) return 'REMINDER';
  if (memberships.get(userId)?.isMentioned) return 'MENTION';
  return parentSenderId === userId ? 'REPLY' : 'NEW_MESSAGE';
}

function toSend(push: RecheckedPush, message: MessageToPush, sender: User): PushToSend {
  const { subscriptionId, host, endpoint, p256dh, auth, messageId, roomId, seq } = push;
  const pushed: PushedMessage = {
    messageId,
    roomId,
    seq,
    sender,
    attachments: message.attachments,
    type: typeFor(push, message),
    roomName: message.roomName === null ? null : textFromStored(message.roomName),
    content: textFromStored(message.content),
  };
  return { subscriptionId, host, target: { endpoint, p256dh, auth }, message: pushed };
}
