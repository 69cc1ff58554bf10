import { generate } from '../load/generate.js';
import { median, quantile, ratios } from '../report/statistics.js';
import { result } from '../report/result.js';
import { inRounds, PREVIOUS } from './measure.js';
import { FLOW, sentPerSecond } from './stored.js';

const NAME = 'under-load';
const SHARE = 0.7;

/**
 * The time from the scheduled time of a message until it is received, at 70 % of the maximum rate of each release.
 * @type {import('./measure.js').Measure}
 */
export const underLoad = {
  name: NAME,
  run: async (lab, { rounds, seconds }) => {
    const services = { parley: await lab.parley(), previous: await lab.previousParley() };
    const highest = await inRounds(rounds, {
      parley: () => sentPerSecond(services.parley, seconds),
      previous: () => sentPerSecond(services.previous, seconds),
    });
    /** @type {number[]} */
    const p50 = [];
    const p99Of = async (/** @type {'parley' | 'previous'} */ name) => {
      const { wire, url, rooms } = services[name];
      const flow = { perSecond: SHARE * median(highest[name]), warmUpMs: FLOW.warmUpMs, ms: seconds * 1_000 };
      const times = await generate('paced', { wire, url, rooms: await rooms(FLOW.rooms, 2), ...flow });
      if (name === 'parley') p50.push(quantile(times, 0.5));
      return quantile(times, 0.99);
    };
    const p99 = await inRounds(rounds, { parley: () => p99Of('parley'), previous: () => p99Of('previous') });
    return [
      result(NAME, 'the highest rate', highest.parley, { unit: 'messages/s' }),
      result(NAME, 'p50 at 70 % of it', p50, { unit: 'ms' }),
      result(NAME, 'p99 at 70 % of it', p99.parley, { unit: 'ms' }),
      result(NAME, `p99, ${PREVIOUS}`, p99.previous, { unit: 'ms' }),
      result(NAME, `Parley / ${PREVIOUS}, p99`, ratios(p99.parley, p99.previous), { bar: { most: 0.6 } }),
    ];
  },
};
