import { setTimeout as delay } from 'node:timers/promises';

import type { DataSource, QueryRunner } from 'typeorm';

import { CannotStart } from '../config/config.js';
import { migrationSource, poolerOf } from './data-source.js';

/** Called while a table is changed, with what is being done, and how much of it is done. */
export type OnStep = (table: string, step: string, done?: string) => void;

/**
 * Long statements need a session without timeouts, which a pooler of transactions does not keep.
 * @throws CannotStart behind such a pooler
 */
export function expectNoPooler(source: DataSource): void {
  if (poolerOf(source) !== 'transaction') return;
  throw new CannotStart(
    'DATABASE_URL leads to a pooler that hands out connections per transaction: set it to the address of PostgreSQL itself for this command.',
  );
}

/** A send never waits longer for a lock of the compaction, and the compaction never longer for one of a send. */
const LOCK_WAIT = "SET LOCAL lock_timeout = '200ms'";

/** The role may have those of a service. They are off in the embedded database, whose session all clients share. */
const NO_TIMEOUTS = 'SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET lock_timeout = 0';

/**
 * One connection without timeouts, because VACUUM and REINDEX take as long as a table is large. After each step it
 * pauses for as long as that took, so that other work gets at least half of the time. Raw SQL, because TypeORM has no
 * maintenance.
 */
export class Maintenance {
  private constructor(
    private readonly source: DataSource,
    private readonly runner: QueryRunner,
    private readonly beforeStep: () => void,
    private readonly signal: AbortSignal | undefined,
  ) {}

  /**
   * @param beforeStep throws if the maintenance must end
   * @param signal ends pauses
   */
  static async open(source: DataSource, beforeStep: () => void, signal?: AbortSignal): Promise<Maintenance> {
    const own = await migrationSource(source).initialize();
    const maintenance = new Maintenance(own, own.createQueryRunner(), beforeStep, signal);
    await maintenance.query(NO_TIMEOUTS);
    return maintenance;
  }

  async close(): Promise<void> {
    await this.runner.release();
    await this.source.destroy();
  }

  query<Row>(statement: string, parameters?: readonly unknown[]): Promise<Row[]> {
    return this.runner.query(statement, parameters === undefined ? undefined : [...parameters]) as Promise<Row[]>;
  }

  async step<Result>(work: () => Promise<Result>): Promise<Result> {
    this.beforeStep();
    const begun = performance.now();
    const result = await work();
    await delay(performance.now() - begun, undefined, { signal: this.signal }).catch(() => undefined);
    return result;
  }

  /** Runs a statement that no transaction may contain. */
  async statement(statement: string): Promise<void> {
    await this.step(() => this.query(statement));
  }

  /** Runs a transaction that waits at most 200 ms for a lock. */
  async transaction<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.runner.startTransaction();
    try {
      await this.query(LOCK_WAIT);
      const result = await work();
      await this.runner.commitTransaction();
      return result;
    } catch (error) {
      await this.runner.rollbackTransaction().catch(() => undefined);
      throw error;
    }
  }
}
