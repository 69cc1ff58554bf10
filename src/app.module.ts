import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { RealtimeModule } from '@parley/realtime';
import type { Hub } from '@parley/realtime/hub';

import { AdministrationModule } from './administration/administration.module.js';
import { AuthModule } from './auth/auth.module.js';
import { FilesModule } from './files/files.module.js';
import { GatewayModule } from './gateway/gateway.module.js';
import { LinkPreviewsModule } from './integrations/link-previews/link-previews.module.js';
import { OutboxModule } from './integrations/outbox/outbox.module.js';
import { ApiModule } from './integrations/rest-api/api.module.js';
import { AuditStreamsModule } from './integrations/audit-streams/audit-streams.module.js';
import { PushModule } from './integrations/web-push/push.module.js';
import { WebhooksModule } from './integrations/webhooks/webhooks.module.js';
import { MessagesModule } from './messages/messages.module.js';
import { NotificationsModule } from './notifications/notifications.module.js';
import { AuditSealingModule } from './operations/audit/audit-sealing.js';
import { AuditModule } from './operations/audit/audit.repository.js';
import { SignalReaderModule } from './platform/cluster-signals/signal-reader.js';
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
import { NotificationLevelsModule } from './notification-levels/notification-levels.module.js';
import { PeopleModule } from './people/people.module.js';
import { PresenceModule } from './presence/presence.module.js';
import { PrivateLogModule } from './private-log/private-log.module.js';
import { RoomPreferencesModule } from './room-preferences/room-preferences.module.js';
import { RoomsModule } from './rooms/rooms.module.js';
import { ReportsModule } from './reports/reports.module.js';
import { SavedMessagesModule } from './saved-messages/saved-messages.module.js';
import { ScheduledMessagesModule } from './scheduled-messages/scheduled-messages.module.js';
import { SyncModule } from './sync/sync.module.js';
import { TimerRunnerModule, TimersModule } from './timers/timers.module.js';

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
        FilesModule,
        NotificationsModule,
        PresenceModule,
        SyncModule,
        OutboxModule,
        WebhooksModule,
        AuditStreamsModule,
        LinkPreviewsModule,
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
