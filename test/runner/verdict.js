/** @typedef {import('./vitest-run.js').TierResult} TierResult */
/** @typedef {import('./vitest-run.js').FileResult} FileResult */

/** A gate passes with at most this many spec files that fail once and pass alone. */
const MOST_FLAKY_FILES = 2;

/**
 * A spec file that failed, and its second run, if it had one.
 * @typedef {object} Repeated
 * @property {string} tier
 * @property {FileResult} first
 * @property {TierResult} [second]
 */

/**
 * @typedef {object} Verdict
 * @property {number} passed tests; of a repeated file those of its second run
 * @property {number} failed
 * @property {Repeated[]} flaky
 * @property {boolean} passes
 */

/** Whether the second run of a file passed. @param {Repeated} repeated */
export const isFlaky = ({ second }) =>
  second?.endedWell === true && second.files.length === 1 && second.files[0]?.failed === 0;

/**
 * @param {readonly TierResult[]} tiers
 * @param {readonly Repeated[]} repeated every file that failed in one of them
 * @returns {Verdict}
 */
export function verdictOf(tiers, repeated) {
  const flaky = repeated.filter(isFlaky);
  const counted = tiers.flatMap(({ tier, files }) =>
    files.map((result) => flaky.find((one) => one.tier === tier && one.first === result)?.second?.files[0] ?? result),
  );
  const passed = sum(counted.map((result) => result.passed));
  const failed = sum(counted.map((result) => result.failed)) + tiers.filter(failedOutsideOfTests).length;
  return { passed, failed, flaky, passes: failed === 0 && passed > 0 && flaky.length <= MOST_FLAKY_FILES };
}

/** A hook of the whole run failed, or an error that no test caught. @param {TierResult} result */
const failedOutsideOfTests = ({ files, endedWell }) => !endedWell && files.every(({ failed }) => failed === 0);

/** @param {readonly number[]} numbers */
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
