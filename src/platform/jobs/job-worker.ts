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
   * Does the work, and ends the job: its row is deleted, or is no job any more, or is due later. No transaction is open
   * meanwhile. It may be repeated after its end, if a node is killed or its lease is over.
   * @param signal is aborted when the process stops
   */
  run(job: Row, signal: AbortSignal): Promise<void>;
  /** Logs a failure of {@link run}, unless the process stops. The job is due after its lease, or when this says. */
  failed(job: Row, error: unknown): void | Promise<void>;
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
  /** Whether a round has been asked for since the last one began. */
  private isAsked = false;

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
    this.isAsked = true;
    void this.runAsked();
  }

  /** A round under way may have passed what it is asked for, so another one follows it. */
  private async runAsked(): Promise<void> {
    while (this.isAsked && !this.stopping.signal.aborted) await this.rounds.runNow();
  }

  private async round(): Promise<void> {
    this.isAsked = false;
    await this.table.giveUp();
    this.mayBeMore = true;
    for (let most = this.room(); most > 0; most = this.room()) {
      const jobs = await this.table.take(most);
      this.mayBeMore = jobs.length > 0;
      if (jobs.length === 0) return;
      for (const job of jobs) this.begin(job);
    }
  }

  /** The number of jobs that may be taken now. */
  private room(): number {
    const free = this.kind.atOnce - this.underWay.size;
    const { takenTogether = free } = this.table.limits;
    return this.stopping.signal.aborted || free < takenTogether ? 0 : takenTogether;
  }

  private begin(job: Row): void {
    const work = this.settle(job)
      .catch((error: unknown) => {
        // It is due again when its lease expires.
        this.kind.log.warn(
          `Cannot give back the job ${String(job.id)} of the kind ${this.kind.name}: ${String(error)}`,
        );
      })
      .finally(() => {
        this.underWay.delete(job);
        const isFree = this.table.ended(job);
        if (isFree || this.mayBeMore) this.wake();
      });
    this.underWay.set(job, work);
  }

  private async settle(job: Row): Promise<void> {
    try {
      await this.kind.run(job, this.stopping.signal);
    } catch (error) {
      if (this.stopping.signal.aborted) await this.table.giveBack(job);
      else await this.kind.failed(job, error);
    }
  }

  private async extendLeases(): Promise<void> {
    if (this.underWay.size > 0) await this.table.extend([...this.underWay.keys()]);
  }
}
