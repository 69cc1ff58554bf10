import { ProviderAccount, ProviderLogIn } from './features/auth/oidc/provider-account.entity.js';
import { RecoveryCode, SecondFactor } from './features/auth/second-factor/second-factor.entity.js';
import { SpentTicket } from './features/auth/tickets/spent-ticket.entity.js';
import { RefreshToken } from './features/auth/tokens/refresh-token.entity.js';
import { UserBlockRow } from './features/blocking/user-block.entity.js';
import { OutboxConsumerRow, OutboxRangeRow } from './delivery/outbox/outbox.entity.js';
import { ApiKeyRow } from './features/api-keys/api-key.entity.js';
import { PushSubscriptionRow } from './delivery/push/push-subscription.entity.js';
import { PushRow } from './delivery/push/push.entity.js';
import { WebhookDeliveryRow } from './delivery/webhooks/webhook-delivery.entity.js';
import { WebhookRow } from './delivery/webhooks/webhook.entity.js';
import { Attachment } from './features/messages/attachments/attachment.entity.js';
import { Reaction } from './features/messages/changes/reaction.entity.js';
import { FetchedLinkRow, LinkFetchRow } from './features/link-previews/link-fetch.entity.js';
import { Mention } from './features/messages/mentions/mention.entity.js';
import { Message } from './features/messages/message.entity.js';
import { PollRow, PollVote } from './features/messages/polls/poll.entity.js';
import { Receipt } from './features/messages/receipts/receipt.entity.js';
import { MessageDeletion } from './features/retention/message-deletion.entity.js';
import { ComposerDraftRow } from './features/messages/drafts/composer-draft.entity.js';
import { HeldMessageRow } from './features/messages/held/held-message.entity.js';
import { ThreadMember } from './features/messages/threads/thread-member.entity.js';
import { Notification } from './features/notifications/notification.entity.js';
import { SignalRow } from './platform/cluster-signals/signal.entity.js';
import { Lease } from './platform/database/leases/lease.entity.js';
import { Node } from './features/presence/node.entity.js';
import { PastSession } from './features/presence/past-session.entity.js';
import { Session } from './features/presence/session.entity.js';
import { PrivateChangeRow, PrivateLogRow } from './features/private-log/private-log.entity.js';
import { RoomChangeRow } from './features/rooms/change-log/room-change.entity.js';
import { PastMembership } from './features/rooms/membership/past-membership.entity.js';
import { Epoch, EpochRoom } from './features/rooms/epochs/epoch.entity.js';
import { RoomDeparture, RoomInvitationRow } from './features/rooms/consent/room-invitation.entity.js';
import { StrangerContactsRow } from './features/rooms/consent/stranger-contacts.entity.js';
import { JoinRequest, RoomMember } from './features/rooms/membership/room-member.entity.js';
import { RoomNoticeRow } from './features/rooms/notices/room-notice.entity.js';
import { RoomRestrictionRow } from './features/rooms/restrictions/room-restriction.entity.js';
import { Room, RoomPair } from './features/rooms/room.entity.js';
import { ReportRow } from './features/reports/report.entity.js';
import { SavedMessageRow } from './features/saved-messages/saved-message.entity.js';
import { ScheduledMessageRow } from './features/scheduled-messages/scheduled-message.entity.js';
import { TimerRow } from './platform/timers/timer.entity.js';
import { UploadRow, UploadUsage } from './features/uploads/upload.entity.js';
import { User } from './features/users/user.entity.js';
import { AuditStreamRow } from './delivery/audit-streams/audit-stream.entity.js';
import { AuditEntryRow } from './features/audit/audit-entry.entity.js';
import { AuditOriginRow } from './features/audit/audit-origin.entity.js';
import { AuditSealRow, AuditUnsealedRow } from './features/audit/audit-seal.entity.js';
import { DeliveryRecording, SyncRecordRow } from './features/delivery-trace/records/sync-record.entity.js';

/** The entities of every feature. They are listed, because the program is one bundle without files to search. */
export const entities = [
  ApiKeyRow,
  AuditEntryRow,
  AuditOriginRow,
  AuditSealRow,
  AuditStreamRow,
  AuditUnsealedRow,
  ProviderAccount,
  ProviderLogIn,
  RefreshToken,
  RecoveryCode,
  SecondFactor,
  SpentTicket,
  DeliveryRecording,
  Epoch,
  EpochRoom,
  SyncRecordRow,
  OutboxConsumerRow,
  OutboxRangeRow,
  Attachment,
  MessageDeletion,
  Mention,
  Message,
  PollRow,
  PollVote,
  Reaction,
  ComposerDraftRow,
  HeldMessageRow,
  UserBlockRow,
  ThreadMember,
  Receipt,
  Notification,
  Node,
  PastSession,
  Session,
  PrivateChangeRow,
  PrivateLogRow,
  FetchedLinkRow,
  LinkFetchRow,
  PushSubscriptionRow,
  PushRow,
  JoinRequest,
  RoomChangeRow,
  PastMembership,
  RoomDeparture,
  RoomInvitationRow,
  RoomMember,
  RoomNoticeRow,
  RoomRestrictionRow,
  Room,
  RoomPair,
  ReportRow,
  SavedMessageRow,
  ScheduledMessageRow,
  SignalRow,
  Lease,
  StrangerContactsRow,
  TimerRow,
  UploadRow,
  UploadUsage,
  User,
  WebhookDeliveryRow,
  WebhookRow,
];
