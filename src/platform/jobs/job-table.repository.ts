import type { DataSource } from 'typeorm';

import { statement } from '../database/statement.js';
import type { Types, ValuesOf } from '../database/statement.js';
import { unlockedOnly } from '../database/unlocked-rows.js';
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
export interface JobColumns<Others extends Types> {
  readonly table: string;
  /** Of the primary key, a UUID. */
  readonly id: string;
  readonly userId: string;
  /** When a node may take the job: its time, or the end of a lease. Null: the row is no job. */
  readonly dueAt: string;
  readonly attempts: string;
  /** Is raised whenever the job is taken, and may be the attempts: only the node that has taken it last gives it back. */
  readonly claim: string;
  /** Further columns of a job: their types, and their expressions of the table `j`. */
  readonly others: { readonly types: Others; readonly sql: { readonly [Name in keyof Others]: string } };
  /** Which rows are counted as waiting, as a condition. Undefined: all. */
  readonly waiting?: string;
}

export interface JobLimits {
  /** How long a node has a job, unless it extends the time. The jobs of a node that is killed are due after it. */
  readonly leaseSeconds: number;
  /** A job that is due after so many attempts is deleted. Undefined: it is tried as long as its row exists. */
  readonly mostAttempts?: number;
}

const TAKING = { after: 'int4', most: 'int8', seconds: 'float8' } as const satisfies Types;
const JOB = { id: 'uuid', userId: 'int4', attempts: 'int4', claim: 'int4' } as const satisfies Types;

/** The jobs that a node takes. */
export interface TakenJobs<Row extends Job> {
  /** Whether one is due, as an expression. */
  readonly areDue: string;
  readonly take: {
    readonly rows: (source: DataSource, values: ValuesOf<typeof TAKING>) => Promise<readonly Row[]>;
  };
}

/**
 * A table whose rows are jobs. Every node takes due ones for the time of a lease, and skips those that another node is
 * taking. Users take turns: one with many jobs does not delay the job of another. Raw SQL, because the clock of the
 * database decides.
 */
export abstract class JobTable<Row extends Job> {
  /** Whether a job is due, as an expression. */
  readonly areDue: string;
  /** The user whose turn it was last. */
  private lastUser = 0;

  /** @param statements of the table ({@link jobStatements}) */
  constructor(
    protected readonly source: DataSource,
    private readonly statements: JobStatements,
    private readonly taken: TakenJobs<Row>,
    readonly limits: JobLimits,
  ) {
    this.areDue = taken.areDue;
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
    await this.statements.extend.changes(this.source, {
      ids: jobs.map(({ id }) => id),
      claims: jobs.map(({ claim }) => claim),
      seconds: this.limits.leaseSeconds,
    });
  }

  /** Gives back a job that has failed: it is due again after some seconds. */
  async putOff({ id, claim }: Row, seconds: number): Promise<void> {
    await this.statements.putOff.changes(this.source, { id, claim, seconds });
  }

  /** Gives back a job that was not tried: it is due at once. */
  async giveBack({ id, claim }: Row): Promise<void> {
    await this.statements.giveBack.changes(this.source, { id, claim });
  }

  /** Deletes due jobs that have been tried too often. */
  async giveUp(): Promise<void> {
    const { mostAttempts } = this.limits;
    if (mostAttempts !== undefined) await this.statements.giveUp.changes(this.source, { attempts: mostAttempts });
  }

  /** The number of jobs that wait, whether or not a node has them, counted to 10000. */
  async count(): Promise<number> {
    return (await this.statements.count.one(this.source, { most: MOST_COUNTED })).count;
  }

  private takeAfter(after: number, most: number): Promise<readonly Row[]> {
    return this.taken.take.rows(this.source, { after, most, seconds: this.limits.leaseSeconds });
  }
}

const NOW = 'statement_timestamp()';

const isDue = ({ dueAt }: JobColumns<Types>, taken: string | undefined): string => both(`j.${dueAt} <= ${NOW}`, taken);

const both = (one: string, other: string | undefined): string => (other === undefined ? one : `${one} AND ${other}`);

type JobStatements = ReturnType<typeof jobStatements>;

/**
 * Declares the statements of a table whose rows are jobs, but for those that take jobs ({@link takenJobs}).
 * @param name with which the names of the statements begin
 */
