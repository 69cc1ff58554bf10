import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { isUUID } from 'class-validator';

import { PeriodicTask } from '../../../platform/async/periodic-task.js';
import { Leaderships } from '../../../platform/database/leases/leadership.js';
import type { Leadership } from '../../../platform/database/leases/leadership.js';
import { Incoming } from '../receiving/incoming.js';
import { ExpiredUploadsRepository } from './expired-uploads.repository.js';

const EVERY_MS = 3_600_000;
/** The files that are looked up at a time. */
const BATCH = 200;

/**
 * Deletes bytes that have arrived at the store itself after their upload was checked or removed: nothing refuses them
 * while their address is valid. One node at a time does it, every hour, where the bytes do not pass through the
 * service.
 */
@Injectable()
export class IncomingSweep implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger(IncomingSweep.name);
  private readonly leadership: Leadership;
  private readonly rounds = new PeriodicTask(() => this.run(), this.log, 'Cannot look for bytes without an upload');
  private isStopping = false;

  constructor(
    private readonly expired: ExpiredUploadsRepository,
    private readonly incoming: Incoming,
    leaderships: Leaderships,
  ) {
    this.leadership = leaderships.create('incoming sweep');
  }

  onApplicationBootstrap(): void {
    if (this.incoming.openSeconds === 0) return;
    this.rounds.start(EVERY_MS);
    void this.rounds.runNow();
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.rounds.stop();
  }

  private async run(): Promise<void> {
    let batch: string[] = [];
    const oldest = Date.now() - this.incoming.openSeconds * 1_000;
    try {
      for await (const { key, modifiedAt } of this.incoming.list()) {
        if (modifiedAt.getTime() > oldest || !isUUID(key)) continue;
        batch.push(key);
        if (batch.length < BATCH) continue;
        if (!(await this.removed(batch))) return;
        batch = [];
      }
      await this.removed(batch);
    } finally {
      await this.leadership.giveUp();
    }
  }

  /** @returns false if another node does it, or the service stops */
  private async removed(ids: readonly string[]): Promise<boolean> {
    if (this.isStopping || !(await this.leadership.lead())) return false;
    const open = await this.expired.open(ids);
    await this.incoming.remove(ids.filter((id) => !open.has(id)));
    return true;
  }
}
