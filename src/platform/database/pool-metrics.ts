import { Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';

import { MetricsRegistry } from '../metrics/metrics.module.js';

@Injectable()
export class PoolMetrics {
  constructor(registry: MetricsRegistry, source: DataSource) {
    const pool = (): Pool => (source.driver as unknown as { readonly master: Pool }).master;
    new Gauge({
      name: 'parley_database_connections',
      help: 'Connections of this process to the database, by state: busy, idle.',
      labelNames: ['state'],
      registers: [registry],
      collect() {
        const { totalCount, idleCount } = pool();
        this.set({ state: 'busy' }, totalCount - idleCount);
        this.set({ state: 'idle' }, idleCount);
      },
    });
    new Gauge({
      name: 'parley_database_connections_max',
      help: 'Maximum number of connections of this process to the database (DATABASE_POOL_SIZE).',
      registers: [registry],
      collect() {
        this.set(pool().options.max);
      },
    });
    new Gauge({
      name: 'parley_database_waiting',
      help: 'Statements that wait for a connection to the database.',
      registers: [registry],
      collect() {
        this.set(pool().waitingCount);
      },
    });
  }
}
