import { generate } from '../load/generate.js';
import { ratios } from '../report/statistics.js';
import { result } from '../report/result.js';
import { inRounds } from './measure.js';

const NAME = 'handshakes';
/** Many users, so that the same user does not reconnect soon. */
const ROOMS = 1_000;
const AT_ONCE = 32;
const WARM_UP_MS = 1_000;

/**
 * Handshakes a second until the first frame. Parley checks a token, joins a room and reports pending notifications; the
 * bare server accepts every client.
 * @type {import('./measure.js').Measure}
 */
export const handshakes = {
  name: NAME,
  run: async (lab, { rounds, seconds }) => {
    const contenders = { bare: await lab.bareWs(), parley: await lab.parley() };
    const people = { bare: await contenders.bare.rooms(ROOMS, 2), parley: await contenders.parley.rooms(ROOMS, 2) };
    /** @param {'bare' | 'parley'} name */
    const rateOf = async (name) => {
      const { wire, url } = contenders[name];
      const flow = { atOnce: AT_ONCE, warmUpMs: WARM_UP_MS, ms: seconds * 1_000 };
      const { perSecond } = await generate('handshakes', { wire, url, rooms: people[name], ...flow });
      return perSecond;
    };
    const { bare, parley } = await inRounds(rounds, {
      bare: () => rateOf('bare'),
      parley: () => rateOf('parley'),
    });
    return [
      result(NAME, 'plain ws', bare, { unit: 'handshakes/s' }),
      result(NAME, 'Parley', parley, { unit: 'handshakes/s' }),
      result(NAME, 'Parley / plain ws', ratios(parley, bare), { bar: { least: 0.55 } }),
    ];
  },
};
