import type { DataSource } from 'typeorm';

import { statement, typed } from '../database/statement.js';
import type { PlacesOf, Types } from '../database/statement.js';

/** The work of one row of a table, which a node has taken for the time of a lease. */
export interface Job {
  readonly id: JobId;
  /** How often a node has taken it, this time included. */
  readonly attempts: number;
  /** The number of this taking: another node that takes the job later has a higher one. */
  readonly claim: number;
}
type JobId = string | number;
type IdType = 'uuid' | 'int4' | 'int8';

/** The columns of a table whose rows are jobs. */
export interface JobColumns<Id extends IdType = IdType> {
  readonly table: string;
  /** Identifies a job: its name and its type. */
  readonly id: string;
  readonly idType: Id;
  /** When a node may take the job. */
  readonly dueAt: string;
  /** The end of a lease, and null without one. Undefined: {@link dueAt} is that too. */
  readonly leasedUntil?: string;
  readonly attempts: string;
  /** Is raised whenever the job is taken, and may be the attempts: only the node that has taken it last gives it back. */
  readonly claim: string;
  /** Which rows of the table `j` are jobs, as a condition. Undefined: those with a {@link dueAt}. */
  readonly areJobs?: string;
}

export interface JobLimits {
  /** How long a node has a job, unless it extends the time. The jobs of a node that is killed are due after it. */
  readonly leaseSeconds: number;
  /** So many jobs are taken by one statement, once a node has room for them. Undefined: as many as it has room for. */
  readonly takenTogether?: number;
}

/**
 * A table whose rows are jobs. Every node takes due ones for the time of a lease, and skips those that another node is
 * taking. Whose job is taken next is the matter of each table. Raw SQL, because the clock of the database decides.
 */
export abstract class JobTable<Row extends Job> {
  /** @param statements of the table ({@link jobStatements}) @param areDue whether a job is due, as an expression */
  constructor(
    protected readonly source: DataSource,
    private readonly statements: ReturnType<typeof jobStatements>,
    readonly areDue: string,
    readonly limits: JobLimits,
  ) {}

  /** Takes due jobs, at most `most`. */
  abstract take(most: number): Promise<readonly Row[]>;

  /** Ends jobs that are not worth a further attempt. Called before jobs are taken. */
  giveUp(): Promise<void> {
    return Promise.resolve();
  }

  /**
   * Called when a job of this process has ended in any way.
   * @returns whether others, which it held back, may be taken now
   */
  abstract ended(job: Row): boolean;

  /** Extends the time for which this node has jobs. */
  async extend(jobs: readonly Row[], seconds = this.limits.leaseSeconds): Promise<void> {
    await this.statements.extend.changes(this.source, { ...claimsOf(jobs), seconds });
  }

  /** Gives back a job that was not tried: it is due at once. */
  async giveBack(job: Row): Promise<void> {
    await this.statements.giveBack.changes(this.source, claimsOf([job]));
  }
}

export const NOW = 'statement_timestamp()';
/** The time after some seconds. @param seconds the place of a parameter */
export const after = (seconds: string): string => `${NOW} + ${seconds} * interval '1 second'`;

const areJobsOf = ({ areJobs, dueAt }: JobColumns): string => areJobs ?? `j.${dueAt} IS NOT NULL`;

/** Whether a job of the table `j` is due, as a condition. */
export function isDue(columns: JobColumns): string {
  const { dueAt, leasedUntil, areJobs } = columns;
  const isFree = leasedUntil === undefined ? '' : ` AND (j.${leasedUntil} IS NULL OR j.${leasedUntil} <= ${NOW})`;
  return `${areJobs === undefined ? '' : `${areJobs} AND `}j.${dueAt} <= ${NOW}${isFree}`;
}

/** The parameters that name jobs that a node has taken. */
export const claimParameters = ({ idType }: Pick<JobColumns, 'idType'>) =>
  ({ ids: typed<readonly JobId[]>(`${idType}[]`), claims: 'int4[]' }) as const satisfies Types;

/** The values of {@link claimParameters}. */
export const claimsOf = (jobs: readonly Job[]) => ({
  ids: jobs.map(({ id }) => id),
  claims: jobs.map(({ claim }) => claim),
});

