import type { DataSource } from 'typeorm';

import { statement } from '../database/statement.js';
import type { Types, ValuesOf } from '../database/statement.js';
import { unlockedOnly } from '../database/unlocked-rows.js';
import { MOST_COUNTED } from '../metrics/backlog-gauge.js';
import { isDue, jobStatements, JobTable, NOW, takenJobs } from './job-table.repository.js';
import type { Job, JobColumns, JobLimits } from './job-table.repository.js';

export interface UserJob extends Job {
  readonly id: string;
  /** The user whose work it is. */
  readonly userId: number;
}

/** The columns of a table whose jobs belong to users. There is an index of the users, and of their times. */
interface UserJobColumns extends Omit<JobColumns, 'idType' | 'leasedUntil'> {
  readonly userId: string;
  /** Which rows are counted as waiting, as a condition. Undefined: all. */
  readonly waiting?: string;
}

interface UserJobLimits extends JobLimits {
  /** A job that is due after so many attempts is deleted. Undefined: it is tried as long as its row exists. */
  readonly mostAttempts?: number;
}

const TAKING = { after: 'int4', most: 'int8' } as const satisfies Types;

/** The jobs that a node takes ({@link jobsInTurn}). */
interface JobsInTurn<Row extends UserJob> {
  readonly areDue: string;
  readonly take: {
    readonly rows: (
      source: DataSource,
      values: ValuesOf<typeof TAKING & { leaseSeconds: 'float8' }>,
    ) => Promise<readonly Row[]>;
  };
}

/** Jobs of users, who take turns: one with many jobs does not delay the job of another. */
export abstract class UserJobTable<Row extends UserJob> extends JobTable<Row> {
  /** The user whose turn it was last. */
  private lastUser = 0;

  /** @param ofUsers the statements of the table ({@link userJobStatements}) */
  constructor(
    source: DataSource,
    private readonly ofUsers: ReturnType<typeof userJobStatements>,
    private readonly jobs: JobsInTurn<Row>,
    override readonly limits: UserJobLimits,
  ) {
    super(source, ofUsers, jobs.areDue, limits);
  }

  /** One of each user, in the order of the ids of the users. After the last user the first one follows. */
  async take(most: number): Promise<readonly Row[]> {
    const next = await this.takeAfter(this.lastUser, most);
    const jobs = next.length > 0 || this.lastUser === 0 ? next : await this.takeAfter(0, most);
    this.lastUser = jobs.reduce((last, { userId }) => Math.max(last, userId), 0);
    return jobs;
  }

  /** The turns go on without waiting for the end of a job. */
  ended(): boolean {
    return false;
  }

  /** Deletes due jobs that have been tried too often. */
  override async giveUp(): Promise<void> {
    const { mostAttempts } = this.limits;
    if (mostAttempts !== undefined) await this.ofUsers.giveUp.changes(this.source, { attempts: mostAttempts });
  }

  /** Gives back a job that has failed: it is due again after some seconds, which is the end of its lease. */
  putOff(job: Row, seconds: number): Promise<void> {
    return this.extend([job], seconds);
  }

  /** The number of jobs that wait, whether or not a node has them, counted to 10000. */
  async count(): Promise<number> {
    return (await this.ofUsers.count.one(this.source, { most: MOST_COUNTED })).count;
  }

  private takeAfter(user: number, most: number): Promise<readonly Row[]> {
    return this.jobs.take.rows(this.source, { after: user, most, leaseSeconds: this.limits.leaseSeconds });
  }
}

const UUID = { idType: 'uuid' } as const;

const both = (one: string, other: string | undefined): string => (other === undefined ? one : `${one} AND ${other}`);

/** As {@link jobStatements}. */
export function userJobStatements(name: string, columns: UserJobColumns) {
  const { table, dueAt, attempts, waiting } = columns;
  const jobs: JobColumns = { ...columns, ...UUID };
  return {
    ...jobStatements(name, jobs),

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

interface TakenJob<Others extends Types> {
  /** The types of further columns of a job. */
  readonly types: Others;
  /** The expressions of these columns, of the table `j`. */
  readonly sql: { readonly [Name in keyof Others]: string };
  /** A condition on the jobs that are taken, of the table `j`. Undefined: all. */
  readonly condition?: string;
}

/**
 * Declares the statement that takes jobs of users in turn. One step of its recursion finds the next user by the index,
 * so the jobs of one user cost no more than one.
 * @param name of the statement
 */
export function jobsInTurn<Others extends Types>(
  name: string,
  columns: UserJobColumns,
  { types, sql, condition }: TakenJob<Others>,
) {
  const { table, id, userId, dueAt } = columns;
  const jobs: JobColumns<'uuid'> = { ...columns, ...UUID };
  const due = both(isDue(jobs), condition);
  const take = takenJobs(name, jobs, {
    parameters: TAKING,
    before: ({ after: last }) => `turns AS (
      (SELECT ${userId} AS user_id FROM ${table}
       WHERE ${dueAt} IS NOT NULL AND ${userId} > ${last} ORDER BY ${userId} LIMIT 1)
      UNION ALL
      SELECT (
        SELECT n.${userId} FROM ${table} n
        WHERE n.${dueAt} IS NOT NULL AND n.${userId} > t.user_id ORDER BY n.${userId} LIMIT 1)
      FROM turns t WHERE t.user_id IS NOT NULL)`,
    due: ({ most }) => `
      SELECT d.id FROM turns t CROSS JOIN LATERAL (
        SELECT j.${id} AS id FROM ${table} j
        WHERE j.${userId} = t.user_id AND ${due}
        ORDER BY j.${dueAt} LIMIT 1 ${unlockedOnly()}) d
      LIMIT ${most}`,
    types: { ...types, userId: 'int4' as const },
    sql: () => ({ ...sql, userId: `j.${userId}` }),
  });
  return { areDue: `EXISTS (SELECT FROM ${table} j WHERE ${due})`, take };
}
