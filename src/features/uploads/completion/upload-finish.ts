import { Injectable } from '@nestjs/common';

import { FairQueue, WaitedTooLong } from '../../../platform/async/fair-queue.js';
import { FileStore } from '../store/file-store.js';
import type { PartialFile } from '../store/partial-file.js';
import { fileKey, thumbnailKey } from '../file-keys.js';
import { ScanFileJob } from '../scanning/scan-file.job.js';
import { WatchedScanner } from '../scanning/watched-scanner.js';
import { Incoming } from '../receiving/incoming.js';
import { UploadLocks } from '../receiving/upload-locks.js';
import { UploadMetrics } from '../upload-metrics.js';
import { LASTING_FAULTS, UploadRefused } from '../upload-refused.js';
import { UploadsRepository } from '../uploads.repository.js';
import type { Upload } from '../uploads.repository.js';
import { FileCheck } from '../checking/file-check.js';
import type { FileToStore } from '../checking/file-check.js';

/** Of all users. Each may have a thread that reads the file. */
const CHECKS_AT_ONCE = 4;
const LONGEST_WAIT_MS = 30_000;

/**
 * Makes a file of the bytes that have arrived: checks them, stores them, and notes in the row of the upload that they
 * are ready, or wait for the scanner, which no request waits for. A process that is killed between any two of these
 * steps leaves an open upload, and the next request repeats them all. A file that is stored for a row that stays open
 * is deleted with the row.
 */
@Injectable()
export class UploadFinish {
  /** Users take turns. */
  private readonly turns = new FairQueue<number>({ permits: CHECKS_AT_ONCE, longestWaitMs: LONGEST_WAIT_MS });
  /** The checks of this node. Requests for one upload share its check. */
  private readonly running = new Map<string, Promise<Upload>>();

  constructor(
    private readonly uploads: UploadsRepository,
    private readonly incoming: Incoming,
    private readonly locks: UploadLocks,
    private readonly check: FileCheck,
    private readonly store: FileStore,
    private readonly metrics: UploadMetrics,
    private readonly scanner: WatchedScanner,
    private readonly scans: ScanFileJob,
  ) {}

  /**
   * @param upload whose bytes have all arrived
   * @param whole the file of all its bytes, if the store has begun it
   * @returns the upload, which is ready, or waits for its scan
   * @throws UploadRefused of `LASTING_FAULTS`, after which nothing is left of the upload; `incomplete`, `in_use`,
   *   `busy`, `gone`
   */
  finish({ id, userId }: Upload, whole?: PartialFile): Promise<Upload> {
    const running = this.running.get(id) ?? this.finishInTurn(id, userId, whole).finally(() => this.running.delete(id));
    this.running.set(id, running);
    return running;
  }

  private async finishInTurn(id: string, userId: number, whole?: PartialFile): Promise<Upload> {
    try {
      return await this.turns.run(userId, () => this.locks.hold(id, () => this.finishLocked(id, whole)));
    } catch (error) {
      if (!(error instanceof WaitedTooLong)) throw error;
      throw new UploadRefused('busy', 'Too many files are being checked: try again later.');
    }
  }

  private async finishLocked(id: string, whole?: PartialFile): Promise<Upload> {
    const upload = await this.uploads.find(id);
    if (upload?.state === 'open') await this.finishOpen(upload, whole);
    const complete = await this.uploads.find(id);
    if (!complete || complete.state === 'open') throw new UploadRefused('gone', 'No such upload.');
    return complete;
  }

  private async finishOpen(upload: Upload, whole?: PartialFile): Promise<void> {
    try {
      await this.incoming.withFile(upload, (path) =>
        this.check.check(whole?.path ?? path, { ...upload, owner: upload.userId }, (file) =>
          this.keep(upload, file, whole),
        ),
      );
    } catch (error) {
      if (error instanceof UploadRefused && LASTING_FAULTS.has(error.fault)) await this.uploads.expire(upload.id);
      throw error;
    }
    await this.incoming.remove([upload.id]);
    // Of an earlier request, whose process was killed.
    if (!whole) await this.store.removeBegun([upload.id]);
  }

  private async keep({ id }: Upload, file: FileToStore, whole?: PartialFile): Promise<void> {
    const { checked, path, thumbnail } = file;
    const digest = await this.store.put(fileKey(id), path, path === whole?.path ? whole : undefined);
    if (thumbnail !== undefined) await this.store.put(thumbnailKey(id), thumbnail);
    if (await this.uploads.checked(id, { ...checked, ...digest }, this.scanner.exists ? 'pending' : 'ready')) {
      this.metrics.completed();
      if (this.scanner.exists) this.scans.wake();
      return;
    }
    // A process that stands still for longer than a lock finds the file checked by another, which serves these bytes.
    const state = (await this.uploads.find(id))?.state;
    if (state === 'ready' || state === 'pending') return;
    // The upload was removed meanwhile, and its row with it, or the scanner has blocked these bytes.
    await this.store.remove([fileKey(id), thumbnailKey(id)]);
  }
}
