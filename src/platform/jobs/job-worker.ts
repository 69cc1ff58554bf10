import type { Logger } from '@nestjs/common';

import { PeriodicTask } from '../async/periodic-task.js';
import type { DatabasePulse } from '../database/pulse/database-pulse.js';
import type { Job, JobTable } from './job-table.repository.js';

/** A kind of jobs, such as scans of files: what is done with the rows of a table. */
export interface JobKind<Row extends Job> {
  /** Of the question to the database: letters and underscores. */
  readonly name: string;
  /** Jobs that a process runs at once. */
  readonly atOnce: number;
  readonly log: Logger;
  /**
   * Does the work, and ends the job: its row is deleted, or is no job any more. No transaction is open meanwhile. It may
   * be repeated after its end, if a node is killed or its lease is over.
   * @param signal is aborted when the process stops
   */
  run(job: Row, signal: AbortSignal): Promise<void>;
  /**
   * Logs a failure of {@link run}, unless the process stops.
   * @returns the seconds after which the job is due again; undefined: the end of its lease
   */
  failed(job: Row, error: unknown): number | undefined;
}

/**
 * Runs the jobs of a table in this process: a limited number at once, whose leases it extends. A job that ends makes
 * room for the next; the pulse of the database finds those that become due.
 */
export class JobWorker<Row extends Job> {
  private readonly stopping = new AbortController();
  private readonly underWay = new Map<Row, Promise<void>>();
  private readonly rounds: PeriodicTask;
  private readonly leases: PeriodicTask;
  /** Whether the last round may have left due jobs. */
  private mayBeMore = false;

  constructor(
    private readonly kind: JobKind<Row>,
    private readonly table: JobTable<Row>,
  ) {
    const { log, name } = kind;
    this.rounds = new PeriodicTask(() => this.round(), log, `Cannot take jobs of the kind ${name}`);
    this.leases = new PeriodicTask(() => this.extendLeases(), log, `Cannot extend the leases of the kind ${name}`);
  }

  /** Called once, while the application starts. */
  start(pulse: DatabasePulse): void {
    pulse.runWhen(this.kind.name, this.table.areDue, this.rounds);
    this.leases.start((this.table.limits.leaseSeconds * 1_000) / 3);
  }

  /** Aborts the jobs under way, which other nodes may take at once. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.rounds.stop();
    await Promise.all(this.underWay.values());
    await this.leases.stop();
  }

  /** Takes due jobs now, in place of at the next pulse. */
  wake(): void {
    if (!this.stopping.signal.aborted) void this.rounds.runNow();
  }

  private async round(): Promise<void> {
    await this.table.giveUp();
    this.mayBeMore = true;
    while (this.hasRoom()) {
      const jobs = await this.table.take(this.kind.atOnce - this.underWay.size);
      this.mayBeMore = jobs.length > 0;
      if (jobs.length === 0) return;
      for (const job of jobs) this.begin(job);
    }
  }

  private hasRoom(): boolean {
    return this.underWay.size < this.kind.atOnce && !this.stopping.signal.aborted;
  }

  private begin(job: Row): void {
    const work = this.settle(job)
      .catch((error: unknown) => {
        // It is due again when its lease expires.
        this.kind.log.warn(`Cannot give back the job ${job.id} of the kind ${this.kind.name}: ${String(error)}`);
      })
      .finally(() => {
        this.underWay.delete(job);
        if (this.mayBeMore) this.wake();
      });
    this.underWay.set(job, work);
  }

  private async settle(job: Row): Promise<void> {
    try {
      await this.kind.run(job, this.stopping.signal);
    } catch (error) {
      if (this.stopping.signal.aborted) {
        await this.table.giveBack(job);
        return;
      }
      const seconds = this.kind.failed(job, error);
      if (seconds !== undefined) await this.table.putOff(job, seconds);
    }
  }

  private async extendLeases(): Promise<void> {
    if (this.underWay.size > 0) await this.table.extend([...this.underWay.keys()]);
  }
}
