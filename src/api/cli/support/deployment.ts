import { Module } from '@nestjs/common';
import type { FactoryProvider, INestApplicationContext, OnModuleDestroy, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

import { StoredSettingsModule } from '../../../features/deployment/deployment.module.js';
import { AuditModule } from '../../../features/audit/audit.repository.js';
import { entities, features } from '../../../features.js';
import { SignalsModule } from '../../../platform/cluster-signals/signals.js';
import { CannotStart, Config } from '../../../platform/config/config.js';
import { readConfig } from '../../../platform/config/read-config.js';
import type { Settings } from '../../../platform/config/settings.js';
import { SettingsModule } from '../../../platform/config/settings.module.js';
import { DatabaseModule } from '../../../platform/database/database.module.js';
import { requireDatabase } from '../../../platform/database/embedded/database-folder.js';
import { WitnessFile } from '../../../platform/database/history/witness-file.js';
import { isMigrated, migrateUp } from '../../../platform/database/migrate.js';
import { openDatabase } from '../../../platform/database/open-database.js';
import type { OpenDatabase } from '../../../platform/database/open-database.js';
import { queryOf } from '../../../platform/database/query.js';
import { FeaturesModule } from '../../../platform/feature/feature.js';
import { PublicAddressModule } from '../../../platform/http/public-address.js';
import { MetricsModule } from '../../../platform/metrics/metrics.module.js';
import { RedisModule, SharedRedis } from '../../../platform/redis/shared-redis.js';
import { settingsParts } from '../../../settings-parts.js';
import { SignalledRoomLogModule } from '../../../features/rooms/change-log/signalled-room-log.js';

@Module({})
class Services {}

/**
 * The behaviour if there is no database. Only commands that begin a deployment create one: for all others a wrong
 * DATA_DIR or DATABASE_URL is more likely.
 */
type IfMissing = 'refuse' | 'create';

/** The services and the database of a deployment for a command. They are opened on first use. */
export class Deployment implements OnModuleDestroy {
  private read: Settings | undefined;
  private opened: OpenDatabase | undefined;
  private services: INestApplicationContext | undefined;

  /** @param features the modules whose services commands use */
  constructor(private readonly features: readonly Type[]) {}

  /** The provider for the commands of a module. @param features the modules whose services they use */
  static with(features: readonly Type[]): FactoryProvider<Deployment> {
    return { provide: Deployment, useFactory: () => new Deployment(features) };
  }

  /**
   * A service of one of the modules. The database is migrated before.
   * @throws CannotStart
   */
  async get<Service>(service: Type<Service>, ifMissing: IfMissing = 'refuse'): Promise<Service> {
    this.services ??= await this.start(ifMissing);
    return this.services.get(service, { strict: false });
  }

  /** Creates no file before secrets are asked for. @throws CannotStart with all errors of the configuration */
  settings(): Settings {
    this.read ??= readConfig(settingsParts);
    return this.read;
  }

  /**
   * The database, without a migration.
   * @throws CannotStart
   */
  async database(ifMissing: IfMissing = 'refuse'): Promise<OpenDatabase['source']> {
    return (await this.open(ifMissing)).source;
  }

  /**
   * The database for its distribution, without a migration.
   * @throws CannotStart if there is none, or it has no tables
   */
  async undistributed(): Promise<OpenDatabase['source']> {
    const { source } = await this.open('refuse', 'distribution');
    if (!(await isMigrated(source))) throw this.withoutTables();
    return source;
  }

  async onModuleDestroy(): Promise<void> {
    await this.services?.close();
    await this.opened?.close();
  }

  private get config(): Config {
    return this.settings().of(Config);
  }

  private async open(ifMissing: IfMissing, role: 'command' | 'distribution' = 'command'): Promise<OpenDatabase> {
    const { database, dataDir } = this.config;
    if (ifMissing === 'refuse' && database.url === undefined) requireDatabase(dataDir);
    this.opened ??= await openDatabase(this.config, entities, role);
    return this.opened;
  }

  private async start(ifMissing: IfMissing): Promise<INestApplicationContext> {
    const { source, history, kind } = await this.open(ifMissing);
    if (ifMissing === 'refuse' && !(await isMigrated(source))) throw this.withoutTables();
    await migrateUp(source);
    const witness = new WitnessFile(this.config.dataDir);
    await history.start(queryOf(source), [witness]);
    const imports = [
      // Creates missing secrets, so the database is checked before.
      SettingsModule.with(this.settings()),
      FeaturesModule.with(features),
      DatabaseModule.with({ source, history, kind }),
      MetricsModule,
      // A command accepts no connections and counts no rates, so it does not need Redis.
      RedisModule.with(new SharedRedis(undefined)),
      SignalsModule,
      SignalledRoomLogModule,
      AuditModule,
      StoredSettingsModule,
      PublicAddressModule,
      ...this.features,
    ];
    return NestFactory.createApplicationContext({ module: Services, imports }, { logger: false, abortOnError: false });
  }

  private withoutTables(): CannotStart {
    const { database, dataDir } = this.config;
    const place = database.url === undefined ? `in the data folder ${dataDir} (DATA_DIR)` : 'of DATABASE_URL';
    return new CannotStart(`The database ${place} has no tables of Parley: create them with "parley migrate up".`);
  }
}
