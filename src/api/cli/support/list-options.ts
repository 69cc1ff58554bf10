import { invalid } from '@parley/protocol';
import { isISO8601 } from 'class-validator';

import { ageOf } from './option-values.js';

/** The default maximum length of a list. */
export const DEFAULT_LIMIT = 100;
const MOST = 1_000_000;

/** Parses `--limit`. @throws Refusal 4003 */
export function limitOf(count: string): number {
  const limit = /^\d+$/.test(count) ? Number(count) : 0;
  if (limit < 1 || limit > MOST) throw invalid(`--limit must be a whole number from 1 to ${String(MOST)}.`);
  return limit;
}

/** Parses `--since`, which is a time or an age. @throws Refusal 4003 */
export const sinceOf = (time: string): Date => momentOf('--since', time);

/** Parses `--until`, which is a time or an age. @throws Refusal 4003 */
export const untilOf = (time: string): Date => momentOf('--until', time);

/** Parses an option with a time of the future, or how long it is until then. @throws Refusal 4003 */
export function endOf(option: string, time: string): Date {
  if (isTime(time)) return new Date(time);
  try {
    return new Date(Date.now() + ageOf(option, time) * 1_000);
  } catch {
    throw invalid(`${option} must be a time such as 2027-01-31T08:00:00Z, or as long from now as 12h or 30d.`);
  }
}

const isTime = (time: string): boolean => isISO8601(time, { strict: true }) && !Number.isNaN(Date.parse(time));

function momentOf(option: string, time: string): Date {
  if (isTime(time)) return new Date(time);
  try {
    // No data is older than 1970, and the database does not support every date that an age can result in.
    return new Date(Math.max(0, Date.now() - ageOf(option, time) * 1_000));
  } catch {
    throw invalid(`${option} must be a time such as 2026-01-31T08:00:00Z, or an age such as 15m, 24h or 90d.`);
  }
}

/** Parses `--state`. @throws Refusal 4003 */
export const stateOf = <State extends string>(states: readonly State[], word: string): State =>
  choiceOf('--state', states, word);

/** Parses an option with a few possible words. @throws Refusal 4003 */
export function choiceOf<Choice extends string>(option: string, choices: readonly Choice[], word: string): Choice {
  const choice = choices.find((each) => each === word);
  if (choice === undefined) throw invalid(`${option} must be one of ${choices.join(', ')}.`);
  return choice;
}
