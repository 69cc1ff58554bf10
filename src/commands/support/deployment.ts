import { Module } from '@nestjs/common';
import type { INestApplicationContext, OnModuleDestroy, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

import { AuditModule } from '../../operations/audit/audit.repository.js';
import { entities } from '../../operations/schema/entities.js';
import { SignalsModule } from '../../platform/cluster-signals/signals.js';
import { ConfigModule } from '../../platform/config/config.js';
import type { Config } from '../../platform/config/config.js';
import { readConfig } from '../../platform/config/read-config.js';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { migrateUp } from '../../platform/database/migrate.js';
import { openDatabase } from '../../platform/database/open-database.js';
import type { OpenDatabase } from '../../platform/database/open-database.js';
import { MetricsModule } from '../../platform/metrics/metrics.module.js';
import { RedisModule, SharedRedis } from '../../platform/redis/shared-redis.js';

@Module({})
class Services {}

/** The services and the database of a deployment for a command. They are opened on first use. */
export class Deployment implements OnModuleDestroy {
  private config: Config | undefined;
  private opened: OpenDatabase | undefined;
  private services: INestApplicationContext | undefined;

  /** @param features the modules whose services commands use */
  constructor(private readonly features: readonly Type[]) {}

  /**
   * A service of one of the modules. The database is migrated before.
   * @throws CannotStart
   */
  async get<Service>(service: Type<Service>): Promise<Service> {
    this.services ??= await this.start();
    return this.services.get(service, { strict: false });
  }

  /** @throws CannotStart with all errors of the configuration */
  settings(): Config {
    this.config ??= readConfig();
    return this.config;
  }

  /**
   * The database, without a migration.
   * @throws CannotStart
   */
  async database(): Promise<OpenDatabase['source']> {
    this.opened ??= await openDatabase(this.settings(), entities, 'command');
    return this.opened.source;
  }

  async onModuleDestroy(): Promise<void> {
    await this.services?.close();
    await this.opened?.close();
  }

  private async start(): Promise<INestApplicationContext> {
    const source = await this.database();
    await migrateUp(source);
    const imports = [
      ConfigModule.with(this.settings()),
      DatabaseModule.with(source),
      MetricsModule,
      // A command accepts no connections and counts no rates, so it does not need Redis.
      RedisModule.with(new SharedRedis(undefined)),
      SignalsModule,
      AuditModule,
      ...this.features,
    ];
    return NestFactory.createApplicationContext({ module: Services, imports }, { logger: false, abortOnError: false });
  }
}
