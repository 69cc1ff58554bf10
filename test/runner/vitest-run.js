import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import { processorSeconds } from './processor-seconds.js';

export const root = join(import.meta.dirname, '../..');
const VITEST = join(root, 'node_modules/vitest/vitest.mjs');

/**
 * The result of one spec file.
 * @typedef {object} FileResult
 * @property {string} file its path from the root of the project
 * @property {number} passed
 * @property {number} failed at least 1 if the file itself could not be run
 * @property {number} seconds
 * @property {string} output the messages of its failures
 */

/**
 * The result of one tier.
 * @typedef {object} TierResult
 * @property {string} tier
 * @property {number} seconds
 * @property {number} processorSeconds of the whole machine, because services outlive the workers that start them
 * @property {FileResult[]} files
 * @property {boolean} endedWell whether Vitest itself reported success
 */

/**
 * Runs a tier, or some of its files, and prints Vitest's output.
 * @param {string} tier
 * @param {readonly string[]} [files]
 * @returns {Promise<TierResult>}
 */
export async function runVitest(tier, files = []) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-results-'));
  const report = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const [began, processorBegan] = [Date.now(), processorSeconds()];
  try {
    const child = spawn(process.execPath, [VITEST, 'run', '--project', tier, ...reporters, ...files], {
      cwd: root,
      env: { ...process.env, TEST_ONLY: tier },
      stdio: 'inherit',
    });
    await once(child, 'exit');
    return {
      tier,
      seconds: (Date.now() - began) / 1_000,
      processorSeconds: processorSeconds() - processorBegan,
      files: filesIn(report),
      endedWell: child.exitCode === 0,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {string} report @returns {FileResult[]} none if Vitest ended before it wrote them */
function filesIn(report) {
  if (!existsSync(report)) return [];
  /** @type {unknown} */
  const written = JSON.parse(readFileSync(report, 'utf8'));
  const { testResults } = /** @type {{ testResults: VitestFile[] }} */ (written);
  return testResults.map(({ name, status, startTime, endTime, message, assertionResults }) => {
    const count = (/** @type {string} */ wanted) => assertionResults.filter((test) => test.status === wanted).length;
    const failed = count('failed');
    const failures = assertionResults.flatMap(({ fullName, failureMessages }) =>
      (failureMessages ?? []).map((text) => `${fullName}\n${text}`),
    );
    return {
      file: relative(root, name),
      passed: count('passed'),
      failed: status === 'failed' ? Math.max(1, failed) : failed,
      seconds: (endTime - startTime) / 1_000,
      output: [message, ...failures].filter(Boolean).join('\n\n'),
    };
  });
}

/**
 * @typedef {object} VitestFile
 * @property {string} name
 * @property {string} status
 * @property {number} startTime milliseconds
 * @property {number} endTime
 * @property {string} [message]
 * @property {{ status: string, fullName: string, failureMessages?: string[] | null }[]} assertionResults
 */
