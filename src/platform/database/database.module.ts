import { Global, Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { Leaderships } from './leadership.js';
import { PoolMetrics } from './pool-metrics.js';
import { UnitOfWork } from './unit-of-work.js';

@Global()
@Module({})
export class DatabaseModule {
  /** @param source an open connection to the deployment's database */
  static with(source: DataSource): DynamicModule {
    return {
      module: DatabaseModule,
      providers: [{ provide: DataSource, useValue: source }, Leaderships, PoolMetrics, UnitOfWork],
      exports: [DataSource, Leaderships, UnitOfWork],
    };
  }
}
