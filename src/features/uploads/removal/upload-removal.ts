import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';

import { PeriodicTask } from '../../../platform/async/periodic-task.js';
import { Leaderships } from '../../../platform/database/leases/leadership.js';
import type { Leadership } from '../../../platform/database/leases/leadership.js';
import { DatabasePulse } from '../../../platform/database/pulse/database-pulse.js';
import { fileKey, thumbnailKey } from '../file-keys.js';
import { Incoming } from '../receiving/incoming.js';
import { FileStore } from '../store/file-store.js';
import { ExpiredUploadsRepository, UPLOADS_ARE_EXPIRED } from './expired-uploads.repository.js';

/** The uploads that are removed at a time. */
const BATCH = 200;

/**
 * Deletes the bytes of uploads that nothing shows: those that nobody has used in a day, avatars that were replaced, and
 * those whose message, room or author is gone. One node at a time does it, within a second. The row is deleted after
 * the bytes, so that a process that is killed leaves no bytes without a row; what fails is repeated. While bytes may
 * still arrive, the row stays with what it takes of the quota, and the bytes are deleted again after that time.
 */
@Injectable()
export class UploadRemoval implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger(UploadRemoval.name);
  private readonly leadership: Leadership;
  private readonly rounds = new PeriodicTask(() => this.run(), this.log, 'Cannot remove uploads');
  private isStopping = false;

  constructor(
    private readonly expired: ExpiredUploadsRepository,
    private readonly incoming: Incoming,
    private readonly store: FileStore,
    private readonly pulse: DatabasePulse,
    leaderships: Leaderships,
  ) {
    this.leadership = leaderships.create('upload removal');
  }

  onApplicationBootstrap(): void {
    this.pulse.runWhen('uploads_expired', UPLOADS_ARE_EXPIRED, this.rounds);
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.rounds.stop();
  }

  private async run(): Promise<void> {
    try {
      while (!this.isStopping && (await this.leadership.lead()) && (await this.removeSome()));
    } finally {
      await this.leadership.giveUp();
    }
  }

  /** @returns whether more may be expired */
  private async removeSome(): Promise<boolean> {
    const ids = await this.expired.take(BATCH);
    if (ids.length === 0) return false;
    await this.store.remove(ids.flatMap((id) => [fileKey(id), thumbnailKey(id)]));
    await this.incoming.remove(ids);
    await this.store.removeBegun(ids);
    await this.expired.delete(ids, this.incoming.openSeconds);
    return ids.length === BATCH;
  }
}
