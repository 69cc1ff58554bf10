import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { RealtimeModule } from '@parley/realtime';
import type { Hub } from '@parley/realtime/hub';

import { AccountsApiModule } from './api/accounts/accounts-api.module.js';
import { AdministrationModule } from './api/administration/administration.module.js';
import { GatewayModule } from './api/gateway/gateway.module.js';
import { ApiModule } from './api/rest/api.module.js';
import { NotificationsModule } from './features/notifications/notifications.module.js';
import { AuditModule } from './features/audit/audit.repository.js';
import { SignalReaderModule } from './platform/cluster-signals/signal-reader.js';
import type { Settings } from './platform/config/settings.js';
import { SettingsModule } from './platform/config/settings.module.js';
import { features } from './features.js';
import { FeaturesModule } from './platform/feature/feature.js';
import { AutomaticCompactionModule } from './platform/database/compact/automatic-compaction.js';
import { DatabaseModule } from './platform/database/database.module.js';
import type { OpenDatabase } from './platform/database/open-database.js';
import { DatabasePulseModule } from './platform/database/pulse/database-pulse.js';
import { HealthModule } from './platform/health/health.module.js';
import type { TransportProbe } from './platform/health/readiness.js';
import { PublicAddressModule } from './platform/http/public-address.js';
import { MetricsModule } from './platform/metrics/metrics.module.js';
import { RedisModule } from './platform/redis/shared-redis.js';
import type { SharedRedis } from './platform/redis/shared-redis.js';
import { AdminPageModule } from './platform/site/admin-page.js';
import { ContractModule } from './platform/site/docs-site.js';
import { PresenceModule } from './features/presence/presence.module.js';
import { RoomsModule } from './features/rooms/rooms.module.js';

/** The dependencies of the application, which the process has opened before. */
export interface AppDependencies {
  readonly settings: Settings;
  readonly database: OpenDatabase;
  readonly hub: Hub;
  readonly redis: SharedRedis;
  readonly transport: TransportProbe;
}

/** The root module, which imports every feature. */
@Module({})
export class AppModule {
  static async with({ settings, database, hub, redis, transport }: AppDependencies): Promise<DynamicModule> {
    return {
      module: AppModule,
      imports: [
        SettingsModule.with(settings),
        FeaturesModule.with(features),
        MetricsModule,
        DatabaseModule.with(database),
        DatabasePulseModule,
        AutomaticCompactionModule,
        RealtimeModule.with(hub),
        RedisModule.with(redis),
        HealthModule.with(transport),
        PublicAddressModule,
        AdminPageModule,
        ContractModule,
        SignalReaderModule,
        AuditModule,
        ...(await Promise.all(features.flatMap(({ module }) => module?.() ?? []))),
        ApiModule,
        AdministrationModule,
        AccountsApiModule,
        GatewayModule.with([RoomsModule, NotificationsModule, PresenceModule]),
      ],
    };
  }
}
