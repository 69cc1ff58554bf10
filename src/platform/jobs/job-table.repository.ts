import type { DataSource } from 'typeorm';

import { prepared } from '../database/prepared.js';
import { MOST_COUNTED } from '../metrics/backlog-gauge.js';

/** The work of one row of a table, which a node has taken for the time of a lease. */
export interface Job {
  readonly id: string;
  /** The user whose work it is. */
  readonly userId: number;
  /** How often a node has taken it, this time included. */
  readonly attempts: number;
  /** The number of this taking: another node that takes the job later has a higher one. */
  readonly claim: number;
}

/** The columns of a table whose rows are jobs. There is an index of the users, and of their times. */
export interface JobColumns {
  readonly table: string;
  /** Of the primary key, a UUID. */
  readonly id: string;
  readonly userId: string;
  /** When a node may take the job: its time, or the end of a lease. Null: the row is no job. */
  readonly dueAt: string;
  readonly attempts: string;
  /** Is raised whenever the job is taken, and may be the attempts: only the node that has taken it last gives it back. */
  readonly claim: string;
  /** Further columns of a job, of the table `j`. */
  readonly others: readonly string[];
}

export interface JobLimits {
  /** How long a node has a job, unless it extends the time. The jobs of a node that is killed are due after it. */
  readonly leaseSeconds: number;
  /** A job that is due after so many attempts is deleted. Undefined: it is tried as long as its row exists. */
  readonly mostAttempts?: number;
  /** Which rows this node takes, as a condition of the table `j`. Undefined: all. */
  readonly taken?: string | undefined;
  /** Which rows are counted as waiting, as a condition. Undefined: all. */
  readonly waiting?: string;
}

const NOW = 'statement_timestamp()';

/**
 * A table whose rows are jobs. Every node takes due ones for the time of a lease, and skips those that another node is
 * taking. Users take turns: one with many jobs does not delay the job of another. Raw SQL, because the clock of the
 * database decides.
 */
export abstract class JobTable<Row extends Job> {
  /** Whether a job is due, as an expression. */
  readonly areDue: string;
  private readonly statements: ReturnType<typeof statementsOf>;
  /** The user whose turn it was last. */
  private lastUser = 0;

  constructor(
    protected readonly source: DataSource,
    columns: JobColumns,
    readonly limits: JobLimits,
  ) {
    this.areDue = `EXISTS (SELECT FROM ${columns.table} j WHERE ${isDue(columns, limits)})`;
    this.statements = statementsOf(columns, limits);
  }

  /** Takes due jobs, one of each user, in the order of the ids of the users. After the last user the first one follows. */
  async take(most: number): Promise<readonly Row[]> {
    const next = await this.takeAfter(this.lastUser, most);
    const jobs = next.length > 0 || this.lastUser === 0 ? next : await this.takeAfter(0, most);
    this.lastUser = jobs.reduce((last, { userId }) => Math.max(last, userId), 0);
    return jobs;
  }

  /** Extends the time for which this node has jobs. */
  async extend(jobs: readonly Row[]): Promise<void> {
    const { leaseSeconds } = this.limits;
    await this.source.query(this.statements.extend, [
      jobs.map(({ id }) => id),
      jobs.map(({ claim }) => claim),
      leaseSeconds,
    ]);
  }

  /** Gives back a job that has failed: it is due again after some seconds. */
  async putOff({ id, claim }: Row, seconds: number): Promise<void> {
    await this.source.query(this.statements.putOff, [id, claim, seconds]);
  }

  /** Gives back a job that was not tried: it is due at once. */
  async giveBack({ id, claim }: Row): Promise<void> {
    await this.source.query(this.statements.giveBack, [id, claim]);
  }

  /** Deletes due jobs that have been tried too often. */
  async giveUp(): Promise<void> {
    const { mostAttempts } = this.limits;
    if (mostAttempts !== undefined) await this.source.query(this.statements.giveUp, [mostAttempts]);
  }

  /** The number of jobs that wait, whether or not a node has them, counted to 10000. */
  async count(): Promise<number> {
    const [row] = await this.source.query<[{ count: number }]>(this.statements.count, [MOST_COUNTED]);
    return row.count;
  }

  private async takeAfter(userId: number, most: number): Promise<readonly Row[]> {
    const [rows] = await this.source.query<[Row[]]>(this.statements.take, [userId, most, this.limits.leaseSeconds]);
    return rows;
  }
}

const isDue = ({ dueAt }: JobColumns, { taken }: JobLimits): string => both(`j.${dueAt} <= ${NOW}`, taken);

const both = (one: string, other: string | undefined): string => (other === undefined ? one : `${one} AND ${other}`);

function statementsOf(columns: JobColumns, limits: JobLimits) {
  const { table, id, userId, dueAt, attempts, claim, others } = columns;
  const raised = [...new Set([attempts, claim])].map((column) => `${column} = j.${column} + 1`);
  const job = [
    `j.${id} AS id`,
    `j.${userId} AS "userId"`,
    `j.${attempts} AS attempts`,
    `j.${claim} AS claim`,
    ...others,
  ];
  const isTaken = `${id} = $1 AND ${claim} = $2 AND ${dueAt} IS NOT NULL`;
  return {
    /** One step of the recursion finds the next user by the index, so the jobs of one user cost no more than one. */
    take: prepared(`
  WITH RECURSIVE turns AS (
    (SELECT ${userId} AS user_id FROM ${table} WHERE ${dueAt} IS NOT NULL AND ${userId} > $1 ORDER BY ${userId} LIMIT 1)
    UNION ALL
    SELECT (
      SELECT n.${userId} FROM ${table} n
      WHERE n.${dueAt} IS NOT NULL AND n.${userId} > t.user_id ORDER BY n.${userId} LIMIT 1)
    FROM turns t WHERE t.user_id IS NOT NULL
  ), due AS (
    SELECT d.id FROM turns t CROSS JOIN LATERAL (
      SELECT j.${id} AS id FROM ${table} j
      WHERE j.${userId} = t.user_id AND ${isDue(columns, limits)}
      ORDER BY j.${dueAt} LIMIT 1 FOR UPDATE SKIP LOCKED) d
    LIMIT $2
  )
  UPDATE ${table} j SET ${dueAt} = ${NOW} + $3 * interval '1 second', ${raised.join(', ')}
  FROM due WHERE j.${id} = due.id
  RETURNING ${job.join(', ')}`),

    extend: prepared(`
  UPDATE ${table} j SET ${dueAt} = ${NOW} + $3 * interval '1 second'
  FROM unnest($1::uuid[], $2::int[]) AS mine (id, claim)
  WHERE j.${id} = mine.id AND j.${claim} = mine.claim AND j.${dueAt} IS NOT NULL`),

    putOff: prepared(`UPDATE ${table} SET ${dueAt} = ${NOW} + $3 * interval '1 second' WHERE ${isTaken}`),

    giveBack: prepared(`UPDATE ${table} SET ${dueAt} = ${NOW}, ${attempts} = ${attempts} - 1 WHERE ${isTaken}`),

    giveUp: prepared(`DELETE FROM ${table} WHERE ${dueAt} <= ${NOW} AND ${attempts} >= $1`),

    count: `
  SELECT count(*)::int AS count FROM (
    SELECT FROM ${table} WHERE ${both(`${dueAt} IS NOT NULL`, limits.waiting)} LIMIT $1) waiting`,
  };
}
