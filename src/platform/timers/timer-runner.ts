import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';

import { PeriodicTask } from '../async/periodic-task.js';
import { isDatabaseAway } from '../database/failures.js';
import { LeadershipLost, Leaderships } from '../database/leases/leadership.js';
import type { Leadership } from '../database/leases/leadership.js';
import { DatabasePulse } from '../database/pulse/database-pulse.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { TimerKinds } from './timer-kind.js';
import { timersAreDue, TimersRepository } from './timers.repository.js';
import type { TimerId } from './timers.repository.js';

/** A third of the lease. */
const EXTEND_MS = 3_000;

/**
 * Runs due timers, on one node at a time. A round has one timer of each user, so that users take turns. The work of a
 * timer and its deletion are one transaction, which begins with the lease: a node that is killed has done all of it or
 * nothing, and one that was paused and replaced does nothing. A timer that fails is postponed alone.
 */
@Injectable()
export class TimerRunner implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger(TimerRunner.name);
  private readonly leadership: Leadership;
  private readonly rounds = new PeriodicTask(() => this.run(), this.log, 'Cannot run timers');
  private isStopping = false;

  constructor(
    private readonly timers: TimersRepository,
    private readonly kinds: TimerKinds,
    private readonly work: UnitOfWork,
    private readonly pulse: DatabasePulse,
    leaderships: Leaderships,
  ) {
    this.leadership = leaderships.create('timers');
  }

  /** The features have registered their kinds. */
  onApplicationBootstrap(): void {
    this.pulse.runWhen('timers_due', timersAreDue(this.kinds.names), this.rounds);
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.rounds.stop();
  }

  private async run(): Promise<void> {
    try {
      while (!this.isStopping && (await this.leadership.lead()) && (await this.runRound()));
    } finally {
      await this.leadership.giveUp();
    }
  }

  /** @returns whether more timers may be due */
  private async runRound(): Promise<boolean> {
    const due = await this.timers.due(this.kinds.names);
    let extended = performance.now();
    for (const timer of due) {
      if (this.isStopping) return false;
      if (performance.now() - extended > EXTEND_MS) {
        if (!(await this.leadership.lead())) return false;
        extended = performance.now();
      }
      await this.runOne(timer);
    }
    return due.length > 0;
  }

  /** @throws LeadershipLost, and the failure of a database that is away */
  private async runOne(timer: TimerId): Promise<void> {
    const kind = this.kinds.named(timer.kind);
    try {
      await this.work.transaction(async (work) => {
        await this.leadership.hold(work.manager);
        if (await this.timers.take(work.manager, timer)) await kind.run(work, timer.key);
      });
    } catch (error) {
      if (error instanceof LeadershipLost || isDatabaseAway(error)) throw error;
      await this.postpone(timer);
      this.log.warn(`Postponed a timer of the kind ${kind.name} that failed: ${nameOf(error)}`);
    }
  }

  private postpone(timer: TimerId): Promise<void> {
    return this.work.transaction(async ({ manager }) => {
      await this.leadership.hold(manager);
      await this.timers.postpone(manager, timer);
    });
  }
}

/** Without the message of the error, which may have content of users. */
const nameOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? `${error.name} ${code}` : error.name;
};
