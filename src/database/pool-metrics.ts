import { Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';

import { MetricsRegistry } from '../metrics/index.js';

/** What of its connections to the database a process uses, and what waits for one. */
@Injectable()
export class PoolMetrics {
  constructor(registry: MetricsRegistry, source: DataSource) {
    const pool = (): Pool => (source.driver as unknown as { readonly master: Pool }).master;
    new Gauge({
      name: 'parley_database_connections',
      help: 'Connections of this process to the database, by whether a statement has them.',
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
      help: 'Connections that this process may have to the database at the most (DATABASE_POOL_SIZE).',
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
