import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';

import { PeriodicTask } from '../../../platform/async/periodic-task.js';
import { ScanQueue } from './scan-queue.repository.js';
import { ScanVerdicts } from './scan-verdicts.js';
import { CLEAN } from './scanner.js';
import { WatchedScanner } from './watched-scanner.js';

const BATCH = 100;
const RETRY_MS = 5_000;

/**
 * Makes the files readable that wait for a scan, at the start of a node without a scanner: the operator has turned
 * scanning off, and nothing else would end their wait. Only at the start: while scanning is being turned on node by
 * node, a node that runs without a scanner must not release what another one is to scan.
 */
@Injectable()
export class ScanRelease implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('Scanner');
  private readonly task = new PeriodicTask(() => this.release(), this.log, 'Cannot release files', RETRY_MS);
  private isStopping = false;
  private released = 0;

  constructor(
    private readonly queue: ScanQueue,
    private readonly verdicts: ScanVerdicts,
    private readonly scanner: WatchedScanner,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.scanner.exists) void this.task.runNow();
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.task.stop();
  }

  private async release(): Promise<void> {
    for (let ids = await this.queue.waiting(BATCH); ids.length > 0; ids = await this.queue.waiting(BATCH)) {
      for (const id of ids) {
        if (this.isStopping) return;
        if (await this.verdicts.record(id, CLEAN)) this.released += 1;
      }
    }
    if (this.released === 0) return;
    this.log.warn(
      `There is no scanner: files that waited for a scan can be read without one: ${String(this.released)}`,
    );
  }
}
