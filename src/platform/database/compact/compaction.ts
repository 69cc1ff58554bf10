import { Injectable, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { CannotStart } from '../../config/config.js';
import { poolerOf } from '../data-source.js';
import { KeptLease } from '../leases/kept-lease.js';
import { Leaderships } from '../leases/leadership.js';
import type { Leadership } from '../leases/leadership.js';
import { expectNoPooler, Maintenance } from '../maintenance.js';
import type { OnStep } from '../maintenance.js';
import { readAgain, readTables } from './relations.js';
import type { StoredTable } from './relations.js';
import { compactTable, measure, reclaimable } from './table-compaction.js';
import type { Measured } from './table-compaction.js';

const TASK = 'storage compaction';
/** Free space in smaller tables does not matter. */
const SMALL_BYTES = 1_048_576;

interface CompactedSize {
  readonly name: string;
  readonly before: number;
  readonly expected: number;
  readonly after: number;
}

/** The sizes of a table in bytes, before and after a compaction. */
export interface CompactedTable extends CompactedSize {
  /** Values that are stored outside of the rows. */
  readonly toast: number;
  readonly indexes: readonly CompactedSize[];
  readonly isCompacted: boolean;
  readonly movedRows: number;
}

/** The bytes of a table with its indexes. */
export const totalOf = (table: CompactedTable, when: 'before' | 'expected' | 'after'): number =>
  table.indexes.reduce((sum, index) => sum + index[when], table[when]);

/** The bounds of a compaction. */
export interface CompactionPlan {
  /** Undefined: all tables of the service. */
  readonly tables?: readonly string[] | undefined;
  /** Whether nothing but the statistics of PostgreSQL changes. */
  readonly dryRun?: boolean;
  /** Excludes a table before its statistics are read. */
  readonly isExcluded?: (table: string, bytes: number) => boolean;
  /** Whether a table is compacted; by default if it can give anything back. */
  readonly isWorth?: (reclaimable: number, bytes: number) => boolean;
  /** Whether another process that compacts is an error; otherwise nothing is done. */
  readonly mustRun?: boolean;
  readonly onStep?: OnStep;
  /** Ends it after the current step, with an error. */
  readonly signal?: AbortSignal;
}

/** Gives the disk space of deleted rows back, on one process of the deployment at a time. */
@Injectable()
export class Compaction {
  private readonly leadership: Leadership;

  constructor(
    private readonly source: DataSource,
    leaderships: Leaderships,
  ) {
    this.leadership = leaderships.create(TASK);
  }

  /** Whether VACUUM can run without the timeout of the role, which a pooler of transactions does not let it change. */
  get isPossible(): boolean {
    return poolerOf(this.source) !== 'transaction';
  }

  /** Whether there is one session, in which every statement waits for the statement before. */
  get isEmbedded(): boolean {
    return !('url' in this.source.options);
  }

  /** Every table of the service. */
  get tables(): readonly string[] {
    return this.source.entityMetadatas.map(({ tableName }) => tableName).sort();
  }

  /**
   * Compacts tables one after the other.
   * @throws CannotStart behind a pooler, or if another process compacts
   * @throws LeadershipLost if another process has taken over
   */
  async run(plan: CompactionPlan): Promise<CompactedTable[]> {
    expectNoPooler(this.source);
    if (plan.dryRun) return this.each(plan, () => undefined);
    const lease = await this.lease(plan);
    if (!lease) return [];
    try {
      return await this.each(plan, () => lease.check());
    } finally {
      await lease.release();
    }
  }

  /**
   * Makes the space of deleted rows usable for new ones in tables where they are many, as autovacuum does, which the
   * embedded database lacks.
   */
  async vacuum(signal: AbortSignal): Promise<void> {
    const maintenance = await Maintenance.open(this.source, () => undefined, signal);
    try {
      for (const table of await readTables(maintenance, this.tables)) {
        if (signal.aborted) return;
        if (bytesOf(table) < SMALL_BYTES) continue;
        await maintenance.statement(`ANALYZE ${table.quoted}`);
        if (hasManyDead(await readAgain(maintenance, table))) await maintenance.statement(`VACUUM ${table.quoted}`);
      }
    } finally {
      await maintenance.close();
    }
  }

  private async each(plan: CompactionPlan, check: () => void): Promise<CompactedTable[]> {
    const beforeStep = (): void => {
      plan.signal?.throwIfAborted();
      check();
    };
    const maintenance = await Maintenance.open(this.source, beforeStep, plan.signal);
    try {
      const compacted: CompactedTable[] = [];
      for (const table of await readTables(maintenance, plan.tables ?? this.tables)) {
        if (plan.isExcluded?.(table.name, bytesOf(table))) continue;
        compacted.push(await this.one(maintenance, table, plan));
      }
      return compacted;
    } finally {
      await maintenance.close();
    }
  }

  private async one(maintenance: Maintenance, stored: StoredTable, plan: CompactionPlan): Promise<CompactedTable> {
    const { isWorth = (bytes) => bytes > 0, onStep = () => undefined, dryRun = false } = plan;
    onStep(stored.name, 'estimating');
    const before = await measure(maintenance, stored);
    const worth = isWorth(reclaimable(before), bytesOf(before.table));
    if (dryRun || !worth) return { ...sizes(before, before.table), isCompacted: false, movedRows: 0 };
    const movedRows = await compactTable(maintenance, before.table, onStep);
    return { ...sizes(before, await readAgain(maintenance, stored)), isCompacted: true, movedRows };
  }

  private async lease({ mustRun }: CompactionPlan): Promise<KeptLease | undefined> {
    if (!mustRun) return KeptLease.take(this.leadership);
    const lease = await KeptLease.await(this.leadership);
    if (!lease) throw new CannotStart('Another process compacts the database: try again when it is done.');
    return lease;
  }
}

/** Autovacuum has the same bounds by default. */
const hasManyDead = ({ rows, deadRows }: StoredTable): boolean => deadRows > 50 + rows * 0.2;

const bytesOf = ({ bytes, indexes }: StoredTable): number => indexes.reduce((sum, index) => sum + index.bytes, bytes);

function sizes({ table, expected }: Measured, after: StoredTable): Omit<CompactedTable, 'isCompacted' | 'movedRows'> {
  return {
    name: table.name,
    before: table.bytes,
    expected: expected.table,
    after: after.bytes,
    toast: after.toastBytes,
    indexes: table.indexes.map(({ name, bytes }) => ({
      name,
      before: bytes,
      expected: expected.indexes.get(name) ?? bytes,
      after: after.indexes.find((index) => index.name === name)?.bytes ?? 0,
    })),
  };
}

/** The compaction for commands. */
@Module({ providers: [Compaction], exports: [Compaction] })
export class CompactionModule {}
