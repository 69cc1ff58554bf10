import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';

import { Backoff, spread } from '../../../platform/async/backoff.js';
import { DatabasePulse } from '../../../platform/database/pulse/database-pulse.js';
import { JobWorker } from '../../../platform/jobs/job-worker.js';
import type { JobKind } from '../../../platform/jobs/job-worker.js';
import { LogRecord } from '../../../platform/logging/log-record.js';
import { fileKey, thumbnailKey } from '../file-keys.js';
import { FileStore } from '../store/file-store.js';
import { ScanQueue } from './scan-queue.repository.js';
import type { TakenFile } from './scan-queue.repository.js';
import { ScanVerdicts } from './scan-verdicts.js';
import { ScannerAway } from './scanner.js';
import type { Verdict } from './scanner.js';
import { WatchedScanner } from './watched-scanner.js';

/** In seconds: after the scanner did not answer, and after it had no verdict. */
const BACKOFF = { away: new Backoff(1, 30), failed: new Backoff(1, 300) };
const LOGGED_EVERY = 10;

/**
 * Has files scanned, and deletes the bytes of blocked ones. A file that cannot be scanned waits, and is tried again as
 * long as it exists.
 */
@Injectable()
export class ScanFileJob implements JobKind<TakenFile>, OnApplicationBootstrap, OnApplicationShutdown {
  readonly name = 'scans';
  readonly atOnce = 4;
  readonly log = new Logger('Scanner');
  private readonly worker: JobWorker<TakenFile>;

  constructor(
    private readonly queue: ScanQueue,
    private readonly scanner: WatchedScanner,
    private readonly verdicts: ScanVerdicts,
    private readonly store: FileStore,
    private readonly pulse: DatabasePulse,
  ) {
    this.worker = new JobWorker(this, queue);
  }

  onApplicationBootstrap(): void {
    this.worker.start(this.pulse);
  }

  onApplicationShutdown(): Promise<void> {
    return this.worker.stop();
  }

  /** Takes due files now. */
  wake(): void {
    this.worker.wake();
  }

  async run(file: TakenFile, signal: AbortSignal): Promise<void> {
    if (file.state === 'blocked') await this.deleteBytes(file);
    else await this.record(file, await this.scan(file, signal));
  }

  async failed(file: TakenFile, error: unknown): Promise<void> {
    const { id, userId, attempts } = file;
    const isAway = error instanceof ScannerAway;
    // Without the scanner all files wait, which is logged once.
    if (!isAway && attempts % LOGGED_EVERY === 1) {
      const text = `File ${id} waits, because it cannot be scanned: ${error instanceof Error ? error.message : ''}`;
      this.log.warn(LogRecord.from(text, { file: id, user: userId }));
    }
    await this.queue.putOff(file, spread(BACKOFF[isAway ? 'away' : 'failed'].pause(attempts - 1), 0.5));
  }

  private scan({ id, bytes }: TakenFile, signal: AbortSignal): Promise<Verdict> {
    return this.scanner.scan(() => this.store.read(fileKey(id)), bytes, signal);
  }

  private async record({ id, userId }: TakenFile, verdict: Verdict): Promise<void> {
    if (!(await this.verdicts.record(id, verdict)) || verdict.isClean) return;
    const text = `File ${id} of user ${String(userId)} is blocked: ${verdict.signature ?? 'no name is known'}`;
    this.log.warn(LogRecord.from(text, { file: id, user: userId }));
    this.wake();
  }

  private async deleteBytes({ id }: TakenFile): Promise<void> {
    await this.store.remove([fileKey(id), thumbnailKey(id)]);
    await this.queue.bytesDeleted(id);
  }
}