export function jobStatements(name: string, columns: JobColumns<Types>) {
  const { table, id, dueAt, attempts, claim, waiting } = columns;
  const isTaken = (job: Record<'id' | 'claim', string>) =>
    `${id} = ${job.id} AND ${claim} = ${job.claim} AND ${dueAt} IS NOT NULL`;
  return {
    extend: statement(`${name}.extend`, {
      parameters: { ids: 'uuid[]', claims: 'int4[]', seconds: 'float8' },
      columns: {},
      isPrepared: true,
      text: ({ ids, claims, seconds }) => `
        UPDATE ${table} j SET ${dueAt} = ${NOW} + ${seconds} * interval '1 second'
        FROM unnest(${ids}::uuid[], ${claims}::int[]) AS mine (id, claim)
        WHERE j.${id} = mine.id AND j.${claim} = mine.claim AND j.${dueAt} IS NOT NULL`,
    }),

    putOff: statement(`${name}.put_off`, {
      parameters: { id: 'uuid', claim: 'int4', seconds: 'float8' },
      columns: {},
      isPrepared: true,
      text: ({ seconds, ...job }) => `
        UPDATE ${table} SET ${dueAt} = ${NOW} + ${seconds} * interval '1 second' WHERE ${isTaken(job)}`,
    }),

    giveBack: statement(`${name}.give_back`, {
      parameters: { id: 'uuid', claim: 'int4' },
      columns: {},
      isPrepared: true,
      text: (job) => `UPDATE ${table} SET ${dueAt} = ${NOW}, ${attempts} = ${attempts} - 1 WHERE ${isTaken(job)}`,
    }),

    giveUp: statement(`${name}.give_up`, {
      parameters: { attempts: 'int4' },
      columns: {},
      isPrepared: true,
      text: ({ attempts: most }) => `DELETE FROM ${table} WHERE ${dueAt} <= ${NOW} AND ${attempts} >= ${most}`,
    }),

    count: statement(`${name}.count`, {
      parameters: { most: 'int8' },
      columns: { count: 'int4' },
      text: ({ most }) => `
        SELECT count(*)::int AS count FROM (
          SELECT FROM ${table} WHERE ${both(`${dueAt} IS NOT NULL`, waiting)} LIMIT ${most}) waiting`,
    }),
  };
}

/**
 * Declares the statement that takes jobs of a table. One step of its recursion finds the next user by the index, so the
 * jobs of one user cost no more than one.
 * @param name of the statement
 * @param condition on the jobs that are taken, of the table `j`; undefined: all
 */
export function takenJobs<Others extends Types>(name: string, columns: JobColumns<Others>, condition?: string) {
  const { table, id, userId, dueAt, attempts, claim, others } = columns;
  const raised = [...new Set([attempts, claim])].map((column) => `${column} = j.${column} + 1`);
  const job = [
    `j.${id} AS id`,
    `j.${userId} AS "userId"`,
    `j.${attempts} AS attempts`,
    `j.${claim} AS claim`,
    ...Object.entries<string>(others.sql).map(([column, sql]) => `${sql} AS "${column}"`),
  ];
  const take = statement(name, {
    parameters: TAKING,
    columns: { ...JOB, ...others.types },
    isPrepared: true,
    text: ({ after, most, seconds }) => `
      WITH RECURSIVE turns AS (
        (SELECT ${userId} AS user_id FROM ${table}
         WHERE ${dueAt} IS NOT NULL AND ${userId} > ${after} ORDER BY ${userId} LIMIT 1)
        UNION ALL
        SELECT (
          SELECT n.${userId} FROM ${table} n
          WHERE n.${dueAt} IS NOT NULL AND n.${userId} > t.user_id ORDER BY n.${userId} LIMIT 1)
        FROM turns t WHERE t.user_id IS NOT NULL
      ), due AS (
        SELECT d.id FROM turns t CROSS JOIN LATERAL (
          SELECT j.${id} AS id FROM ${table} j
          WHERE j.${userId} = t.user_id AND ${isDue(columns, condition)}
          ORDER BY j.${dueAt} LIMIT 1 ${unlockedOnly()}) d
        LIMIT ${most}
      )
      UPDATE ${table} j SET ${dueAt} = ${NOW} + ${seconds} * interval '1 second', ${raised.join(', ')}
      FROM due WHERE j.${id} = due.id
      RETURNING ${job.join(', ')}`,
  });
  return { areDue: `EXISTS (SELECT FROM ${table} j WHERE ${isDue(columns, condition)})`, take };
}
