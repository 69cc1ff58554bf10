import type { Maintenance, OnStep } from '../maintenance.js';
import { expectedBytes } from './estimate.js';
import type { ExpectedBytes } from './estimate.js';
import { invalidIndexes, readAgain } from './relations.js';
import type { StoredTable } from './relations.js';
import { RowMover } from './row-mover.js';

/** Rows move, and an index is built anew, only if the file is larger than expected by this factor. */
const SLACK = 1.25;
/** Less is not worth the work. */
const LEAST_BYTES = 262_144;
/** From here on all rows move: the first half of the file has room for them. */
const SPARSE = 0.5;
/** A pass after which the file is not smaller by this share has not helped. VACUUM cuts off a sixteenth or nothing. */
const LEAST_SHRINKING = 0.02;
/** Rows that others have locked, or sent meanwhile, can be at the end of the file once. */
const MAX_FRUITLESS_PASSES = 2;

/** A table, and what it would take if it were written anew. */
export interface Measured {
  readonly table: StoredTable;
  readonly expected: ExpectedBytes;
}

/** Reads new statistics of a table and estimates its size. Changes no row. */
export async function measure(maintenance: Maintenance, stored: StoredTable): Promise<Measured> {
  await maintenance.statement(`ANALYZE ${stored.quoted}`);
  const table = await readAgain(maintenance, stored);
  return { table, expected: await expectedBytes(maintenance, table) };
}

/** The bytes that a compaction of the table can give back, about. */
export function reclaimable({ table, expected }: Measured): number {
  const ofRows = isMovable(table) ? excess(table.bytes, expected.table) : 0;
  return table.indexes.reduce((sum, { name, bytes }) => sum + excess(bytes, expectedOf(expected, name)), ofRows);
}

const excess = (bytes: number, expected: number): number => {
  const free = bytes - expected;
  return free >= LEAST_BYTES && bytes > expected * SLACK ? free : 0;
};
const expectedOf = ({ indexes }: ExpectedBytes, name: string): number => indexes.get(name) ?? 0;
const isMovable = ({ key, rewritten }: StoredTable): boolean => key.length > 0 && rewritten !== null;

/**
 * Gives the disk space of a table back while it is used: moves rows from the end of its file to free pages, so that
 * VACUUM can cut off the end, and then builds indexes anew. Can be stopped at any moment and run again.
 * @returns the number of moved rows
 */
export async function compactTable(maintenance: Maintenance, table: StoredTable, onStep: OnStep): Promise<number> {
  for (const invalid of await invalidIndexes(maintenance, table)) {
    onStep(table.name, `dropping ${invalid}, which a stopped run has left`);
    await maintenance.statement(`DROP INDEX CONCURRENTLY IF EXISTS ${invalid}`);
  }
  onStep(table.name, 'vacuuming');
  await maintenance.statement(`VACUUM (ANALYZE) ${table.quoted}`);
  const moved = await moveRows(maintenance, table, onStep);
  await rebuildIndexes(maintenance, table, moved > 0, onStep);
  return moved;
}

async function moveRows(maintenance: Maintenance, stored: StoredTable, onStep: OnStep): Promise<number> {
  let moved = 0;
  let table = await readAgain(maintenance, stored);
  for (let fruitless = 0; fruitless < MAX_FRUITLESS_PASSES;) {
    const expected = (await expectedBytes(maintenance, { ...table, indexes: [] })).table;
    if (!isMovable(table) || excess(table.bytes, expected) === 0) break;
    const free = 1 - expected / table.bytes;
    const count = Math.ceil(table.rows * (free >= SPARSE ? 1 : free));
    const before = moved;
    const report = (rows: number): void => onStep(stored.name, 'moving rows', `${String(before + rows)} rows`);
    moved += await new RowMover(maintenance, table).moveLast(count, report);
    onStep(stored.name, 'vacuuming');
    // Without its entries in the indexes a page is not free, so that they may not be left for later.
    await maintenance.statement(`VACUUM (INDEX_CLEANUP ON, ANALYZE) ${table.quoted}`);
    const { bytes } = table;
    table = await readAgain(maintenance, table);
    if (table.bytes > bytes * (1 - LEAST_SHRINKING)) fruitless += 1;
    else fruitless = 0;
  }
  return moved;
}

/** @param hasMoved the indexes have the former and the present places of moved rows: each is larger than needed */
async function rebuildIndexes(
  maintenance: Maintenance,
  stored: StoredTable,
  hasMoved: boolean,
  onStep: OnStep,
): Promise<void> {
  const table = await readAgain(maintenance, stored);
  const expected = hasMoved ? undefined : await expectedBytes(maintenance, table);
  for (const { name, quoted, bytes } of table.indexes) {
    if (expected ? excess(bytes, expectedOf(expected, name)) === 0 : bytes < LEAST_BYTES) continue;
    onStep(stored.name, `building ${name} anew`);
    await maintenance.statement(`REINDEX INDEX CONCURRENTLY ${quoted}`);
  }
}
