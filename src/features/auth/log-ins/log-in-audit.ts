import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';

import { AuditRepository } from '../../audit/audit.repository.js';
import type { AuditedAct } from '../../audit/audited-act.js';
import { PeriodicTask } from '../../../platform/async/periodic-task.js';
import { UnitOfWork } from '../../../platform/database/unit-of-work.js';

const EVERY_MS = 60_000;

/** The maximum number of users of one minute who get an entry of their own, by action. */
const MOST_USERS = {
  'log_in.succeeded': 1_000,
  'log_in.failed': 50,
  'log_in.second_factor_failed': 50,
  'log_in.token_reused': 50,
  'log_in.ended_by_provider': 1_000,
} as const;

export type LogInAction = keyof typeof MOST_USERS;

/**
 * Records log-ins in the audit log, which is never emptied: strangers must not fill it. This node writes once a minute,
 * and when it stops: one entry for each action and user, with their number, and one for all unknown and further users.
 * If it is killed, the unwritten entries are lost; the log and the metrics have them.
 */
@Injectable()
export class LogInAudit implements OnApplicationBootstrap, OnApplicationShutdown {
  private unwritten = emptyCounts();
  private readonly writing = new PeriodicTask(
    () => this.write(),
    new Logger(LogInAudit.name),
    'Cannot record log-ins in the audit log',
  );

  constructor(
    private readonly audit: AuditRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  onApplicationBootstrap(): void {
    this.writing.start(EVERY_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.writing.stop();
    await this.writing.runNow();
  }

  /** @param userId undefined for an unknown username */
  count(action: LogInAction, userId: number | undefined, times = 1): void {
    const counts = this.unwritten[action];
    const isKnown = userId !== undefined && (counts.has(userId) || counts.size < MOST_USERS[action]);
    const key = isKnown ? userId : undefined;
    counts.set(key, (counts.get(key) ?? 0) + times);
  }

  private async write(): Promise<void> {
    const written = this.unwritten;
    const acts = ACTIONS.flatMap((action) => actsOf(action, written[action]));
    if (acts.length === 0) return;
    this.unwritten = emptyCounts();
    try {
      await this.unitOfWork.transaction(({ manager }) => this.audit.record(manager, 'unknown', ...acts));
    } catch (error) {
      for (const action of ACTIONS) {
        for (const [userId, count] of written[action]) this.count(action, userId, count);
      }
      throw error;
    }
  }
}

const ACTIONS = Object.keys(MOST_USERS) as LogInAction[];

/** The numbers by user; undefined: all others. */
type Counts = Map<number | undefined, number>;

const emptyCounts = (): Record<LogInAction, Counts> => ({
  'log_in.succeeded': new Map(),
  'log_in.failed': new Map(),
  'log_in.second_factor_failed': new Map(),
  'log_in.token_reused': new Map(),
  'log_in.ended_by_provider': new Map(),
});

const actsOf = (action: LogInAction, counts: Counts): AuditedAct[] =>
  Array.from(counts, ([subjectId, count]) => ({
    action,
    ...(subjectId !== undefined && { subjectId }),
    details: { count },
  }));
