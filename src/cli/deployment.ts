import { Module } from '@nestjs/common';
import type { INestApplicationContext, OnModuleDestroy, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

import { AuditModule } from '../audit/index.js';
import { ConfigModule, readConfig } from '../config/index.js';
import type { Config } from '../config/index.js';
import { DatabaseModule, migrateUp, openDatabase } from '../database/index.js';
import type { OpenDatabase } from '../database/index.js';
import { entities } from '../entities.js';
import { MetricsModule } from '../metrics/index.js';
import { RedisModule, SharedRedis } from '../redis/index.js';
import { SignalsModule } from '../signals/index.js';

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
