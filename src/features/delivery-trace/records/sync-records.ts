import { PeriodicTask } from '../../../platform/async/periodic-task.js';
import { DeliveryRecordSettings } from '../../rooms/room.settings.js';
import { MetricsRegistry } from '../../../platform/metrics/metrics.module.js';
import type { SyncRecord } from './sync-record.entity.js';
import { SyncRecordsRepository } from './sync-records.repository.js';
import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { Counter } from 'prom-client';

const FLUSH_MS = 1_000;
/** The limit of rooms in unwritten pages, which is some MiB. */
const MOST_ROOMS = 50_000;
const PAGES_A_STATEMENT = 1_000;

/**
 * Records what syncs have returned, for the trace of a message. Pages are buffered in memory and written in batches, so
 * that no sync waits for it. If the buffer is full, pages are dropped, and the records are marked as complete only
 * since then.
 */
@Injectable()
export class SyncRecords implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger(SyncRecords.name);
  private readonly isKept: boolean;
  private waiting: SyncRecord[] = [];
  private roomsWaiting = 0;
  private left = 0;
  private readonly flushes = new PeriodicTask(() => this.flush(), this.log, 'Cannot record syncs');
  private readonly leftOut = new Counter({
    name: 'parley_sync_records_left_out_total',
    help: 'Pages of syncs that were not recorded because the buffer was full.',
    registers: [this.registry],
  });

  constructor(
    private readonly repository: SyncRecordsRepository,
    private readonly registry: MetricsRegistry,
    settings: DeliveryRecordSettings,
  ) {
    this.isKept = settings.days > 0;
  }

  /** Records a page, unless it returned no changes. */
  record(record: SyncRecord): void {
    if (!this.isKept || record.rooms.length === 0) return;
    if (this.roomsWaiting + record.rooms.length > MOST_ROOMS) {
      this.left += 1;
      this.leftOut.inc();
      return;
    }
    this.waiting.push(record);
    this.roomsWaiting += record.rooms.length;
  }

  onApplicationBootstrap(): void {
    if (this.isKept) this.flushes.start(FLUSH_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.flushes.stop();
    await this.flushes.runNow();
  }

  /** Pages that arrive meanwhile are written by the next flush. */
  private async flush(): Promise<void> {
    let due = this.waiting.length;
    while (due > 0) {
      const pages = this.waiting.slice(0, Math.min(due, PAGES_A_STATEMENT));
      await this.repository.write(pages);
      this.waiting.splice(0, pages.length);
      this.roomsWaiting -= pages.reduce((sum, { rooms }) => sum + rooms.length, 0);
      due -= pages.length;
    }
    const { left } = this;
    if (left === 0) return;
    await this.repository.areIncomplete();
    this.left -= left;
    this.log.warn(`${String(left)} pages of syncs were not recorded: the buffer was full`);
  }
}
