import { CannotStart } from '../../../../src/platform/config/config.js';
import { beginEpoch } from '../../../../src/platform/database/history/begin-epoch.js';
import { reasonOf } from '../../../../src/platform/logging/log-record.js';
import { compareTable } from './compare-table.js';
import { copyTable } from './copy-table.js';
import type { MoveConnection } from './move-connection.js';
import { sourceTables, targetTables } from './moved-table.js';
import type { MovedTable } from './moved-table.js';
import { copySequences } from './sequences.js';
import { openSource, sourceFolder } from './source.js';
import { lockTarget, openTarget, prepareTarget } from './target.js';
import { executePostponed, recordEnd, sourceState } from './unfinished-move.js';

/** `indexing` includes foreign keys and triggers, and has no progress. */
export type MovePhase = 'copying' | 'indexing' | 'comparing';

export interface MoveListener {
  readonly onPhase: (phase: MovePhase) => void;
  /** @param rows of the phase that are done, those of earlier runs included, of `total` */
  readonly onProgress: (rows: number, total: number) => void;
}

export interface Moved {
  /** The number of rows of each table. */
  readonly rows: Readonly<Record<string, number>>;
  /** The id of the epoch that has begun. */
  readonly epoch: string;
}

/**
 * Moves an embedded database to an empty PostgreSQL. No other process uses the data folder meanwhile, and it keeps its
 * data. An interrupted move is continued by the next one. Until it is complete, no service starts on the target.
 * @param dataDir the data folder of the embedded database
 * @param url the address of the PostgreSQL
 * @throws CannotStart if a database cannot be used, or a row differs after the copy
 */
export async function moveDatabase(dataDir: string, url: string, listener: MoveListener): Promise<Moved> {
  const folder = sourceFolder(dataDir);
  const lock = await lockTarget(url);
  try {
    return await moveLocked(folder, url, listener);
  } catch (error) {
    if (error instanceof CannotStart) throw error;
    throw new CannotStart(`The move has stopped: ${reasonOf(error)}. The same command continues it.`);
  } finally {
    await lock.close();
  }
}

async function moveLocked(folder: string, url: string, listener: MoveListener): Promise<Moved> {
  const target = await openTarget(url);
  try {
    const source = await openSource(folder);
    try {
      const ofSource = await sourceTables(source.connection);
      await prepareTarget(target, url, await sourceState(source.connection), ofSource);
      const tables = await targetTables(target, ofSource);
      return await new Move(source.connection, target, listener).execute(tables);
    } finally {
      await source.close();
    }
  } finally {
    await target.close();
  }
}

/** A move between two databases that have the same tables. */
class Move {
  private readonly rows: Record<string, number> = {};

  constructor(
    private readonly source: MoveConnection,
    private readonly target: MoveConnection,
    private readonly listener: MoveListener,
  ) {}

  async execute(tables: readonly MovedTable[]): Promise<Moved> {
    for (const table of tables) this.rows[table.name] = await count(this.source, table);
    await this.copy(tables);
    this.listener.onPhase('indexing');
    await executePostponed(this.target);
    await copySequences(this.source, this.target);
    for (const { quotedName } of tables) await this.target.query(`ANALYZE ${quotedName}`);
    await this.compare(tables);
    return { rows: this.rows, epoch: await this.end() };
  }

  private async copy(tables: readonly MovedTable[]): Promise<void> {
    const advanced = this.begin('copying');
    for (const table of tables) {
      advanced(await count(this.target, table));
      await copyTable(this.source, this.target, table, advanced);
    }
  }

  private async compare(tables: readonly MovedTable[]): Promise<void> {
    const advanced = this.begin('comparing');
    for (const table of tables) await compareTable(this.source, this.target, table, advanced);
  }

  private begin(phase: MovePhase): (rows: number) => void {
    let done = 0;
    const total = Object.values(this.rows).reduce((sum, rows) => sum + rows, 0);
    this.listener.onPhase(phase);
    return (rows) => this.listener.onProgress((done += rows), total);
  }

  /** The epoch begins in the transaction that makes the target usable, so that it begins once. */
  private async end(): Promise<string> {
    let epoch = '';
    await this.target.transaction(async () => {
      epoch = await beginEpoch((statement, parameters) => this.target.query(statement, parameters) as never, 'moved');
      await recordEnd(this.target);
    });
    return epoch;
  }
}

async function count(side: MoveConnection, { quotedName }: MovedTable): Promise<number> {
  const [row] = await side.query<{ rows: number }>(`SELECT count(*)::float8 AS rows FROM ${quotedName}`);
  return row?.rows ?? 0;
}
