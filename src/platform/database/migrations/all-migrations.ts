import { FirstSchema1795000000000 } from './1795000000000-first-schema.js';
import { MessageDeletions1795100000000 } from './1795100000000-message-deletions.js';
import { ReactionNotifications1795150000000 } from './1795150000000-reaction-notifications.js';
import { Sessions1795200000000 } from './1795200000000-sessions.js';
import { SignalTransactions1795250000000 } from './1795250000000-signal-transactions.js';
import { SentForEver1795300000000 } from './1795300000000-sent-for-ever.js';
import { RoomChanges1795350000000 } from './1795350000000-room-changes.js';
import { Audit1795470000000 } from './1795470000000-audit.js';
import { MembersInOrder1795500000000 } from './1795500000000-members-in-order.js';
import { MessageSearch1795600000000 } from './1795600000000-message-search.js';
import { RoomFeed1795700000000 } from './1795700000000-room-feed.js';
import { Webhooks1795710000000 } from './1795710000000-webhooks.js';
import { Push1795720000000 } from './1795720000000-push.js';
import { ApiKeys1795730000000 } from './1795730000000-api-keys.js';
import { DeliveryRecords1795740000000 } from './1795740000000-delivery-records.js';
import { BoundedJson1795750000000 } from './1795750000000-bounded-json.js';
import { MetadataBytes1795760000000 } from './1795760000000-metadata-bytes.js';
import { SearchDeadline1795990000000 } from './1795990000000-search-deadline.js';
import { AddPolicy1796100000000 } from './1796100000000-add-policy.js';
import { Invitations1796100000001 } from './1796100000001-invitations.js';
import { StrangerContacts1796100000002 } from './1796100000002-stranger-contacts.js';
import { HiddenChats1796200000000 } from './1796200000000-hidden-chats.js';
import { AuditedKeys1796200001000 } from './1796200001000-audited-keys.js';
import { RefreshGrace1796300000000 } from './1796300000000-refresh-grace.js';
import { UsernameSkeletons1796310000000 } from './1796310000000-username-skeletons.js';
import { Epochs1797000000000 } from './1797000000000-epochs.js';
import { Leases1797100000000 } from './1797100000000-leases.js';
import { FeedByRow1797110000000 } from './1797110000000-feed-by-row.js';
import { KeysByRoom1797200000000 } from './1797200000000-keys-by-room.js';
import { UserRooms1797400000000 } from './1797400000000-user-rooms.js';
import { SendersWithoutKey1797500000000 } from './1797500000000-senders-without-key.js';
import { MessagesWithoutKeys1797600000000 } from './1797600000000-messages-without-keys.js';
import { MessageParts1797700000000 } from './1797700000000-message-parts.js';
import { Mentions1797701000000 } from './1797701000000-mentions.js';
import { MentionNotifications1797702000000 } from './1797702000000-mention-notifications.js';
import { LogInOrigins1797710000000 } from './1797710000000-log-in-origins.js';
import { PasswordTimes1797711000000 } from './1797711000000-password-times.js';
import { Profiles1797720000000 } from './1797720000000-profiles.js';
import { SearchIndexes1797720001000 } from './1797720001000-search-indexes.js';
import { PrivateLogs1797730000000 } from './1797730000000-private-logs.js';
import { Timers1797740000000 } from './1797740000000-timers.js';
import { SavedMessages1797741000000 } from './1797741000000-saved-messages.js';
import { NotificationLevels1797750000000 } from './1797750000000-notification-levels.js';
import { Pins1797760000000 } from './1797760000000-pins.js';
import { Polls1797761000000 } from './1797761000000-polls.js';
import { Threads1797770000000 } from './1797770000000-threads.js';
import { ProfileTimes1797780000000 } from './1797780000000-profile-times.js';
import { RoomMessages1797800000000 } from './1797800000000-room-messages.js';
import { Drafts1797900000000 } from './1797900000000-drafts.js';
import { ScheduledMessages1798000000000 } from './1798000000000-scheduled-messages.js';
import { ScheduleRefusals1798000001000 } from './1798000001000-schedule-refusals.js';
import { RefusedSchedules1798200001000 } from './1798200001000-refused-schedules.js';
import { MentionPushes1798210000000 } from './1798210000000-mention-pushes.js';
import { SearchFilters1798220000000 } from './1798220000000-search-filters.js';
import { RoomNotices1798230000000 } from './1798230000000-room-notices.js';
import { Uploads1798240000000 } from './1798240000000-uploads.js';
import { UploadKinds1798250000000 } from './1798250000000-upload-kinds.js';
import { Scanning1798260000000 } from './1798260000000-scanning.js';
import { LinkPreviews1798270000000 } from './1798270000000-link-previews.js';
import { DeploymentRoles1798300000000 } from './1798300000000-deployment-roles.js';
import { UserBlocks1798310000000 } from './1798310000000-user-blocks.js';
import { RoomRestrictions1798320000000 } from './1798320000000-room-restrictions.js';
import { Reports1798330000000 } from './1798330000000-reports.js';
import { RoomRules1798350000000 } from './1798350000000-room-rules.js';
import { DeparturesInSlowMode1798350000001 } from './1798350000001-departures-in-slow-mode.js';
import { SecondFactors1798360000000 } from './1798360000000-second-factors.js';
import { ProviderAccounts1798361000000 } from './1798361000000-provider-accounts.js';
import { AuditSeals1798370000000 } from './1798370000000-audit-seals.js';
import { HeldMessages1798370000001 } from './1798370000001-held-messages.js';
import { RoomHolds1798380000000 } from './1798380000000-room-holds.js';
import { RoomRetention1798390000000 } from './1798390000000-room-retention.js';
import { AuditOrigins1798391000000 } from './1798391000000-audit-origins.js';
import { AuditStreams1798392000000 } from './1798392000000-audit-streams.js';

