import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const POLL_MS = 5;
const TIMEOUT_MS = 60_000;
/** Linux reports times in hundredths of a second. */
const TICKS_PER_SECOND = 100;
const MICROSECONDS = 1_000_000;
/** Of a millisecond. */
const MICROSECONDS_A_PERCENT = 10;

const MEMORY_REPORTER = pathToFileURL(join(import.meta.dirname, '../contenders/memory-reporter.js')).href;

/** The flags of Node.js for a server whose memory is read. @param {string} file as for {@link memoryOf} */
export const reportingMemory = (file) => ['--expose-gc', '--import', `${MEMORY_REPORTER}?into=${file}`];

/**
 * The memory of a server that was started with {@link reportingMemory}, after a garbage collection.
 * @param {number} pid
 * @param {string} file for its report
 * @returns {Promise<NodeJS.MemoryUsage>} bytes
 */
export async function memoryOf(pid, file) {
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  for (const deadline = Date.now() + TIMEOUT_MS; Date.now() < deadline;) {
    const report = textOf(file);
    if (report !== undefined) return reportOf(report);
    await delay(POLL_MS);
  }
  throw new Error('The server does not report its memory.');
}

/** @param {string} text @returns {NodeJS.MemoryUsage} */
function reportOf(text) {
  const report = /** @type {unknown} */ (JSON.parse(text));
  return /** @type {NodeJS.MemoryUsage} */ (report);
}

/** From now on, the peak of the memory of a process is a new one. @param {number} pid */
export const resetPeak = (pid) => writeFileSync(`/proc/${String(pid)}/clear_refs`, '5');

/**
 * The most resident memory that a process has had since {@link resetPeak}. @param {number} pid @returns {number} bytes
 */
export const peakOf = (pid) =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${String(pid)}/status`, 'latin1'))?.[1]) * 1_024;

/** The processor time that a process has used. @param {number} pid @returns {number} seconds */
export const processorSeconds = (pid) => statOf(pid).own;

/** The processor time of a process and of those that it has started. @param {number} pid @returns {number} seconds */
function familySeconds(pid) {
  const others = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = others.flatMap((name) => {
    try {
      const { parent, own } = statOf(Number(name));
      return parent === pid ? [own] : [];
    } catch {
      return []; // It ended meanwhile.
    }
  });
  const { own, ended } = statOf(pid);
  return children.reduce((sum, seconds) => sum + seconds, own + ended);
}

/**
 * A clock of a server that can be read in another process.
 * @typedef {object} Clock
 * @property {number} pid
 * @property {boolean} [hasChildren] whether the processes that it has started count too
 */

/** @param {Clock} clock */
const secondsOf = ({ pid, hasChildren = false }) => (hasChildren ? familySeconds(pid) : processorSeconds(pid));

/**
 * Reads clocks at the beginning of some work.
 * @param {Clock[]} clocks
 * @returns {(units: number) => number[]} to be called at its end: the microseconds of each clock for a unit of the work
 */
export function beginWork(clocks) {
  const before = clocks.map(secondsOf);
  return (units) => clocks.map((clock, index) => ((secondsOf(clock) - (before[index] ?? NaN)) / units) * MICROSECONDS);
}

/**
 * The share of a core that clocks use, in percent.
 * @param {Clock[]} clocks
 * @param {number} ms for how long
 */
export async function percentOf(clocks, ms) {
  const costsOf = beginWork(clocks);
  const began = performance.now();
  await delay(ms);
  return costsOf((performance.now() - began) * MICROSECONDS_A_PERCENT);
}

/** The parent of a process, its processor seconds, and those of its ended children. @param {number} pid */
function statOf(pid) {
  const stat = readFileSync(`/proc/${String(pid)}/stat`, 'latin1');
  // The second field is the name of the program, in parentheses, and may contain any character.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const seconds = (/** @type {number} */ from) =>
    ((fields[from] ?? NaN) + (fields[from + 1] ?? NaN)) / TICKS_PER_SECOND;
  return { parent: fields[1], own: seconds(11), ended: seconds(13) };
}

/** @param {string} file @returns {string | undefined} */
function textOf(file) {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return undefined;
  }
}
