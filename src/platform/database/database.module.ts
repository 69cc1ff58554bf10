import { Global, Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { DatabaseHistory } from './history/database-history.js';
import { Leaderships } from './leases/leadership.js';
import type { OpenDatabase } from './open-database.js';
import { PoolMetrics } from './pool-metrics.js';
import { UnitOfWork } from './unit-of-work.js';

@Global()
@Module({})
export class DatabaseModule {
  static with({ source, history }: Pick<OpenDatabase, 'source' | 'history'>): DynamicModule {
    return {
      module: DatabaseModule,
      providers: [
        { provide: DataSource, useValue: source },
        { provide: DatabaseHistory, useValue: history },
        Leaderships,
        PoolMetrics,
        UnitOfWork,
      ],
      exports: [DataSource, DatabaseHistory, Leaderships, UnitOfWork],
    };
  }
}
