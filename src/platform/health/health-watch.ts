import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';

import { PeriodicTask } from '../async/periodic-task.js';
import { ReadOnlyDatabase } from '../database/failures.js';
import { DatabasePulse } from '../database/pulse/database-pulse.js';
import { reasonOf } from '../logging/log-record.js';
import { MetricsRegistry } from '../metrics/metrics.module.js';
import type { DroppedPackets } from '../redis/dropped-packets.js';
import { DatabaseProbe, IS_READ_ONLY } from './database-probe.js';
import { DiskSpace, inWords, isLittle } from './disk-space.js';
import type { Space } from './disk-space.js';
import { Readiness, TransportProbe } from './readiness.js';

/** Logs one line at the beginning of an outage and one at its end. */
class Outage {
  private lasts = false;

  constructor(
    private readonly log: Logger,
    private readonly ended: string,
  ) {}

  /** @param reason the log line of the outage; undefined: there is none */
  is(reason: string | undefined): void {
    if (reason !== undefined && !this.lasts) this.log.warn(reason);
    if (reason === undefined && this.lasts) this.log.log(this.ended);
    this.lasts = reason !== undefined;
  }
}

const EVERY_MS = 2_000;

/** Periodically checks what a process needs, and logs one line per outage. */
@Injectable()
export class HealthWatch implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('Health');
  private readonly task = new PeriodicTask(() => this.check(), this.log, 'Cannot check the health of this process');
  private readonly databaseOutage = new Outage(this.log, 'The database is back');
  private readonly dispatchOutage = new Outage(this.log, 'Changes are dispatched again');
  private readonly diskOutage = new Outage(this.log, 'The disk of the data folder has enough free space again');

  private readonly databaseUp = new Gauge({
    name: 'parley_database_up',
    help: 'Whether the database responded to the last check, every two seconds, and accepts writes: 1 or 0.',
    registers: [this.registry],
  });

  private readonly databaseSeconds = new Gauge({
    name: 'parley_database_answer_seconds',
    help: 'Seconds that the last check of the database took, including getting a connection.',
    registers: [this.registry],
  });

  /** As the last pulse says. */
  private isReadOnly = false;

  private readonly measured: ((space: Space) => void) | undefined;

  constructor(
    private readonly registry: MetricsRegistry,
    private readonly database: DatabaseProbe,
    private readonly pulse: DatabasePulse,
    private readonly disk: DiskSpace,
    { healthy, dropped }: TransportProbe,
    private readonly readiness: Readiness,
  ) {
    new Gauge({
      name: 'parley_draining',
      help: 'Whether this process is shutting down, and accepts no new connections: 1 or 0.',
      registers: [this.registry],
      collect() {
        this.set(Number(readiness.isDraining));
      },
    });
    pulse.ask({
      name: 'is_read_only',
      expression: () => IS_READ_ONLY,
      answered: (isReadOnly) => {
        this.isReadOnly = isReadOnly === true;
      },
    });
    if (healthy) this.measureRedis(healthy, dropped);
    this.measured = disk.isMonitored ? this.measureDisk() : undefined;
  }

  async onApplicationBootstrap(): Promise<void> {
    this.task.start(EVERY_MS);
    await this.task.runNow();
  }

  onApplicationShutdown(): Promise<void> {
    return this.task.stop();
  }

  private measureRedis(healthy: () => boolean, dropped: DroppedPackets): void {
    new Gauge({
      name: 'parley_redis_up',
      help: 'Whether this process can publish to Redis and receive from it, checked every two seconds: 1 or 0. Absent without REDIS_URL.',
      registers: [this.registry],
      collect() {
        this.set(Number(healthy()));
      },
    });
    new Counter({
      name: 'parley_packets_dropped_total',
      help: 'Packets of Redis that were dropped: no node of this deployment has sent them, or not now. Absent without REDIS_URL.',
      labelNames: ['reason'],
      registers: [this.registry],
      collect() {
        this.reset();
        for (const [reason, count] of Object.entries(dropped.byReason)) this.inc({ reason }, count);
      },
    });
  }

  /** @returns a function that records the space of the disk */
  private measureDisk(): (space: Space) => void {
    const free = new Gauge({
      name: 'parley_disk_free_bytes',
      help: 'Free bytes on the disk of the data folder. Absent with DATABASE_URL and S3.',
      registers: [this.registry],
    });
    const size = new Gauge({
      name: 'parley_disk_size_bytes',
      help: 'Size of the disk of the data folder in bytes. Absent with DATABASE_URL and S3.',
      registers: [this.registry],
    });
    return (space) => {
      free.set(space.free);
      size.set(space.size);
    };
  }

  private async check(): Promise<void> {
    await this.checkDatabase();
    const stalled = 'Changes are stored, and none is dispatched: this process is not ready, and may need a restart';
    this.dispatchOutage.is(this.readiness.isStalled ? stalled : undefined);
    if (this.disk.isMonitored) await this.checkDisk();
  }

  /** The pulse shows that the database responds; without its response a query is sent. */
  private async checkDatabase(): Promise<void> {
    try {
      this.databaseSeconds.set(this.pulse.answerSeconds ?? (await this.database.answer()));
      if (this.isReadOnly) throw new ReadOnlyDatabase();
      this.databaseUp.set(1);
      this.databaseOutage.is(undefined);
    } catch (error) {
      this.databaseUp.set(0);
      this.databaseOutage.is(`The database is unavailable: ${reasonOf(error)}`);
    }
  }

  private async checkDisk(): Promise<void> {
    const space = await this.disk.left();
    this.measured?.(space);
    const reason = `The disk of the data folder is almost full, and messages may be refused: ${inWords(space)}`;
    this.diskOutage.is(isLittle(space) ? reason : undefined);
  }
}
