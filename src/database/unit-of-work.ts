import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { givingWay } from './giving-way.js';

/** The database as it is at one moment: whatever is read through it belongs together. */
export interface Snapshot {
  readonly manager: EntityManager;
}

export interface Work {
  /** The transaction: what is done through it is done whole or not at all. */
  readonly manager: EntityManager;
  /** Runs once the transaction has committed, in the order registered; never runs if it rolls back. */
  readonly afterCommit: (effect: () => void | Promise<void>) => void;
}

/** One change of several rows: the place where everything lasting is written, and the only place to speak of it. */
@Injectable()
export class UnitOfWork {
  constructor(private readonly source: DataSource) {}

  /**
   * @param body is run anew, from its beginning, where the database ended it to let another transaction through
   * @param connection the one to work on; else any
   */
  run<Result>(body: (work: Work) => Promise<Result>, connection: EntityManager = this.source.manager): Promise<Result> {
    return givingWay(() => this.attempt(body, connection));
  }

  /** Reads of one moment, whatever is committed meanwhile. Nothing can be written, nothing is locked. */
  snapshot<Result>(body: (snapshot: Snapshot) => Promise<Result>): Promise<Result> {
    return this.source.transaction(async (manager) => {
      await manager.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
      return body({ manager });
    });
  }

  private async attempt<Result>(body: (work: Work) => Promise<Result>, connection: EntityManager): Promise<Result> {
    const effects: (() => void | Promise<void>)[] = [];
    const afterCommit: Work['afterCommit'] = (effect) => {
      effects.push(effect);
    };
    const result = await connection.transaction((manager) => body({ manager, afterCommit }));
    await Promise.all(effects.map(async (effect) => effect()));
    return result;
  }
}
