import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';

import { PeriodicTask } from '../../../platform/async/periodic-task.js';
import { Config } from '../../../platform/config/config.js';
import { ClusterFigures } from './cluster-figures.js';
import { FigureReader } from './figure-reader.js';
import { STEP_MS, stepAt } from './sample-ring.js';

/** The time of the first sample after the start. The process has checked its health by then. */
const FIRST_MS = 1_000;

/** Takes a sample of this node in each step, if the deployment has the administration page. */
@Injectable()
export class FigureSampler implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly sampling = new PeriodicTask(
    () => this.sample(),
    new Logger('Figures'),
    'Cannot measure the figures of this process',
  );
  private timer: NodeJS.Timeout | undefined;
  private isStopping = false;

  constructor(
    private readonly reader: FigureReader,
    private readonly cluster: ClusterFigures,
    private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.config.pages.adminPage) return;
    this.reader.start();
    this.runAfter(FIRST_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.timer);
    await this.sampling.stop();
  }

  /** Samples at the beginnings of steps: a fixed interval would drift from them. */
  private async run(): Promise<void> {
    const step = stepAt(Date.now());
    await this.sampling.runNow();
    if (this.isStopping) return;
    this.runAfter((step + 1) * STEP_MS - Date.now());
  }

  private runAfter(ms: number): void {
    this.timer = setTimeout(() => void this.run(), ms).unref();
  }

  private async sample(): Promise<void> {
    const step = stepAt(Date.now());
    this.cluster.publish(step, await this.reader.read(this.cluster.isFirst));
  }
}
