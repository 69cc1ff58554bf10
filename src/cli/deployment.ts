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

/** What a command works on. It is opened by the first question, so that `--help` needs nothing to be there. */
export class Deployment implements OnModuleDestroy {
  private config: Config | undefined;
  private opened: OpenDatabase | undefined;
  private services: INestApplicationContext | undefined;

  /** @param features the modules whose services commands ask for */
  constructor(private readonly features: readonly Type[]) {}

  /**
   * A service of one of the features, over a database that is up to date.
   * @throws CannotStart
   */
  async get<Service>(service: Type<Service>): Promise<Service> {
    this.services ??= await this.start();
    return this.services.get(service, { strict: false });
  }

  /** @throws CannotStart naming every fault of the configuration */
  settings(): Config {
    this.config ??= readConfig();
    return this.config;
  }

  /**
   * The database as it is found.
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
      // A command lets nobody in, and has nothing to count.
      RedisModule.with(new SharedRedis(undefined)),
      SignalsModule,
      AuditModule,
      ...this.features,
    ];
    return NestFactory.createApplicationContext({ module: Services, imports }, { logger: false, abortOnError: false });
  }
}
