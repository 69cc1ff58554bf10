import { generate } from '../load/generate.js';
import { quantile } from '../report/statistics.js';

/**
 * So many requests that each connection of the pool has run a statement more than five times: PostgreSQL then plans it
 * anew.
 */
const WARM_UP = 80;
/** The number of requests for each second of a measurement. */
const COUNT_PER_SECOND = 40;

/**
 * The median of the times of one client's requests, in milliseconds.
 * @param {string} url of a Parley
 * @param {{ token: string, question: import('../load/ask.js').Question | import('../load/ask.js').Question[], end:
 *   string }} asked `end`: a text in the answer or in its last page
 * @param {number} seconds
 * @param {{ warmUp?: number, count?: number }} [pace] in place of the usual numbers of requests
 */
export async function askingTime(url, { token, question, end }, seconds, pace) {
  const usual = { warmUp: WARM_UP, count: Math.ceil(seconds * COUNT_PER_SECOND) };
  return quantile(await generate('ask', { url, token, question, end, ...usual, ...pace }), 0.5);
}
