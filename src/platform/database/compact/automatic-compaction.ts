import { Injectable, Logger, Module } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';

import { PeriodicTask } from '../../async/periodic-task.js';
import { LogRecord } from '../../logging/log-record.js';
import { Compaction, CompactionModule, totalOf } from './compaction.js';

const HOUR_MS = 3_600_000;
/**
 * A table that was compacted is not compacted again for this time, so that an estimate that is too low costs little.
 */
const REST_MS = 24 * HOUR_MS;
/** Moving rows and building indexes writes about twice what it gives back: less than this is left to the next rows. */
const LEAST_BYTES = 67_108_864;
/** A table that messages come to and go from has some free pages at all times, which new messages fill. */
const LEAST_SHARE = 0.3;

/**
 * Compacts tables when retention, purges and the lifetimes of records have left much free space, on one node at a time.
 * An operator does it otherwise: behind a pooler of transactions, for less space, and in the embedded database, where
 * every statement would wait for the building of an index. There the space becomes usable for new rows.
 */
@Injectable()
export class AutomaticCompaction implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger(AutomaticCompaction.name);
  private readonly stopping = new AbortController();
  private readonly restUntil = new Map<string, number>();
  private readonly checks = new PeriodicTask(() => this.check(), this.log, 'Cannot compact the database');

  constructor(private readonly compaction: Compaction) {}

  onApplicationBootstrap(): void {
    const { isPossible, isEmbedded } = this.compaction;
    if (isPossible) this.checks.start(HOUR_MS);
    if (isEmbedded) void this.checks.runNow();
    if (!isPossible)
      this.log.log('Free space of tables is given back by "parley database compact" only, because of the pooler');
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.checks.stop();
  }

  /** @param leastBytes what a table must be able to give back */
  async check(leastBytes = LEAST_BYTES): Promise<void> {
    try {
      if (this.compaction.isEmbedded) await this.compaction.vacuum(this.stopping.signal);
      else await this.compact(leastBytes);
    } catch (error) {
      if (!this.stopping.signal.aborted) throw error;
    }
  }

  private async compact(leastBytes: number): Promise<void> {
    const compacted = await this.compaction.run({
      isExcluded: (table, bytes) => bytes < leastBytes || performance.now() < (this.restUntil.get(table) ?? 0),
      isWorth: (reclaimable, bytes) => reclaimable >= leastBytes && reclaimable >= bytes * LEAST_SHARE,
      signal: this.stopping.signal,
    });
    for (const table of compacted) {
      const given = totalOf(table, 'before') - totalOf(table, 'after');
      if (table.isCompacted) this.restUntil.set(table.name, performance.now() + REST_MS);
      const text = `Compacted the table ${table.name}: it has given ${String(given)} bytes back`;
      if (given > 0) this.log.log(LogRecord.from(text, { table: table.name, bytes: given }));
    }
  }
}

@Module({ imports: [CompactionModule], providers: [AutomaticCompaction] })
export class AutomaticCompactionModule {}
