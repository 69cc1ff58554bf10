/**
 * Makes the archive of a new embedded database for the installed version of PGlite, after an update of that: `npm run
 * -s build:modules && node bin/initdb/make.js`. `test/embedded/long/initial-database.spec.ts` compares it with what
 * `initdb` makes.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, gzipSync } from 'node:zlib';

/** @typedef {import('../../src/platform/database/embedded/initial-database.js').Archived} Archived */

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
  await makeDatabase(join(folder, 'database'));
  const archive = archiveOf(join(folder, 'database'));
  for (const name of readdirSync(import.meta.dirname))
    if (name.endsWith('.gz')) rmSync(join(import.meta.dirname, name));
  writeFileSync(initialArchive(), gzipSync(archive, { level: constants.Z_BEST_COMPRESSION }));
  process.stdout.write(`${initialArchive()}\n`);
} finally {
  rmSync(folder, { recursive: true });
}

/**
 * The log of `initdb` is half of its folder. After a checkpoint in the next file of the log nothing reads it again, and
 * PostgreSQL keeps its file for later use. @param {string} root
 */
async function makeDatabase(root) {
  const database = await openPGlite(root);
  await database.exec('SELECT pg_switch_wal()');
  await database.exec('CHECKPOINT');
  await database.close();
  const [, ...unused] = readdirSync(join(root, 'pg_wal'))
    .filter((name) => isWalSegment(`pg_wal/${name}`))
    .sort();
  for (const name of unused) rmSync(join(root, 'pg_wal', name));
}

/**
 * With the contents alone: neither times nor owners. The three databases of a new PostgreSQL have the same files.
 * @param {string} root
 */
function archiveOf(root) {
  /** The places of contents, by digest. @type {Map<string, readonly [number, number]>} */
  const places = new Map();
  /** @type {Buffer[]} */
  const contents = [];
  let end = 0;
  /** @type {Archived[]} */
  const archived = [];
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()) {
    if (name.endsWith(CACHE)) continue;
    if (statSync(join(root, name)).isDirectory()) {
      archived.push({ name });
      continue;
    }
    const whole = readFileSync(join(root, name));
    const bytes = isWalSegment(name) ? withoutZeros(whole) : whole;
    const digest = createHash('sha256').update(bytes).digest('hex');
    const content = places.get(digest) ?? /** @type {const} */ ([end, bytes.length]);
    if (!places.has(digest)) {
      places.set(digest, content);
      contents.push(bytes);
      end += bytes.length;
    }
    archived.push({ name, content });
  }
  return Buffer.concat([Buffer.from(`${JSON.stringify(archived)}\n`), ...contents]);
}

/** Without the zeros at its end. @param {Buffer} bytes */
function withoutZeros(bytes) {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  return bytes.subarray(0, end);
}