/** Every migration, oldest first. */
export const migrations = [
  FirstSchema1795000000000,
  MessageDeletions1795100000000,
  ReactionNotifications1795150000000,
  Sessions1795200000000,
  SignalTransactions1795250000000,
  SentForEver1795300000000,
  RoomChanges1795350000000,
  Audit1795470000000,
  MembersInOrder1795500000000,
  MessageSearch1795600000000,
  RoomFeed1795700000000,
  Webhooks1795710000000,
  Push1795720000000,
  ApiKeys1795730000000,
  DeliveryRecords1795740000000,
  BoundedJson1795750000000,
  MetadataBytes1795760000000,
  SearchDeadline1795990000000,
  AddPolicy1796100000000,
  Invitations1796100000001,
  StrangerContacts1796100000002,
  HiddenChats1796200000000,
  AuditedKeys1796200001000,
  RefreshGrace1796300000000,
  UsernameSkeletons1796310000000,
  Epochs1797000000000,
  Leases1797100000000,
  FeedByRow1797110000000,
  KeysByRoom1797200000000,
  UserRooms1797400000000,
  SendersWithoutKey1797500000000,
  MessagesWithoutKeys1797600000000,
  MessageParts1797700000000,
  Mentions1797701000000,
  MentionNotifications1797702000000,
  LogInOrigins1797710000000,
  PasswordTimes1797711000000,
  Profiles1797720000000,
  SearchIndexes1797720001000,
  PrivateLogs1797730000000,
  Timers1797740000000,
  SavedMessages1797741000000,
  NotificationLevels1797750000000,
  Pins1797760000000,
  Polls1797761000000,
  Threads1797770000000,
  ProfileTimes1797780000000,
  RoomMessages1797800000000,
  Drafts1797900000000,
  ScheduledMessages1798000000000,
  ScheduleRefusals1798000001000,
  RefusedSchedules1798200001000,
  MentionPushes1798210000000,
  SearchFilters1798220000000,
  RoomNotices1798230000000,
  Uploads1798240000000,
  UploadKinds1798250000000,
  Scanning1798260000000,
  LinkPreviews1798270000000,
  DeploymentRoles1798300000000,
  UserBlocks1798310000000,
  RoomRestrictions1798320000000,
  Reports1798330000000,
  RoomRules1798350000000,
  DeparturesInSlowMode1798350000001,
  SecondFactors1798360000000,
  ProviderAccounts1798361000000,
  AuditSeals1798370000000,
  HeldMessages1798370000001,
  RoomHolds1798380000000,
  RoomRetention1798390000000,
  AuditOrigins1798391000000,
  AuditStreams1798392000000,
];

/** The time of writing, in milliseconds since 1970, that ends the name of a migration. */
export const migrationTime = (name: string): number => Number(name.slice(-13));

/** Of the newest migration that this program knows. */
export const NEWEST_MIGRATION = Math.max(...migrations.map(({ name }) => migrationTime(name)));
