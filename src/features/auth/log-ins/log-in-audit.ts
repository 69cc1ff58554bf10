import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';

import { AuditRepository } from '../../audit/audit.repository.js';
import type { AuditedAct } from '../../audit/audited-act.js';
import { WriteBehind } from '../../../platform/async/write-behind.js';
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
  private readonly counts: WriteBehind<LogInAction, Counts>;

  constructor(audit: AuditRepository, unitOfWork: UnitOfWork) {
    this.counts = new WriteBehind<LogInAction, Counts>({
      merge: sumOf,
      write: (counts) => {
        const acts = ACTIONS.flatMap((action) => actsOf(action, counts.get(action)));
        return unitOfWork.transaction(({ manager }) => audit.record(manager, 'unknown', ...acts));
      },
      log: new Logger(LogInAudit.name),
      failure: 'Cannot record log-ins in the audit log',
    });
  }

  onApplicationBootstrap(): void {
    this.counts.start(EVERY_MS);
  }

  onApplicationShutdown(): Promise<void> {
    return this.counts.stop();
  }

  /** @param userId undefined for an unknown username */
  count(action: LogInAction, userId: number | undefined): void {
    this.counts.add(action, { mostUsers: MOST_USERS[action], byUser: new Map([[userId, 1]]) });
  }
}

const ACTIONS = Object.keys(MOST_USERS) as LogInAction[];

interface Counts {
  readonly mostUsers: number;
  /** The key undefined: all other users. */
  readonly byUser: Map<number | undefined, number>;
}

function sumOf(known: Counts, added: Counts): Counts {
  const { mostUsers, byUser } = known;
  for (const [userId, count] of added.byUser) {
    const key = byUser.has(userId) || byUser.size < mostUsers ? userId : undefined;
    byUser.set(key, (byUser.get(key) ?? 0) + count);
  }
  return known;
}

const actsOf = (action: LogInAction, counts: Counts | undefined): AuditedAct[] =>
  Array.from(counts?.byUser ?? [], ([subjectId, count]) => ({
    action,
    ...(subjectId !== undefined && { subjectId }),
    details: { count },
  }));
