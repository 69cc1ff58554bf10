import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { Gauge } from 'prom-client';

import { MetricsRegistry } from '../metrics/index.js';
import { reasonOf } from '../reason.js';
import { Recurring } from '../recurring.js';
import { DatabaseProbe } from './database-probe.js';
import { DiskSpace, inWords, isLittle } from './disk-space.js';
import type { Space } from './disk-space.js';
import { Outage } from './outage.js';
import { Readiness, TransportProbe } from './readiness.js';

const EVERY_MS = 2_000;

/** Looks again and again after what a process needs, whoever else asks, and says so once where something is amiss. */
@Injectable()
export class HealthWatch implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('Health');
  private readonly rounds = new Recurring(() => this.look(), this.log, 'Cannot look after the health of this process');
  private readonly databaseOutage = new Outage(this.log, 'The database is back');
  private readonly diskOutage = new Outage(this.log, 'There is room on the disk of the data folder again');

  private readonly databaseUp = new Gauge({
    name: 'parley_database_up',
    help: 'Whether the database answered when it was last asked, which it is every two seconds: 1 or 0.',
    registers: [this.registry],
  });

  private readonly databaseSeconds = new Gauge({
    name: 'parley_database_answer_seconds',
    help: 'Seconds that the last answer of the database to the smallest of questions took, a connection included.',
    registers: [this.registry],
  });

  private readonly measured: ((space: Space) => void) | undefined;

  constructor(
    private readonly registry: MetricsRegistry,
    private readonly database: DatabaseProbe,
    private readonly disk: DiskSpace,
    { healthy }: TransportProbe,
    readiness: Readiness,
  ) {
    new Gauge({
      name: 'parley_draining',
      help: 'Whether this process is going down, and takes no new connections: 1 or 0.',
      registers: [this.registry],
      collect() {
        this.set(Number(readiness.isDraining));
      },
    });
    if (healthy) this.measureRedis(healthy);
    this.measured = disk.matters ? this.measureDisk() : undefined;
  }

  async onApplicationBootstrap(): Promise<void> {
    this.rounds.start(EVERY_MS);
    await this.rounds.run();
  }

  onApplicationShutdown(): Promise<void> {
    return this.rounds.stop();
  }

  private measureRedis(healthy: () => boolean): void {
    new Gauge({
      name: 'parley_redis_up',
      help: 'Whether Redis answers this process, which asks every two seconds: 1 or 0. There is none where REDIS_URL is not set.',
      registers: [this.registry],
      collect() {
        this.set(Number(healthy()));
      },
    });
  }

  /** @returns what takes a measure of the disk */
  private measureDisk(): (space: Space) => void {
    const free = new Gauge({
      name: 'parley_disk_free_bytes',
      help: 'Bytes that are free on the disk of the data folder. There is none where DATABASE_URL is set.',
      registers: [this.registry],
    });
    const size = new Gauge({
      name: 'parley_disk_size_bytes',
      help: 'Bytes that the disk of the data folder has. There is none where DATABASE_URL is set.',
      registers: [this.registry],
    });
    return (space) => {
      free.set(space.free);
      size.set(space.size);
    };
  }

  private async look(): Promise<void> {
    await this.lookAtDatabase();
    if (this.disk.matters) await this.lookAtDisk();
  }

  private async lookAtDatabase(): Promise<void> {
    try {
      this.databaseSeconds.set(await this.database.answer());
      this.databaseUp.set(1);
      this.databaseOutage.is(undefined);
    } catch (error) {
      this.databaseUp.set(0);
      this.databaseOutage.is(`The database is away: ${reasonOf(error)}`);
    }
  }

  private async lookAtDisk(): Promise<void> {
    const space = await this.disk.left();
    this.measured?.(space);
    const reason = `The disk of the data folder is almost full, and what is sent may be refused: ${inWords(space)}`;
    this.diskOutage.is(isLittle(space) ? reason : undefined);
  }
}
