import { Injectable } from '@nestjs/common';
import type { Client } from 'pg';
import { DataSource } from 'typeorm';
import type { EntityManager, QueryRunner } from 'typeorm';

/**
 * Elects one process of a deployment for a task. The leader holds an advisory lock on one connection, until it releases
 * the lock or loses the connection; then the next process that asks acquires it. The task runs on the connection that
 * holds the lock, so that a process that has lost the lock cannot continue. Raw SQL, because TypeORM has no advisory
 * locks.
 */
export class Leadership {
  private holder: QueryRunner | undefined;

  /** @param lock the number of a PostgreSQL advisory lock */
  constructor(
    private readonly source: DataSource,
    private readonly lock: number,
  ) {}

  /**
   * Acquires the lock, or checks that it is still held.
   * @returns the connection for the task; undefined: another process has the lock
   */
  async connection(): Promise<EntityManager | undefined> {
    this.holder ??= await this.candidate();
    try {
      await this.holder?.query('SELECT');
      return this.holder?.manager;
    } catch (error) {
      await this.giveUp();
      throw error;
    }
  }

  /** Releases the lock, so that the next process that asks acquires it. */
  async giveUp(): Promise<void> {
    const { holder } = this;
    this.holder = undefined;
    if (!holder) return;
    try {
      await holder.query('SELECT pg_advisory_unlock($1)', [this.lock]);
    } catch {
      await close(holder);
    }
    await holder.release();
  }

  private async candidate(): Promise<QueryRunner | undefined> {
    const runner = this.source.createQueryRunner();
    try {
      const [row] = (await runner.query('SELECT pg_try_advisory_lock($1) AS held', [this.lock])) as [{ held: boolean }];
      if (row.held) return runner;
    } catch (error) {
      await close(runner);
      await runner.release();
      throw error;
    }
    await runner.release();
    return undefined;
  }
}

/**
 * Closes a connection on which the lock may still be held, so that its end releases the lock: returned to the pool, it
 * would keep the lock from every process. The pool removes a closed connection when that is released.
 */
async function close(runner: QueryRunner): Promise<void> {
  const client = await (runner.connect() as Promise<Client>).catch(() => undefined);
  // On a connection that does not answer, the end may take as long as TCP allows.
  void client?.end().catch(() => undefined);
}

@Injectable()
export class Leaderships {
  constructor(private readonly source: DataSource) {}

  /** @param lock a number that no other program is likely to use as a lock of the same database */
  create(lock: number): Leadership {
    return new Leadership(this.source, lock);
  }
}
