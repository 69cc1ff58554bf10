import { Global, Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { DatabaseKind } from './distribution/database-kind.js';
import { derivedRows, DerivedRows } from './distribution/derived-rows.js';
import { DatabaseHistory } from './history/database-history.js';
import { Leaderships } from './leases/leadership.js';
import type { OpenDatabase } from './open-database.js';
import { PoolMetrics } from './pool-metrics.js';
import { UnitOfWork } from './unit-of-work.js';

@Global()
@Module({})
export class DatabaseModule {
  static with({ source, history, kind }: Pick<OpenDatabase, 'source' | 'history' | 'kind'>): DynamicModule {
    return {
      module: DatabaseModule,
      providers: [
        { provide: DataSource, useValue: source },
        { provide: DatabaseHistory, useValue: history },
        { provide: DatabaseKind, useValue: kind },
        { provide: DerivedRows, useValue: derivedRows(kind) },
        Leaderships,
        PoolMetrics,
        UnitOfWork,
      ],
      exports: [DataSource, DatabaseHistory, DatabaseKind, DerivedRows, Leaderships, UnitOfWork],
    };
  }
}
