import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { initialArchive, isWalSegment, unpackInitialDatabase } from './initial-database.js';

it('the archive of a new embedded database is of the installed version of PGlite', () => {
  expect(existsSync(initialArchive()), 'run node bin/initdb/make.js').toBe(true);
});

it('a new embedded database has whole files of the write-ahead log', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-'));
  try {
    const database = join(folder, 'database');
    expect(unpackInitialDatabase(database)).toBe(true);
    const segments = readdirSync(join(database, 'pg_wal')).filter((name) => isWalSegment(`pg_wal/${name}`));
    expect(segments.map((name) => statSync(join(database, 'pg_wal', name)).size)).toEqual([16_777_216]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
