import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
/** Its time is the moment at which the latest build began. */
const stamp = join(dist, '.built');
const lock = join(dist, '.building');

const LONGEST_BUILD_MS = 120_000;

/**
 * Compiles the program if a source is newer than what was compiled last. Processes that start together build once.
 * Where there is no source, as in the production image, or no compiler, what is there is run.
 */
export async function built() {
  if (!existsSync(join(root, 'src')) || !isStale()) return;
  const compiler = findCompiler();
  if (compiler === undefined) {
    if (!existsSync(join(dist, 'src'))) stop('Parley is not built and TypeScript is not installed: run npm ci.');
    return;
  }
  await takeLock();
  try {
    if (isStale()) build(compiler);
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/** @param {string} compiler */
function build(compiler) {
  const began = new Date();
  process.stderr.write('Building Parley, as its sources are newer than the last build.\n');
  removeOrphans('src');
  const { status, stdout, stderr } = spawnSync(process.execPath, [compiler, '-b', 'tsconfig.build.json'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) {
    rmdirSync(lock);
    stop(`Parley cannot be built:\n${stdout}${stderr}`);
  }
  writeFileSync(stamp, '');
  utimesSync(stamp, began, began);
}

function isStale() {
  const files = readdirSync(root).filter((name) => /^(ormconfig\.ts|tsconfig.*\.json)$/.test(name));
  const libs = existsSync(join(root, 'libs')) ? readdirSync(join(root, 'libs')) : [];
  const sources = [...files, 'src', ...libs.flatMap((lib) => [`libs/${lib}/src`, `libs/${lib}/tsconfig.json`])];
  const builtAt = timeOf(stamp);
  return sources.some((path) => newestIn(join(root, path)) >= builtAt);
}

/**
 * A folder's own time tells of files that were removed from it.
 * @param {string} path
 * @returns {number} milliseconds
 */
function newestIn(path) {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (!entry) return -Infinity;
  if (!entry.isDirectory()) return entry.mtimeMs;
  return Math.max(entry.mtimeMs, ...readdirSync(path).map((name) => newestIn(join(path, name))));
}

/** @param {string} path */
const timeOf = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? -Infinity;

/**
 * Entities and migrations are found by their names, so what a removed source left behind would still be loaded.
 * @param {string} folder
 */
function removeOrphans(folder) {
  if (!existsSync(join(dist, folder))) return;
  for (const entry of readdirSync(join(dist, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const source = path.replace(/(\.d\.ts|\.js|\.js\.map)$/, '.ts');
    if (!existsSync(join(root, entry.isDirectory() ? path : source))) rmSync(join(dist, path), { recursive: true });
    else if (entry.isDirectory()) removeOrphans(path);
  }
}

function findCompiler() {
  try {
    return createRequire(import.meta.url).resolve('typescript/bin/tsc');
  } catch {
    return undefined;
  }
}

async function takeLock() {
  mkdirSync(dist, { recursive: true });
  for (;;) {
    try {
      mkdirSync(lock);
      return;
    } catch (error) {
      const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
      if (code !== 'EEXIST') stop(`Parley cannot be built: ${message}.`);
    }
    if (Date.now() - timeOf(lock) > LONGEST_BUILD_MS) rmSync(lock, { recursive: true, force: true });
    else await delay(100);
  }
}

/** @param {string} sentence */
function stop(sentence) {
  process.stderr.write(`${sentence.trimEnd()}\n`);
  process.exit(1);
}
