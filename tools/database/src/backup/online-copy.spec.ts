import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { DataSource } from 'typeorm';

import { databaseIn } from '../../../../src/platform/database/embedded/database-folder.js';
import { startEmbedded } from '../../../../src/platform/database/embedded/embedded.js';
import type { EmbeddedDatabase } from '../../../../src/platform/database/embedded/embedded.js';
import { openPGlite } from '../../../../src/platform/database/embedded/pglite.js';
import { copyWhileOpen } from './online-copy.js';

/** Enough files that copying takes many turns of the event loop, however fast the disk is. */
const MORE_FILES = 200;
/** More than fits into one file of the log. */
const LARGE_ROWS = 40;
const LARGE_ROW = `repeat('x', 512000)`;

let folder: string;
let database: EmbeddedDatabase;
let source: DataSource;
let copy: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-copy-'));
  copy = join(folder, 'copy');
  database = await startEmbedded(join(folder, 'data'));
  source = new DataSource({ type: 'postgres', host: database.host, username: 'postgres', database: 'postgres' });
  await source.initialize();
});
afterAll(async () => {
  await source.destroy();
  await database.close();
  rmSync(folder, { recursive: true });
});

// Not compressed, so that rows are as large in the log as their text.
beforeEach(() => source.query('CREATE TABLE numbers (id integer PRIMARY KEY, content text STORAGE EXTERNAL)'));
afterEach(async () => {
  await source.query('DROP TABLE numbers');
  rmSync(copy, { recursive: true });
});

async function numbersInCopy(): Promise<number[]> {
  const copied = await openPGlite(copy);
  try {
    const { rows } = await copied.query<{ id: number }>('SELECT id FROM numbers ORDER BY id');
    return rows.map(({ id }) => id);
  } finally {
    await copied.close();
  }
}

const upTo = (last: number): number[] => Array.from({ length: last }, (_, at) => at + 1);

describe('a copy of the open embedded database', () => {
  it('does not block statements while its files are copied, and is consistent', async () => {
    const extra = join(databaseIn(join(folder, 'data')), 'extra');
    mkdirSync(extra);
    for (let file = 0; file < MORE_FILES; file += 1) writeFileSync(join(extra, String(file)), 'content');
    let [last, duringCopy, isCopied] = [0, 0, false];
    const insert = async (): Promise<void> => {
      const hasBegun = existsSync(copy);
      await source.query(`INSERT INTO numbers VALUES ($1, 'content')`, [last + 1]);
      last += 1;
      if (hasBegun && !isCopied) duringCopy += 1;
    };
    for (let before = 0; before < 10; before += 1) await insert();
    const copying = copyWhileOpen(source, databaseIn(join(folder, 'data')), copy).finally(() => {
      isCopied = true;
    });
    while (!isCopied) await insert();
    await copying;
    await insert();
    expect(duringCopy).toBeGreaterThan(10);
    const copied = await numbersInCopy();
    expect(copied.length).toBeGreaterThanOrEqual(10);
    expect(copied.length).toBeLessThan(last);
    expect(copied).toEqual(upTo(copied.length));
  });

  it('is consistent if concurrent changes fill several files of the log', async () => {
    const copying = copyWhileOpen(source, databaseIn(join(folder, 'data')), copy);
    for (let id = 1; id <= LARGE_ROWS; id += 1)
      await source.query(`INSERT INTO numbers VALUES ($1, ${LARGE_ROW})`, [id]);
    await copying;
    const copied = await numbersInCopy();
    expect(copied).toEqual(upTo(copied.length));
  });

  it('succeeds after a previous copy was killed', async () => {
    await source.query(`SELECT pg_backup_start('killed', fast => true)`);
    await source.query(`INSERT INTO numbers VALUES (1, 'content')`);
    await copyWhileOpen(source, databaseIn(join(folder, 'data')), copy);
    expect(await numbersInCopy()).toEqual([1]);
  });

  it('leaves the database ready for the next copy if this one cannot be written', async () => {
    writeFileSync(copy, 'a file where the folder would be');
    const folderOfData = databaseIn(join(folder, 'data'));
    await expect(copyWhileOpen(source, folderOfData, copy)).rejects.toMatchObject({ code: 'EEXIST' });
    rmSync(copy);
    await copyWhileOpen(source, folderOfData, copy);
    expect(await numbersInCopy()).toEqual([]);
  });
});
