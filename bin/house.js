/**
 * `npm run house`: prints numbers of the tree, most with a bar: a number above its bar should fall, and none should rise.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** @typedef {{ readonly path: string, readonly text: string, readonly lines: number }} SourceFile */
/** @typedef {readonly [name: string, number: number, bar?: number]} Count */

const ROOT = join(import.meta.dirname, '..');
const SHORT_LINES = 25;
const COMMITS = 200;
const MOST_CHANGED = 3;

const libs = filesIn('libs');
const src = filesIn('src');
const outsideDatabase = src.filter(({ path }) => !path.startsWith('src/platform/database/'));
const [longestModule] = src
  .filter(({ path }) => path.endsWith('.module.ts'))
  .sort((one, other) => other.lines - one.lines);

/** @type {readonly Count[]} */
const counts = [
  [
    'event files with data access',
    files(
      src.filter(({ path }) => path.endsWith('.event.ts')),
      /Repository|UnitOfWork/,
    ),
    0,
  ],
  ['files with SKIP LOCKED', files(src, /SKIP LOCKED/), 5],
  ['files with setInterval', files(src, /\bsetInterval\(/), 4],
  ['files with exponential backoff', files(src, /\*\* Math\.min\(|\bpower\(\$\{/), 1],
  ['cursor codecs', files(src, /JSON\.parse\(Buffer\.from\(\w+, 'base64url'/), 1],
  ['row interfaces', matches(src, /\binterface \w*Row\b/g), 0],
  ['queries outside of src/platform/database', matches(outsideDatabase, /\.query[<(]/g), 10],
  [
    'folders of src',
    new Set(
      src
        .map(({ path }) => path.split('/'))
        .filter(({ length }) => length > 2)
        .map(([, name]) => name),
    ).size,
    4,
  ],
  ['files of src', src.length],
  ['lines of src', src.reduce((sum, { lines }) => sum + lines, 0), 70_000],
  [
    `files of src and libs under ${String(SHORT_LINES)} lines`,
    [...src, ...libs].filter(({ lines }) => lines < SHORT_LINES).length,
    90,
  ],
  [`lines of ${basename(longestModule?.path ?? '')}, the longest module`, longestModule?.lines ?? 0, 90],
  ...mostChanged().map(
    ([path, changes]) => /** @type {Count} */ ([`changes of ${path} in ${String(COMMITS)} commits`, changes, 15]),
  ),
];

const width = Math.max(...counts.map(([name]) => name.length));
for (const [name, number, bar] of counts) {
  const columns = [name.padEnd(width), String(number).padStart(6), (bar === undefined ? '' : String(bar)).padStart(6)];
  process.stdout.write(`${columns.join('  ').trimEnd()}\n`);
}

/** The product files of a folder. @param {string} folder @returns {SourceFile[]} */
function filesIn(folder) {
  return git('ls-files', folder)
    .filter(isProduct)
    .map((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8');
      return { path, text, lines: text.split('\n').length - 1 };
    });
}

/** The product files that the last commits have changed most often. @returns {[path: string, changes: number][]} */
function mostChanged() {
  /** @type {Map<string, number>} */
  const changes = new Map();
  const paths = git('log', `-${String(COMMITS)}`, '--no-merges', '--name-only', '--format=');
  for (const path of paths.filter(isProduct)) changes.set(path, (changes.get(path) ?? 0) + 1);
  return [...changes].sort(([, one], [, other]) => other - one).slice(0, MOST_CHANGED);
}

/** Whether it is a file of `src` or `libs`, and no spec. @param {string} path */
function isProduct(path) {
  return /^(src|libs)\/.*\.tsx?$/.test(path) && !path.includes('.spec.');
}

/** @param {readonly SourceFile[]} all @param {RegExp} pattern */
function files(all, pattern) {
  return all.filter(({ text }) => pattern.test(text)).length;
}

/** @param {readonly SourceFile[]} all @param {RegExp} pattern with the flag `g` */
function matches(all, pattern) {
  return all.reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0);
}

/** The lines that git prints. @param {string[]} words */
function git(...words) {
  return execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '');
}
