import { Readable } from 'node:stream';

import { Inject, Injectable, Logger, Optional } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown, OnModuleInit } from '@nestjs/common';

import { PeriodicTask } from '../../../platform/async/periodic-task.js';
import { within } from '../../../platform/async/timeout.js';
import { HealthParts } from '../../../platform/health/health-parts.js';
import type { HealthPart } from '../../../platform/health/health-parts.js';
import { SCANNER } from './open-scanner.js';
import { ScanMetrics } from './scan-metrics.js';
import type { ScanOutcome } from './scan-metrics.js';
import { Scanner, ScanFailed, ScannerAway } from './scanner.js';
import type { Verdict } from './scanner.js';

/** The longest scan: this time, and the time of its bytes at this speed. clamd itself ends a scan after two minutes. */
const SCAN_MS = 150_000;
const BYTES_PER_MS = 1_024;
/** How often a scanner is tried that does not answer, and at the start. */
const PROBE_EVERY_MS = 5_000;
const PROBE_MS = 10_000;
const SAMPLE = Buffer.from('Parley tries its scanner.\n');
/** Longer than the longest pause before a file is scanned again. */
const FAILURE_SHOWN_MS = 600_000;

/**
 * The scanner of the deployment, with a time limit. `/health`, the metrics and the log show whether it answers: one
 * line at the beginning of an outage and one at its end. A scanner that does not answer is tried again without a file.
 */
@Injectable()
export class WatchedScanner implements OnModuleInit, OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('Scanner');
  private readonly probes = new PeriodicTask(() => this.probe(), this.log, 'Cannot try the scanner');
  private readonly stopping = new AbortController();
  private counted: ((outcome: ScanOutcome, seconds: number) => void) | undefined;
  /** Undefined until the first answer. */
  private isUp: boolean | undefined;
  /** When it had no verdict last, by the clock of `performance`. */
  private failedAt = -Infinity;

  constructor(
    @Optional() @Inject(SCANNER) private readonly scanner: Scanner | undefined,
    private readonly health: HealthParts,
    private readonly metrics: ScanMetrics,
  ) {}

  /** Whether files are scanned. */
  get exists(): boolean {
    return this.scanner !== undefined;
  }

  onModuleInit(): void {
    if (!this.scanner) return;
    this.counted = this.metrics.start(() => this.isUp === true);
    this.health.add('scanner', () => this.state());
    this.log.log(`Every file is scanned before it can be read, by ${this.scanner.description}`);
  }

  onApplicationBootstrap(): void {
    if (!this.scanner) return;
    void this.probes.runNow();
    this.probes.start(PROBE_EVERY_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.probes.stop();
  }

  /**
   * Scans a file.
   * @param open returns its bytes; they are destroyed at the end
   * @throws ScannerAway, ScanFailed; the reason of `stop`; a failure of the bytes
   */
  async scan(open: () => Promise<Readable>, size: number, stop: AbortSignal): Promise<Verdict> {
    const since = performance.now();
    const ended = (outcome: ScanOutcome): void => this.counted?.(outcome, (performance.now() - since) / 1_000);
    try {
      const verdict = await this.verdict(open, size, { ms: SCAN_MS + size / BYTES_PER_MS, stop });
      this.answered();
      ended(verdict.isClean ? 'clean' : 'blocked');
      return verdict;
    } catch (error) {
      if (stop.aborted) throw error;
      this.noteFailure(error);
      ended(error instanceof ScannerAway ? 'away' : 'failed');
      throw error;
    }
  }

  private async verdict(
    open: () => Promise<Readable>,
    size: number,
    { ms, stop }: { readonly ms: number; readonly stop: AbortSignal },
  ): Promise<Verdict> {
    const { scanner } = this;
    if (!scanner) throw new ScannerAway('there is none');
    try {
      return await within(ms, stop, async (signal) => {
        const bytes = await open();
        // A stream that fails after its scan has nobody who listens to it.
        bytes.on('error', () => undefined);
        try {
          return await scanner.scan(bytes, size, signal);
        } finally {
          bytes.destroy();
        }
      });
    } catch (error) {
      if (error instanceof Error && error.name === 'TimeoutError') {
        throw new ScannerAway(`no verdict within ${String(Math.round(ms / 1_000))} s`);
      }
      throw error;
    }
  }

  /** Does nothing while the scanner answers. */
  private async probe(): Promise<void> {
    if (this.isUp === true) return;
    try {
      const open = (): Promise<Readable> => Promise.resolve(Readable.from([SAMPLE], { objectMode: false }));
      await this.verdict(open, SAMPLE.length, { ms: PROBE_MS, stop: this.stopping.signal });
      this.answered();
    } catch (error) {
      if (!this.stopping.signal.aborted) this.noteFailure(error);
    }
  }

  private answered(): void {
    if (this.isUp === false) this.log.log('The scanner answers again');
    this.isUp = true;
  }

  private noteFailure(error: unknown): void {
    if (error instanceof ScanFailed) {
      this.failedAt = performance.now();
      this.answered();
    }
    if (!(error instanceof ScannerAway)) return;
    if (this.isUp !== false) {
      this.log.warn(`The scanner does not answer: ${error.message}. Files wait for it, and nobody can read them.`);
    }
    this.isUp = false;
  }

  private state(): HealthPart {
    if (this.isUp !== true) {
      return { status: 'degraded', message: 'It does not answer: new files wait for it, and nobody can read them.' };
    }
    return performance.now() - this.failedAt > FAILURE_SHOWN_MS
      ? { status: 'up', message: 'It scans every file before anybody can read it.' }
      : {
          status: 'degraded',
          message: 'It had no verdict on a file in the last ten minutes, which waits: see the log.',
        };
  }
}
