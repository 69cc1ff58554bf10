import { Injectable } from '@nestjs/common';
import { DataSource, QueryFailedError } from 'typeorm';
import type { EntityManager } from 'typeorm';

export interface Work {
  /** The transaction: what is done through it is done whole or not at all. */
  readonly manager: EntityManager;
  /** Runs once the transaction has committed; never runs if it rolls back. */
  readonly afterCommit: (effect: () => void) => void;
}

const MOST_ATTEMPTS = 3;
const DEADLOCK_DETECTED = '40P01';

/** One change of several rows: the place where everything lasting is written, and the only place to speak of it. */
@Injectable()
export class UnitOfWork {
  constructor(private readonly source: DataSource) {}

  /** @param body is run anew, from its beginning, where the database ended it to let another transaction through */
  async run<Result>(body: (work: Work) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.attempt(body);
      } catch (error) {
        if (attempt === MOST_ATTEMPTS || !gaveWay(error)) throw error;
      }
    }
  }

  private async attempt<Result>(body: (work: Work) => Promise<Result>): Promise<Result> {
    const effects: (() => void)[] = [];
    const afterCommit = (effect: () => void): void => {
      effects.push(effect);
    };
    const result = await this.source.transaction((manager) => body({ manager, afterCommit }));
    for (const effect of effects) effect();
    return result;
  }
}

function gaveWay(error: unknown): boolean {
  if (!(error instanceof QueryFailedError)) return false;
  return (error.driverError as { code?: string }).code === DEADLOCK_DETECTED;
}
