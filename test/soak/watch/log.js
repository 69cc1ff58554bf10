import { readFileSync } from 'node:fs';

/** The log line for a database that is too slow, as on a busy machine: a refusal in bounded time. */
const TOO_SLOW =
  /the message was queued for too long|statement timeout|lock timeout|timeout exceeded when trying to connect/;
const HARMLESS = ['info', 'warn'];

/**
 * The lines in a node's JSON log that should not be there: errors, and other output, as of a crash.
 * @param {string} file
 * @returns {{ errors: string[], waits: number }} these lines; and how many lines said that the database was too slow
 */
export function readLog(file) {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !isHarmless(line));
  const errors = lines.filter((line) => !TOO_SLOW.test(line));
  return { errors, waits: lines.length - errors.length };
}

/** @param {string} text @returns {unknown} */
const json = (text) => JSON.parse(text);

/** @param {string} line */
function isHarmless(line) {
  try {
    return HARMLESS.includes(/** @type {{ level: string }} */ (json(line)).level);
  } catch {
    return false;
  }
}
