import { Injectable, Logger } from '@nestjs/common';

import { StatsRepository } from '../../../features/statistics/stats.repository.js';
import type { Stats } from '../../../features/statistics/stats.repository.js';
import { PeriodicTask } from '../../../platform/async/periodic-task.js';
import { inTime } from '../../../platform/async/timeout.js';

/** The numbers of `parley stats`. */
export interface DeploymentCounts extends Stats {
  /** When they were counted. */
  readonly counted_at: string;
}

/** How long a request waits for a count, which goes on. */
const TIMEOUT_MS = 2_000;
const VALID_MS = 60_000;
/** A node counts for at most a tenth of the time. */
const PAUSE_PER_DURATION = 9;

/**
 * Counts the rows of the database. They are counted on request, and at most once a minute, because whole tables are
 * counted; one statement at a time.
 */
@Injectable()
export class DeploymentCountsService {
  private readonly counting = new PeriodicTask(
    () => this.count(),
    new Logger('Figures'),
    'Cannot count the deployment',
  );
  private last: DeploymentCounts | null = null;
  private dueAt = -Infinity;

  constructor(private readonly stats: StatsRepository) {}

  /** The last counts, new ones if they are due and made in time. Null: there are none yet. */
  async read(): Promise<DeploymentCounts | null> {
    if (performance.now() >= this.dueAt) await inTime(TIMEOUT_MS, this.counting.runNow());
    return this.last;
  }

  private async count(): Promise<void> {
    const since = performance.now();
    try {
      this.last = { ...(await this.stats.read()), counted_at: new Date().toISOString() };
    } finally {
      const now = performance.now();
      this.dueAt = now + Math.max(VALID_MS, PAUSE_PER_DURATION * (now - since));
    }
  }
}
