import { auditStreamsFeature } from './delivery/audit-streams/audit-streams.feature.js';
import { missedMailsFeature } from './delivery/missed-mails/missed-mails.feature.js';
import { outboxFeature } from './delivery/outbox/outbox.feature.js';
import { pushFeature } from './delivery/push/push.feature.js';
import { webhooksFeature } from './delivery/webhooks/webhooks.feature.js';
import { accountsFeature } from './features/accounts/accounts.feature.js';
import { apiKeysFeature } from './features/api-keys/api-keys.feature.js';
import { auditFeature } from './features/audit/audit.feature.js';
import { authFeature } from './features/auth/auth.feature.js';
import { blockingFeature } from './features/blocking/blocking.feature.js';
import { deploymentFeature } from './features/deployment/deployment.feature.js';
import { deliveryTraceFeature } from './features/delivery-trace/delivery-trace.feature.js';
import { invitationsFeature } from './features/invitations/invitations.feature.js';
import { linkPreviewsFeature } from './features/link-previews/link-previews.feature.js';
import { mailFeature } from './features/mail/mail.feature.js';
import { messagesFeature } from './features/messages/messages.feature.js';
import { nicknamesFeature } from './features/nicknames/nicknames.feature.js';
import { notificationsFeature } from './features/notifications/notifications.feature.js';
import { pinsFeature } from './features/pins/pins.feature.js';
import { presenceFeature } from './features/presence/presence.feature.js';
import { privateLogFeature } from './features/private-log/private-log.feature.js';
import { reportsFeature } from './features/reports/reports.feature.js';
import { retentionFeature } from './features/retention/retention.feature.js';
import { roomsFeature } from './features/rooms/rooms.feature.js';
import { savedMessagesFeature } from './features/saved-messages/saved-messages.feature.js';
import { scheduledMessagesFeature } from './features/scheduled-messages/scheduled-messages.feature.js';
import { uploadsFeature } from './features/uploads/uploads.feature.js';
import { usersFeature } from './features/users/users.feature.js';
import { SignalRow } from './platform/cluster-signals/signal.entity.js';
import { Lease } from './platform/database/leases/lease.entity.js';
import type { Entities } from './platform/database/data-source.js';
import type { Feature } from './platform/feature/feature.js';
import { timersFeature } from './platform/timers/timers.feature.js';

/**
 * All features, in the order in which a server starts them. They are listed, because the program is one bundle without
 * files to search. One that has a module alone declares nothing more.
 */
export const features: readonly Feature[] = [
  auditFeature,
  deploymentFeature,
  mailFeature,
  invitationsFeature,
  accountsFeature,
  authFeature,
  timersFeature,
  roomsFeature,
  nicknamesFeature,
  privateLogFeature,
  {
    module: async () => (await import('./features/room-preferences/room-preferences.module.js')).RoomPreferencesModule,
  },
  {
    module: async () =>
      (await import('./features/notification-levels/notification-levels.module.js')).NotificationLevelsModule,
  },
  { module: async () => (await import('./features/people/people.module.js')).PeopleModule },
  messagesFeature,
  pinsFeature,
  { module: async () => (await import('./features/search/search.module.js')).SearchModule },
  { module: async () => (await import('./features/room-list/room-list.module.js')).RoomListModule },
  retentionFeature,
  { module: async () => (await import('./features/files/files.module.js')).FilesModule },
  notificationsFeature,
  presenceFeature,
  { module: async () => (await import('./features/sync/sync.module.js')).SyncModule },
  outboxFeature,
  webhooksFeature,
  auditStreamsFeature,
  linkPreviewsFeature,
  { module: async () => (await import('./delivery/link-previews/link-outbox-consumer.js')).LinkOutboxModule },
  pushFeature,
  missedMailsFeature,
  reportsFeature,
  savedMessagesFeature,
  scheduledMessagesFeature,
  blockingFeature,
  usersFeature,
  uploadsFeature,
  apiKeysFeature,
  deliveryTraceFeature,
];

/** The classes of all tables. */
export const entities: Entities = [SignalRow, Lease, ...features.flatMap(({ entities: own = [] }) => own)];
