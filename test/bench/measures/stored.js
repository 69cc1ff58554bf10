import { generate } from '../load/generate.js';
import { ratios } from '../report/statistics.js';
import { result } from '../report/result.js';
import { AS_BEFORE, inRounds, PREVIOUS } from './measure.js';

const NAME = 'stored';
/** The load. */
export const FLOW = { rooms: 50, inFlight: 4, warmUpMs: 1_000 };

/**
 * Messages a second that are stored and delivered in rooms of two, compared with commits of single rows.
 * @type {import('./measure.js').Measure}
 */
export const stored = {
  name: NAME,
  run: async (lab, { rounds, seconds }) => {
    const [onPostgres, onEmbedded] = [await lab.parley(), await lab.embeddedParley()];
    const ofPrevious = await lab.previousParley();
    const { commits, parley, embedded, previous } = await inRounds(rounds, {
      commits: () => lab.commitsPerSecond(seconds),
      parley: () => sentPerSecond(onPostgres, seconds),
      embedded: () => sentPerSecond(onEmbedded, seconds),
      previous: () => sentPerSecond(ofPrevious, seconds),
    });
    return [
      result(NAME, 'pgbench, 32 clients', commits, { unit: 'commits/s' }),
      result(NAME, 'Parley', parley, { unit: 'messages/s' }),
      result(NAME, 'Parley, embedded', embedded, { unit: 'messages/s' }),
      result(NAME, PREVIOUS, previous, { unit: 'messages/s' }),
      result(NAME, 'Parley / pgbench', ratios(parley, commits), { bar: { least: 0.8 } }),
      result(NAME, 'Parley, embedded / pgbench', ratios(embedded, commits)),
      result(NAME, `Parley / ${PREVIOUS}`, ratios(parley, previous), { bar: { least: AS_BEFORE } }),
    ];
  },
};

/**
 * @param {import('../contenders/contender.js').Contender} contender
 * @param {number} seconds
 */
export async function sentPerSecond({ wire, url, rooms }, seconds) {
  const { inFlight, warmUpMs } = FLOW;
  const place = { wire, url, rooms: await rooms(FLOW.rooms, 2) };
  const { perSecond } = await generate('flood', { ...place, inFlight, warmUpMs, ms: seconds * 1_000 });
  return perSecond.sent;
}
