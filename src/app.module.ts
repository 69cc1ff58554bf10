import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { RealtimeModule } from '@parley/realtime';
import type { Hub } from '@parley/realtime/hub';

import { AdministrationModule } from './api/administration/administration.module.js';
import { AuthModule } from './features/auth/auth.module.js';
import { FilesModule } from './features/files/files.module.js';
import { GatewayModule } from './api/gateway/gateway.module.js';
import { LinkPreviewsModule } from './features/link-previews/link-previews.module.js';
import { OutboxModule } from './delivery/outbox/outbox.module.js';
import { ApiModule } from './api/rest/api.module.js';
import { LinkOutboxModule } from './delivery/link-previews/link-outbox.module.js';
import { AuditStreamsModule } from './delivery/audit-streams/audit-streams.module.js';
import { PushModule } from './delivery/push/push.module.js';
import { WebhooksModule } from './delivery/webhooks/webhooks.module.js';
import { MessagesModule } from './features/messages/messages.module.js';
import { PinsModule } from './features/pins/pins.module.js';
import { RetentionModule } from './features/retention/retention.module.js';
import { RoomListModule } from './features/room-list/room-list.module.js';
import { SearchModule } from './features/search/search.module.js';
import { NotificationsModule } from './features/notifications/notifications.module.js';
import { AuditSealingModule } from './features/audit/audit-sealing.js';
import { AuditModule } from './features/audit/audit.repository.js';
import { SignalReaderModule } from './platform/cluster-signals/signal-reader.js';
import { features } from './features.js';
import { FeaturesModule } from './platform/feature/all-features.js';
import { ConfigModule } from './platform/config/config.js';
import type { Config } from './platform/config/config.js';
import { AutomaticCompactionModule } from './platform/database/compact/automatic-compaction.js';
import { DatabaseModule } from './platform/database/database.module.js';
import type { OpenDatabase } from './platform/database/open-database.js';
import { DatabasePulseModule } from './platform/database/pulse/database-pulse.js';
import { HealthModule } from './platform/health/health.module.js';
import type { TransportProbe } from './platform/health/readiness.js';
import { MetricsModule } from './platform/metrics/metrics.module.js';
import { RedisModule } from './platform/redis/shared-redis.js';
import type { SharedRedis } from './platform/redis/shared-redis.js';
import { AdminPageModule } from './platform/site/admin-page.js';
import { ContractModule } from './platform/site/docs-site.js';
import { NotificationLevelsModule } from './features/notification-levels/notification-levels.module.js';
import { PeopleModule } from './features/people/people.module.js';
import { PresenceModule } from './features/presence/presence.module.js';
import { PrivateLogModule } from './features/private-log/private-log.module.js';
import { RoomPreferencesModule } from './features/room-preferences/room-preferences.module.js';
import { RoomsModule } from './features/rooms/rooms.module.js';
import { ReportsModule } from './features/reports/reports.module.js';
import { SavedMessagesModule } from './features/saved-messages/saved-messages.module.js';
import { ScheduledMessagesModule } from './features/scheduled-messages/scheduled-messages.module.js';
import { SyncModule } from './features/sync/sync.module.js';
import { TimerRunnerModule, TimersModule } from './platform/timers/timers.module.js';

/** The dependencies of the application, which the process has opened before. */
export interface AppDependencies {
  readonly config: Config;
  readonly database: OpenDatabase;
  readonly hub: Hub;
  readonly redis: SharedRedis;
  readonly transport: TransportProbe;
}

/** The root module, which imports every feature. */
@Module({})
export class AppModule {
  static with({ config, database, hub, redis, transport }: AppDependencies): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(config),
        FeaturesModule.with(features),
        MetricsModule,
        DatabaseModule.with(database),
        DatabasePulseModule,
        AutomaticCompactionModule,
        RealtimeModule.with(hub),
        RedisModule.with(redis),
        HealthModule.with(transport),
        AdminPageModule,
        ContractModule,
        SignalReaderModule,
        AuditModule,
        AuditSealingModule,
        AuthModule,
        TimersModule,
        TimerRunnerModule,
        RoomsModule,
        PrivateLogModule,
        RoomPreferencesModule,
        NotificationLevelsModule,
        PeopleModule,
        MessagesModule,
        PinsModule,
        SearchModule,
        RoomListModule,
        RetentionModule,
        FilesModule,
        NotificationsModule,
        PresenceModule,
        SyncModule,
        OutboxModule,
        WebhooksModule,
        AuditStreamsModule,
        LinkPreviewsModule,
        LinkOutboxModule,
        PushModule,
        ReportsModule,
        SavedMessagesModule,
        ScheduledMessagesModule,
        ApiModule,
        AdministrationModule,
        GatewayModule.with([RoomsModule, NotificationsModule, PresenceModule]),
      ],
    };
  }
}
