import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { givingWay } from './giving-way.js';

/** The database as it is at one moment: whatever is read through it belongs together. */
export interface Snapshot {
  readonly manager: EntityManager;
}

type Effect = () => void | Promise<void>;

export interface Work {
  /** The transaction: what is done through it is done whole or not at all. */
  readonly manager: EntityManager;
  /**
   * Runs once the transaction has committed, in the order registered; never runs if it rolls back. An effect that fails
   * is logged and nothing more: the change is committed, so it is neither reported as failed nor run again.
   */
  readonly afterCommit: (effect: Effect) => void;
}

/** One change of several rows: the place where everything lasting is written, and the only place to speak of it. */
@Injectable()
export class UnitOfWork {
  private readonly log = new Logger(UnitOfWork.name);

  constructor(private readonly source: DataSource) {}

  /**
   * @param body is run anew, from its beginning, where the database ended it to let another transaction through
   * @param connection the one to work on; else any
   */
  async run<Result>(
    body: (work: Work) => Promise<Result>,
    connection: EntityManager = this.source.manager,
  ): Promise<Result> {
    const { result, effects } = await givingWay(() => this.attempt(body, connection));
    await Promise.all(effects.map((effect) => this.runEffect(effect)));
    return result;
  }

  /** Reads of one moment, whatever is committed meanwhile. Nothing can be written, nothing is locked. */
  snapshot<Result>(body: (snapshot: Snapshot) => Promise<Result>): Promise<Result> {
    return this.source.transaction(async (manager) => {
      await manager.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
      return body({ manager });
    });
  }

  private async attempt<Result>(
    body: (work: Work) => Promise<Result>,
    connection: EntityManager,
  ): Promise<{ result: Result; effects: readonly Effect[] }> {
    const effects: Effect[] = [];
    const afterCommit: Work['afterCommit'] = (effect) => {
      effects.push(effect);
    };
    const result = await connection.transaction((manager) => body({ manager, afterCommit }));
    return { result, effects };
  }

  private async runEffect(effect: Effect): Promise<void> {
    try {
      await effect();
    } catch (error) {
      this.log.error(`A change is committed, but what follows it failed: ${detailOf(error)}`);
    }
  }
}

const detailOf = (error: unknown): string => (error instanceof Error ? error.stack : undefined) ?? String(error);
