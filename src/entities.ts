import { ApiKeyRow } from './api/keys/api-key.entity.js';
import { AuditEntryRow } from './audit/audit-entry.entity.js';
import { RefreshToken } from './auth/refresh-token.entity.js';
import { DeliveryRecording } from './delivery/delivery-recording.entity.js';
import { SyncRecordRow } from './delivery/sync-record.entity.js';
import { OutboxConsumerRow } from './feed/feed-follower.entity.js';
import { OutboxRangeRow } from './feed/feed-part.entity.js';
import { Attachment } from './messages/attachment.entity.js';
import { MessageDeletion } from './messages/message-deletion.entity.js';
import { Message } from './messages/message.entity.js';
import { Reaction } from './messages/reaction.entity.js';
import { Receipt } from './messages/receipt.entity.js';
import { Notification } from './notifications/notification.entity.js';
import { Node } from './presence/node.entity.js';
import { PastSession } from './presence/past-session.entity.js';
import { Session } from './presence/session.entity.js';
import { PushSubscriptionRow } from './push/push-subscription.entity.js';
import { PushRow } from './push/push.entity.js';
import { JoinRequest } from './rooms/join-request.entity.js';
import { RoomChangeRow } from './rooms/log/room-change.entity.js';
import { PastMembership } from './rooms/past-membership.entity.js';
import { RoomMember } from './rooms/room-member.entity.js';
import { Room } from './rooms/room.entity.js';
import { SignalRow } from './signals/signal.entity.js';
import { User } from './users/user.entity.js';
import { WebhookDeliveryRow } from './webhooks/webhook-delivery.entity.js';
import { WebhookRow } from './webhooks/webhook.entity.js';

/** The entities of every feature. They are listed, because the program is one bundle without files to search. */
export const entities = [
  ApiKeyRow,
  AuditEntryRow,
  RefreshToken,
  DeliveryRecording,
  SyncRecordRow,
  OutboxConsumerRow,
  OutboxRangeRow,
  Attachment,
  MessageDeletion,
  Message,
  Reaction,
  Receipt,
  Notification,
  Node,
  PastSession,
  Session,
  PushSubscriptionRow,
  PushRow,
  JoinRequest,
  RoomChangeRow,
  PastMembership,
  RoomMember,
  Room,
  SignalRow,
  User,
  WebhookDeliveryRow,
  WebhookRow,
];
