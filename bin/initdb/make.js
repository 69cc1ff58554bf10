/**
 * Makes the archive of a new embedded database for the installed version of PGlite, after an update of that: `npm run
 * -s build:modules && node bin/initdb/make.js`. `test/embedded/long/initial-database.spec.ts` compares it with what
 * `initdb` makes.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, constants } from 'node:zlib';

import { pack } from 'tar-stream';

const dist = new URL('../../dist/modules/src/platform/database/embedded/', import.meta.url);
/** @param {string} name @returns {Promise<unknown>} */
const compiled = (name) => import(new URL(name, dist).href);

const { initialArchive, isWalSegment } =
  /** @type {typeof import('../../src/platform/database/embedded/initial-database.js')} */ (
    await compiled('initial-database.js')
  );
const { openPGlite } = /** @type {typeof import('../../src/platform/database/embedded/pglite.js')} */ (
  await compiled('pglite.js')
);

/** A cache that PostgreSQL writes again when it is missing. */
const CACHE = 'pg_internal.init';

const folder = mkdtempSync(join(tmpdir(), 'parley-initdb-'));
try {
  await (await openPGlite(join(folder, 'database'))).close();
  const tar = await tarOf(join(folder, 'database'));
  for (const name of readdirSync(import.meta.dirname))
    if (name.endsWith('.br')) rmSync(join(import.meta.dirname, name));
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants;
  const params = {
    [BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [BROTLI_PARAM_SIZE_HINT]: tar.length,
  };
  writeFileSync(initialArchive(), brotliCompressSync(tar, { params }));
  process.stdout.write(`${initialArchive()}\n`);
} finally {
  rmSync(folder, { recursive: true });
}

/**
 * With the contents alone: neither times nor owners. The three databases of a new PostgreSQL have the same files, which
 * are links to the first of them. @param {string} root */
function tarOf(root) {
  const tar = pack();
  /** By content. @type {Map<string, string>} */
  const known = new Map();
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
  for (const name of names) {
    if (name.endsWith(CACHE)) continue;
    const header = { name, mtime: new Date(0) };
    if (statSync(join(root, name)).isDirectory()) {
      tar.entry({ ...header, type: 'directory' });
      continue;
    }
    const whole = readFileSync(join(root, name));
    const bytes = isWalSegment(name) ? withoutZeros(whole) : whole;
    const digest = createHash('sha256').update(bytes).digest('hex');
    const linkname = known.get(digest);
    if (linkname === undefined) tar.entry(header, bytes);
    else tar.entry({ ...header, type: 'link', linkname });
    known.set(digest, linkname ?? name);
  }
  tar.finalize();
  return buffer(tar);
}

/** Without the zeros at its end. @param {Buffer} bytes */
function withoutZeros(bytes) {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  return bytes.subarray(0, end);
}
