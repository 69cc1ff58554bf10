import { Injectable, Logger } from '@nestjs/common';
import { Undelivered } from '@parley/realtime/ordering';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { DatabaseKind } from './distribution/database-kind.js';
import { commitTogether } from './distribution/mark.js';
import { retryOnDeadlock } from './failures.js';

/** A consistent snapshot of the database for reading. */
export interface Snapshot {
  readonly manager: EntityManager;
}

type Effect = () => void | Promise<void>;

export interface Work {
  /** The manager of the transaction. */
  readonly manager: EntityManager;
  /**
   * Runs once the transaction has committed, in the order registered; never runs if it rolls back. An effect that fails
   * is only logged: the change is committed, so it is neither reported as failed nor retried. A requester whose
   * answer is the dispatch receives an error if the dispatch fails.
   */
  readonly afterCommit: (effect: Effect) => void;
}

/** Runs transactions and their effects after the commit. All persistent changes use it. */
@Injectable()
export class UnitOfWork {
  private readonly log = new Logger(UnitOfWork.name);

  constructor(
    private readonly source: DataSource,
    private readonly kind: DatabaseKind,
  ) {}

  /**
   * @param body is retried after a deadlock
   * @throws Undelivered after the commit and all effects, if an effect did
   */
  async transaction<Result>(body: (work: Work) => Promise<Result>): Promise<Result> {
    const { result, effects } = await retryOnDeadlock(() => this.attempt(body));
    const undelivered = await Promise.all(effects.map((effect) => this.runEffect(effect)));
    for (const error of undelivered) if (error) throw error;
    return result;
  }

  /** Runs reads on a snapshot, without writes or locks. Raw SQL, because TypeORM has no read-only transactions. */
  snapshot<Result>(body: (snapshot: Snapshot) => Promise<Result>): Promise<Result> {
    return this.source.transaction(async (manager) => {
      await manager.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
      return body({ manager });
    });
  }

  private async attempt<Result>(
    body: (work: Work) => Promise<Result>,
  ): Promise<{ result: Result; effects: readonly Effect[] }> {
    const effects: Effect[] = [];
    const afterCommit: Work['afterCommit'] = (effect) => {
      effects.push(effect);
    };
    const result = await this.source.manager.transaction(async (manager) => {
      if (this.kind.isDistributed) await commitTogether(manager);
      return body({ manager, afterCommit });
    });
    return { result, effects };
  }

  private async runEffect(effect: Effect): Promise<Undelivered | undefined> {
    try {
      await effect();
    } catch (error) {
      if (error instanceof Undelivered) return error;
      this.log.error(`A change is committed, but an effect after it failed: ${detailOf(error)}`);
    }
    return undefined;
  }
}

const detailOf = (error: unknown): string => (error instanceof Error ? error.stack : undefined) ?? String(error);
