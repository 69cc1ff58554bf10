import { ProviderAccount, ProviderLogIn } from '../../auth/oidc/provider-account.entity.js';
import { RecoveryCode, SecondFactor } from '../../auth/second-factor/second-factor.entity.js';
import { SpentTicket } from '../../auth/tickets/spent-ticket.entity.js';
import { RefreshToken } from '../../auth/tokens/refresh-token.entity.js';
import { UserBlockRow } from '../../blocking/user-block.entity.js';
import { OutboxConsumerRow, OutboxRangeRow } from '../../integrations/outbox/outbox.entity.js';
import { ApiKeyRow } from '../../integrations/api-keys/api-key.entity.js';
import { PushSubscriptionRow } from '../../integrations/web-push/push-subscription.entity.js';
import { PushRow } from '../../integrations/web-push/push.entity.js';
import { WebhookDeliveryRow } from '../../integrations/webhooks/webhook-delivery.entity.js';
import { WebhookRow } from '../../integrations/webhooks/webhook.entity.js';
import { Attachment } from '../../messages/attachments/attachment.entity.js';
import { Reaction } from '../../messages/changes/reaction.entity.js';
import { FetchedLinkRow, LinkFetchRow } from '../../integrations/link-previews/link-fetch.entity.js';
import { Mention } from '../../messages/mentions/mention.entity.js';
import { Message } from '../../messages/message.entity.js';
import { PollRow, PollVote } from '../../messages/polls/poll.entity.js';
import { Receipt } from '../../messages/receipts/receipt.entity.js';
import { MessageDeletion } from '../../messages/retention/message-deletion.entity.js';
import { ComposerDraftRow } from '../../messages/drafts/composer-draft.entity.js';
import { HeldMessageRow } from '../../messages/held/held-message.entity.js';
import { ThreadMember } from '../../messages/threads/thread-member.entity.js';
import { Notification } from '../../notifications/notification.entity.js';
import { SignalRow } from '../../platform/cluster-signals/signal.entity.js';
import { Lease } from '../../platform/database/leases/lease.entity.js';
import { Node } from '../../presence/node.entity.js';
import { PastSession } from '../../presence/past-session.entity.js';
import { Session } from '../../presence/session.entity.js';
import { PrivateChangeRow, PrivateLogRow } from '../../private-log/private-log.entity.js';
import { RoomChangeRow } from '../../rooms/change-log/room-change.entity.js';
import { PastMembership } from '../../rooms/membership/past-membership.entity.js';
import { Epoch, EpochRoom } from '../../rooms/epochs/epoch.entity.js';
import { RoomDeparture, RoomInvitationRow } from '../../rooms/consent/room-invitation.entity.js';
import { StrangerContactsRow } from '../../rooms/consent/stranger-contacts.entity.js';
import { JoinRequest, RoomMember } from '../../rooms/membership/room-member.entity.js';
import { RoomNoticeRow } from '../../rooms/notices/room-notice.entity.js';
import { RoomRestrictionRow } from '../../rooms/restrictions/room-restriction.entity.js';
import { Room, RoomPair } from '../../rooms/room.entity.js';
import { ReportRow } from '../../reports/report.entity.js';
import { SavedMessageRow } from '../../saved-messages/saved-message.entity.js';
import { ScheduledMessageRow } from '../../scheduled-messages/scheduled-message.entity.js';
import { TimerRow } from '../../timers/timer.entity.js';
import { UploadRow, UploadUsage } from '../../uploads/upload.entity.js';
import { User } from '../../users/user.entity.js';
import { AuditStreamRow } from '../../integrations/audit-streams/audit-stream.entity.js';
import { AuditEntryRow } from '../audit/audit-entry.entity.js';
import { AuditOriginRow } from '../audit/audit-origin.entity.js';
import { AuditSealRow, AuditUnsealedRow } from '../audit/audit-seal.entity.js';
import { DeliveryRecording, SyncRecordRow } from '../delivery-trace/records/sync-record.entity.js';

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
