import { readFileSync } from 'node:fs';

/** What a node says when its database takes too long, as on a machine that has too much to do: a refusal in bounded time. */
const TOO_SLOW =
  /the message was queued for too long|statement timeout|lock timeout|timeout exceeded when trying to connect/;
const HARMLESS = ['info', 'warn'];

/**
 * What a node has logged, in lines of JSON, that it should not have: errors, and what was printed past the log, as by
 * what ends a process.
 * @param {string} file
 * @returns {{ errors: string[], waits: number }} lines; and how many said that the database was too slow
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
