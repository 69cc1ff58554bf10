import { setTimeout as delay } from 'node:timers/promises';

import { Logger } from '@nestjs/common';

import { PeriodicTask } from '../../async/periodic-task.js';
import { LeadershipLost } from './leadership.js';
import type { Leadership } from './leadership.js';

/** A third of the lease. */
const EXTEND_MS = 3_000;
/** Longer than the lease of a process that was killed. */
const LONGEST_WAIT_MS = 15_000;
const PAUSE_MS = 500;

/** A lease that is extended by a timer, for tasks whose steps may take longer than a lease. */
export class KeptLease {
  private isLost = false;
  private readonly extending = new PeriodicTask(
    () => this.extend(),
    new Logger(KeptLease.name),
    'Cannot extend a lease',
  );

  private constructor(private readonly leadership: Leadership) {
    this.extending.start(EXTEND_MS);
  }

  /** @returns undefined if another process has the lease */
  static async take(leadership: Leadership): Promise<KeptLease | undefined> {
    return (await leadership.lead()) ? new KeptLease(leadership) : undefined;
  }

  /** As {@link take}, and waits until the lease of a killed process has ended. */
  static async await(leadership: Leadership): Promise<KeptLease | undefined> {
    for (const deadline = Date.now() + LONGEST_WAIT_MS; ;) {
      const lease = await KeptLease.take(leadership);
      if (lease || Date.now() > deadline) return lease;
      await delay(PAUSE_MS);
    }
  }

  /** @throws LeadershipLost if another process has taken over */
  check(): void {
    if (this.isLost) throw new LeadershipLost('another process has taken over');
  }

  async release(): Promise<void> {
    await this.extending.stop();
    await this.leadership.giveUp();
  }

  private async extend(): Promise<void> {
    this.isLost ||= !(await this.leadership.lead());
  }
}
