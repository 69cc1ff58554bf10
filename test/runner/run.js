/**
 * Runs tiers of specs one after another: `node test/runner/run.js <tier or set>...`.
 *
 * With `CI=true` every server must be available, and a failed spec file is run again alone at the end. If it passes
 * then, the closing lines call it FLAKY and name the folder with both outputs.
 */
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { dataRoot } from '../servers/data-root.js';
import { tiersOf } from './tiers.js';
import { isFlaky, verdictOf } from './verdict.js';
import { root, runVitest } from './vitest-run.js';

/** @typedef {import('./verdict.js').Repeated} Repeated */
/** @typedef {import('./vitest-run.js').TierResult} TierResult */

const isCi = process.env.CI === 'true';
const OUTPUTS = join(root, 'test-results');
const SLOWEST = 10;
/** A shorter spec needs no place of its own in the order. */
const LONG_SECONDS = 20;

const tiers = tiersOf(process.argv.slice(2));
const leftOut = isCi ? [] : tiers.filter(({ missing }) => missing.some(Boolean));

process.env.TEST_WHOLE_TIERS = 'on';
process.env.TEST_STATEMENTS = folderOfRun('statements');
process.env.TEST_TEMPLATES = folderOfRun('templates');
process.env.TEST_MODULES = folderOfRun('modules');

/** @type {TierResult[]} */
const results = [];
for (const tier of tiers) if (!leftOut.includes(tier)) results.push(await runVitest(tier.name));

const repeated = await repeatFailures();
for (const result of results) printTier(result);
for (const { name, missing } of leftOut)
  console.log(`Left out: ${name}, which needs ${missing.filter(Boolean).join(', and ')}.`);
const verdict = verdictOf(results, repeated);
for (const { tier, first } of verdict.flaky)
  console.log(`FLAKY ${first.file} (${tier}): see ${folderOf(tier, first.file)}`);
console.log(`${String(verdict.passed)} passed, ${String(verdict.failed)} failed`);
if (process.env.TEST_KEEP_SECONDS) keepSeconds();
if (process.env.TEST_RESULT_FILE) {
  const { passed, failed, flaky } = verdict;
  appendFileSync(process.env.TEST_RESULT_FILE, `${JSON.stringify({ passed, failed, flaky: flaky.length })}\n`);
}
process.exitCode = verdict.passes ? 0 : 1;

/** A folder for what the tiers of this run hand on. @param {string} name */
function folderOfRun(name) {
  const folder = mkdtempSync(join(dataRoot(), `parley-test-${name}-`));
  process.on('exit', () => rmSync(folder, { recursive: true }));
  return folder;
}

/** @returns {Promise<Repeated[]>} */
async function repeatFailures() {
  /** @type {Repeated[]} */
  const repeated = [];
  for (const { tier, files } of results) {
    // The outputs of other tiers belong to other runs of the same gate.
    rmSync(join(OUTPUTS, tier), { recursive: true, force: true });
    for (const first of files.filter(({ failed }) => failed > 0)) {
      if (!isCi) repeated.push({ tier, first });
      else repeated.push(await repeat(tier, first));
    }
  }
  return repeated;
}

/** @param {string} tier @param {import('./vitest-run.js').FileResult} first @returns {Promise<Repeated>} */
async function repeat(tier, first) {
  console.log(`\n== Again, alone: ${first.file} (${tier})`);
  const second = await runVitest(tier, [join(root, first.file)]);
  const folder = folderOf(tier, first.file);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'first.txt'), first.output);
  writeFileSync(join(folder, 'second.txt'), second.files.map(({ output }) => output).join('\n') || 'passed\n');
  const outcome = { tier, first, second };
  if (isFlaky(outcome)) console.log(first.output);
  return outcome;
}

/** @param {string} tier @param {string} file */
function folderOf(tier, file) {
  return join(OUTPUTS, tier, file.replaceAll('/', '-'));
}

/** Writes the order in which spec files begin: see slowest-first.ts. */
function keepSeconds() {
  const files = results.flatMap(({ files: all }) => all).filter(({ seconds }) => seconds >= LONG_SECONDS);
  const slowestFirst = files.toSorted((one, other) => other.seconds - one.seconds);
  // Of a file in two tiers the shorter time would come last.
  const seconds = Object.fromEntries(
    slowestFirst.toReversed().map(({ file, seconds: taken }) => [file, Math.round(taken)]),
  );
  writeFileSync(join(root, 'test/runner/seconds.json'), `${JSON.stringify(seconds, null, 2)}\n`);
}

/** @param {TierResult} result */
function printTier({ tier, seconds, processorSeconds: processor, files }) {
  const times = `${seconds.toFixed(0)} s, ${processor.toFixed(0)} s of processor time`;
  console.log(`\n${tier}: ${String(files.length)} files in ${times}. The slowest:`);
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST);
  for (const { file, seconds: taken } of slowest) console.log(`${taken.toFixed(1).padStart(8)} s  ${file}`);
}
