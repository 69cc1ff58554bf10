import { writeFileSync } from 'node:fs';

/**
 * Closes a run: says what was left out and why, and writes the numbers to the file that `TEST_RESULT_FILE` names.
 * A file of specs that could not be run at all counts as one failure.
 */
export default class ClosingReporter {
  /** @param {unknown} _config @param {{ leftOut: string[] }} options */
  constructor(_config, { leftOut }) {
    this.leftOut = leftOut;
  }

  /**
   * @param {unknown} _contexts
   * @param {{ numPassedTests: number, numFailedTests: number, numRuntimeErrorTestSuites: number }} results
   */
  onRunComplete(_contexts, results) {
    if (this.leftOut.length > 0) console.error(`Left out: the specs that need ${this.leftOut.join(', or ')}.`);
    const file = process.env.TEST_RESULT_FILE;
    if (!file) return;
    const passed = results.numPassedTests;
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    writeFileSync(file, JSON.stringify({ passed, failed }));
  }
}