/**
 * An UPDATE of jobs that a node has taken, without those that it has lost: another node has taken them since, or they
 * are no jobs any more.
 * @param set of the table `j` @param places of {@link claimParameters}
 */
export const updateTaken = (
  columns: JobColumns,
  set: string,
  { ids, claims }: Record<'ids' | 'claims', string>,
): string => `
  UPDATE ${columns.table} j SET ${set}
  FROM unnest(${ids}::${columns.idType}[], ${claims}::int[]) AS mine (id, claim)
  WHERE j.${columns.id} = mine.id AND j.${columns.claim} = mine.claim AND ${areJobsOf(columns)}`;

/**
 * Declares the statements of a table whose rows are jobs, but for those that take jobs ({@link takenJobs}).
 * @param name with which the names of the statements begin
 */
export function jobStatements(name: string, columns: JobColumns) {
  const { dueAt, leasedUntil, attempts } = columns;
  const released = leasedUntil === undefined ? `${dueAt} = ${NOW}` : `${leasedUntil} = NULL`;
  return {
    extend: statement(`${name}.extend`, {
      parameters: { ...claimParameters(columns), seconds: 'float8' },
      columns: {},
      isPrepared: true,
      text: ({ seconds, ...jobs }) => updateTaken(columns, `${leasedUntil ?? dueAt} = ${after(seconds)}`, jobs),
    }),

    giveBack: statement(`${name}.give_back`, {
      parameters: claimParameters(columns),
      columns: {},
      isPrepared: true,
      text: (jobs) => updateTaken(columns, `${released}, ${attempts} = j.${attempts} - 1`, jobs),
    }),
  };
}

/** What a statement takes. */
interface Taking<Parameters extends Types, Others extends Types> {
  readonly parameters: Parameters;
  /** The queries of a WITH, which {@link due} uses. */
  readonly before?: (places: PlacesOf<Parameters>) => string;
  /** A SELECT of the ids of due jobs, as `id`, which locks their rows. */
  readonly due: (places: PlacesOf<Parameters>) => string;
  /** The types of further columns of a job. */
  readonly types: Others;
  /** The expressions of these columns, of the table `j` and of {@link joins}. */
  readonly sql: (places: PlacesOf<Parameters>) => { readonly [Name in keyof Others]: string };
  /** What is joined to a job that is taken, the table `j`; it leaves no job out. */
  readonly joins?: string;
}

/**
 * Declares a statement that takes jobs of a table for the time of a lease. Their rows are looked up by an array of the
 * ids, because the planner overestimates the rows of a limit that it does not know, and would read the whole table.
 * @param name of the statement
 */
export function takenJobs<Id extends IdType, Parameters extends Types, Others extends Types>(
  name: string,
  { table, id, idType, dueAt, leasedUntil, attempts, claim }: JobColumns<Id>,
  { parameters, before, due, types, sql, joins = '' }: Taking<Parameters, Others>,
) {
  const raised = [...new Set([attempts, claim])].map((column) => `${column} = j.${column} + 1`);
  return statement(name, {
    parameters: { ...parameters, leaseSeconds: 'float8' },
    columns: { id: idType, attempts: 'int4', claim: 'int4', ...types },
    isPrepared: true,
    text: ({ leaseSeconds, ...others }) => {
      const places = others as PlacesOf<Parameters>;
      const columns = Object.entries<string>({
        id: `j.${id}`,
        attempts: `j.${attempts}`,
        claim: `j.${claim}`,
        ...sql(places),
      });
      return `
        WITH RECURSIVE ${before ? `${before(places)},` : ''} due AS (${due(places)}), taken AS (
          UPDATE ${table} j SET ${leasedUntil ?? dueAt} = ${after(leaseSeconds)}, ${raised.join(', ')}
          WHERE j.${id} = ANY (ARRAY(SELECT id FROM due)) RETURNING j.*)
        SELECT ${columns.map(([column, expression]) => `${expression} AS "${column}"`).join(', ')}
        FROM taken j ${joins}`;
    },
  });
}
