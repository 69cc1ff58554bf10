import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { RealtimeModule } from '@parley/realtime';
import type { Hub } from '@parley/realtime/hub';
import type { DataSource } from 'typeorm';

import { ApiModule } from './api/index.js';
import { AuditModule } from './audit/index.js';
import { AuthModule } from './auth/index.js';
import { ConfigModule } from './config/index.js';
import type { Config } from './config/index.js';
import { ContractModule } from './contract/index.js';
import { DatabaseModule } from './database/index.js';
import { OutboxModule } from './feed/index.js';
import { GatewayModule } from './gateway/index.js';
import { HealthModule } from './health/index.js';
import type { TransportProbe } from './health/index.js';
import { MessagesModule } from './messages/index.js';
import { MetricsModule } from './metrics/index.js';
import { NotificationsModule } from './notifications/index.js';
import { PresenceModule } from './presence/index.js';
import { PushModule } from './push/index.js';
import { RedisModule } from './redis/index.js';
import type { SharedRedis } from './redis/index.js';
import { RoomsModule } from './rooms/index.js';
import { SignalReaderModule } from './signals/index.js';
import { SyncModule } from './sync/index.js';
import { UsersModule } from './users/index.js';
import { WebhooksModule } from './webhooks/index.js';

/** The dependencies of the application, which the process has opened before. */
export interface AppDependencies {
  readonly config: Config;
  readonly source: DataSource;
  readonly hub: Hub;
  readonly redis: SharedRedis;
  readonly transport: TransportProbe;
}

/** The root module, which imports every feature. */
@Module({})
export class AppModule {
  static with({ config, source, hub, redis, transport }: AppDependencies): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(config),
        MetricsModule,
        DatabaseModule.with(source),
        RealtimeModule.with(hub),
        RedisModule.with(redis),
        HealthModule.with(transport),
        ContractModule,
        SignalReaderModule,
        AuditModule,
        AuthModule,
        UsersModule,
        RoomsModule,
        MessagesModule,
        NotificationsModule,
        PresenceModule,
        SyncModule,
        OutboxModule,
        WebhooksModule,
        PushModule,
        ApiModule,
        GatewayModule.with([RoomsModule, NotificationsModule, PresenceModule]),
      ],
    };
  }
}
