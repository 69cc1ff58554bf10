import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';

import { Backoff, spread } from '../../../platform/async/backoff.js';
import { PeriodicTask } from '../../../platform/async/periodic-task.js';
import { DatabasePulse } from '../../../platform/database/pulse/database-pulse.js';
import { LogRecord } from '../../../platform/logging/log-record.js';
import { fileKey, thumbnailKey } from '../file-keys.js';
import { FileStore } from '../store/file-store.js';
import { BLOCKED_BYTES_ARE_DUE, ScanQueue, SCANS_ARE_DUE } from './scan-queue.repository.js';
import type { TakenFile } from './scan-queue.repository.js';
import { ScanVerdicts } from './scan-verdicts.js';
import { ScannerAway } from './scanner.js';
import type { Verdict } from './scanner.js';
import { WatchedScanner } from './watched-scanner.js';

/** Of one process. */
const AT_ONCE = 4;
/** Shorter than a lease. */
const EXTEND_EVERY_MS = 5_000;
/** In seconds: after the scanner did not answer, and after it had no verdict. */
const BACKOFF = { away: new Backoff(1, 30), failed: new Backoff(1, 300) };
const LOGGED_EVERY = 10;

/**
 * Has files scanned, and deletes the bytes of blocked ones. Every node takes files for the time of a lease; those of a
 * node that is killed are taken again after it. Users take turns: one with many files does not delay the file of
 * another. A file that cannot be scanned waits, and is tried again as long as it exists.
 */
@Injectable()
export class ScanWorker implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('Scanner');
  private readonly stopping = new AbortController();
  private readonly underWay = new Map<string, Promise<void>>();
  private readonly rounds = new PeriodicTask(() => this.round(), this.log, 'Cannot take files to scan');
  private readonly leases = new PeriodicTask(() => this.extendLeases(), this.log, 'Cannot extend the leases of scans');
  /** The user whose turn it was last. */
  private lastUser = 0;

  constructor(
    private readonly queue: ScanQueue,
    private readonly scanner: WatchedScanner,
    private readonly verdicts: ScanVerdicts,
    private readonly store: FileStore,
    private readonly pulse: DatabasePulse,
  ) {}

  onApplicationBootstrap(): void {
    this.pulse.runWhen('scans', this.scanner.exists ? SCANS_ARE_DUE : BLOCKED_BYTES_ARE_DUE, this.rounds);
    this.leases.start(EXTEND_EVERY_MS);
  }

  /** Ends the scans under way, whose files other nodes may take at once. */
  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.rounds.stop();
    await Promise.all(this.underWay.values());
    await this.leases.stop();
  }

  /** Takes due files now, in place of at the next pulse. */
  wake(): void {
    if (!this.stopping.signal.aborted) void this.rounds.runNow();
  }

  private async round(): Promise<void> {
    while (this.underWay.size < AT_ONCE && !this.stopping.signal.aborted) {
      const files = await this.take(AT_ONCE - this.underWay.size);
      if (files.length === 0) return;
      for (const file of files) this.start(file);
    }
  }

  /** After the last user it is the turn of the first one again. */
  private async take(most: number): Promise<TakenFile[]> {
    const states = this.scanner.exists ? (['pending', 'blocked'] as const) : (['blocked'] as const);
    const next = await this.queue.take(states, most, this.lastUser);
    const files = next.length > 0 || this.lastUser === 0 ? next : await this.queue.take(states, most, 0);
    this.lastUser = files.reduce((last, { userId }) => Math.max(last, userId), 0);
    return files;
  }

  private start(file: TakenFile): void {
    const work = this.settle(file)
      .catch((error: unknown) => {
        // It is due again when its lease expires.
        const text = `Cannot record the result of the scan of file ${file.id}: ${String(error)}`;
        this.log.warn(LogRecord.from(text, { file: file.id, user: file.userId }));
      })
      .finally(() => {
        this.underWay.delete(file.id);
        this.wake();
      });
    this.underWay.set(file.id, work);
  }

  private async settle(file: TakenFile): Promise<void> {
    try {
      if (file.state === 'blocked') await this.deleteBytes(file);
      else await this.record(file, await this.scan(file));
    } catch (error) {
      await this.putOff(file, error);
    }
  }

  private scan({ id, bytes }: TakenFile): Promise<Verdict> {
    return this.scanner.scan(() => this.store.read(fileKey(id)), bytes, this.stopping.signal);
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

  private async putOff({ id, userId, attempts }: TakenFile, error: unknown): Promise<void> {
    if (this.stopping.signal.aborted) {
      await this.queue.putOff(id, 0);
      return;
    }
    const isAway = error instanceof ScannerAway;
    // Without the scanner all files wait, which is logged once.
    if (!isAway && attempts % LOGGED_EVERY === 1) {
      const text = `File ${id} waits, because it cannot be scanned: ${error instanceof Error ? error.message : ''}`;
      this.log.warn(LogRecord.from(text, { file: id, user: userId }));
    }
    const pause = BACKOFF[isAway ? 'away' : 'failed'].pause(attempts - 1);
    await this.queue.putOff(id, spread(pause, 0.5));
  }

  private async extendLeases(): Promise<void> {
    if (this.underWay.size > 0) await this.queue.extend([...this.underWay.keys()]);
  }
}
