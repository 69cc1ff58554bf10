import type { Maintenance } from '../maintenance.js';
import type { StoredTable } from './relations.js';
import { unlockedOnly } from '../unlocked-rows.js';

const CURSOR = 'parley_last_rows';
/** PostgreSQL keeps so many keys in a temporary file meanwhile: some hundred megabytes. */
const MOST_ROWS = 5_000_000;
const FIRST_BATCH = 50;
const LARGEST_BATCH = 1_000;
/** Others wait for a row of a batch no longer than the batch takes. */
const BATCH_MS = 50;
/** So often a row is updated at most: a page that is nearly empty has room for many versions of its rows. */
const MOST_ROUNDS = 256;

/** Makes PostgreSQL read a table in the order of its file. */
const IN_FILE_ORDER = `
  SET LOCAL synchronize_seqscans = off;
  SET LOCAL max_parallel_workers_per_gather = 0;
  SET LOCAL enable_indexscan = off;
  SET LOCAL enable_indexonlyscan = off;
  SET LOCAL enable_bitmapscan = off`;

/** The values of a primary key as text. */
interface Key {
  readonly key: readonly string[];
}

/**
 * Moves the last rows of a table's file into free pages, by updates that change nothing. A VACUUM must have been
 * before: it lets PostgreSQL look for free pages from the beginning of the file.
 *
 * An update puts the new version of a row into the same page if that has room (a HOT update). PostgreSQL counts these
 * updates, so the rows that have stayed are known, and they are updated again in the same transaction: their versions
 * fill the page, until none stays. Rows that others have locked are skipped, so no deadlock is possible.
 */
export class RowMover {
  private readonly keys: string;
  private readonly update: string;
  private batch = FIRST_BATCH;

  constructor(
    private readonly maintenance: Maintenance,
    private readonly table: StoredTable,
  ) {
    const { key, quoted, rewritten } = table;
    const columns = key.map(({ column }) => column);
    const wanted = key.map(({ type }, at) => `$${String(at + 1)}::text[]::${type}[]`).join(', ');
    const same = (one: string, other: string): string =>
      columns.map((c) => `${one}.${c} = ${other}.${c}`).join(' AND ');
    this.keys = `ARRAY[${columns.map((column) => `t.${column}::text`).join(', ')}] AS key`;
    this.update = `
      WITH locked AS MATERIALIZED (
        SELECT ${columns.map((column) => `t.${column}`).join(', ')}
        FROM unnest(${wanted}) AS wanted (${columns.join(', ')}) JOIN ${quoted} t ON ${same('t', 'wanted')}
        ${unlockedOnly('NO KEY UPDATE', 't')}
      )
      UPDATE ${quoted} t SET ${rewritten ?? ''} = t.${rewritten ?? ''} FROM locked WHERE ${same('t', 'locked')}
      RETURNING ${this.keys}, pg_stat_get_xact_tuples_hot_updated('${quoted}'::regclass) AS "soFar"`;
  }

  /**
   * Moves the last rows, the last one first.
   * @param count at most 5,000,000 are moved
   * @param onMoved called after each transaction
   * @returns the number of moved rows
   */
  async moveLast(count: number, onMoved: (rows: number) => void): Promise<number> {
    const { maintenance } = this;
    await this.forget();
    await maintenance.step(() => this.declare(Math.min(count, MOST_ROWS)));
    let moved = 0;
    try {
      let read: number;
      do {
        read = await maintenance.step(() => this.moveSome());
        moved += read;
        onMoved(moved);
      } while (read > 0);
    } finally {
      await this.forget().catch(() => undefined);
    }
    return moved;
  }

  /** The session of the embedded database outlives a command that was killed. */
  private async forget(): Promise<void> {
    const found = await this.maintenance.query('SELECT FROM pg_cursors WHERE name = $1', [CURSOR]);
    if (found.length > 0) await this.maintenance.query(`CLOSE ${CURSOR}`);
  }

  /** The keys are stored apart at the commit, so no snapshot is held while rows are moved. */
  private declare(count: number): Promise<void> {
    const { maintenance, table, keys } = this;
    return maintenance.transaction(async () => {
      await maintenance.query(IN_FILE_ORDER);
      const [row] = await maintenance.query<{ count: number }>(`SELECT count(*) AS count FROM ${table.quoted}`);
      const skipped = Math.max(0, (row?.count ?? 0) - count);
      await maintenance.query(
        `DECLARE ${CURSOR} SCROLL CURSOR WITH HOLD FOR SELECT ${keys} FROM ${table.quoted} t OFFSET ${String(skipped)}`,
      );
      await maintenance.query(`MOVE FORWARD ALL IN ${CURSOR}`);
    });
  }

  private async moveSome(): Promise<number> {
    const rows = await this.maintenance.query<Key>(`FETCH BACKWARD ${String(this.batch)} FROM ${CURSOR}`);
    if (rows.length === 0) return 0;
    const begun = performance.now();
    await this.maintenance.transaction(async () => {
      let left = rows;
      for (let round = 0; left.length > 0 && round < MOST_ROUNDS; round += 1) {
        left = await this.updateOnce(left);
      }
    });
    const fits = performance.now() - begun < BATCH_MS;
    this.batch = Math.max(1, Math.min(LARGEST_BATCH, Math.round(this.batch * (fits ? 1.5 : 0.5))));
    return rows.length;
  }

  /** @returns the rows that have stayed in their page */
  private async updateOnce(rows: readonly Key[]): Promise<Key[]> {
    const columns = this.table.key.map((_, at) => rows.map(({ key }) => key[at]));
    const [before] = await this.maintenance.query<{ count: number }>(
      `SELECT pg_stat_get_xact_tuples_hot_updated('${this.table.quoted}'::regclass) AS count`,
    );
    // TypeORM returns the rows of an UPDATE with their number.
    const [updated] = (await this.maintenance.query<unknown>(this.update, columns)) as [(Key & { soFar: number })[]];
    let last = before?.count ?? 0;
    return updated.filter(({ soFar }) => {
      const stayed = soFar > last;
      last = soFar;
      return stayed;
    });
  }
}
