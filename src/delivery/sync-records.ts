import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { Counter } from 'prom-client';

import { Config } from '../config/index.js';
import { MetricsRegistry } from '../metrics/index.js';
import { Recurring } from '../recurring.js';
import { SyncRecordsRepository } from './sync-records.repository.js';
import type { ToldRoom } from './told-room.js';

/** A page of a sync, as it is handed to the connection that asked. */
export interface SyncRecord {
  readonly userId: number;
  readonly sessionId: string;
  readonly syncedAt: Date;
  readonly rooms: readonly ToldRoom[];
}

const FLUSH_MS = 1_000;
/** Of pages that wait to be written: what these come to is some MiB. */
const MOST_ROOMS = 50_000;
const PAGES_A_STATEMENT = 1_000;

/**
 * What syncs have told, for whoever asks later why somebody did not get a message. Pages are noted in memory, and written
 * together a moment later, so that no sync waits for it. Where more is told than can be written, it is left out, and from
 * then on the records say that they are complete only since.
 */
@Injectable()
export class SyncRecords implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger(SyncRecords.name);
  private readonly isKept: boolean;
  private waiting: SyncRecord[] = [];
  private roomsWaiting = 0;
  private left = 0;
  private readonly flushes = new Recurring(() => this.flush(), this.log, 'Cannot record what syncs have told');
  private readonly leftOut = new Counter({
    name: 'parley_sync_records_left_out_total',
    help: 'Pages of syncs that were not recorded, as more was told than could be written.',
    registers: [this.registry],
  });

  constructor(
    private readonly repository: SyncRecordsRepository,
    private readonly registry: MetricsRegistry,
    { retention }: Config,
  ) {
    this.isKept = retention.deliveryRecordDays > 0;
  }

  /** A page that told nothing new is not kept. */
  note(record: SyncRecord): void {
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
    await this.flushes.run();
  }

  /** What comes while it writes is for the next time. */
  private async flush(): Promise<void> {
    for (let due = this.waiting.length; due > 0;) {
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
    this.log.warn(`${String(left)} pages of syncs were not recorded: more was told than could be written`);
  }
}
