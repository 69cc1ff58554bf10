import { generate } from '../load/generate.js';
import { MILLISECONDS, p50AndP99 } from './times.js';

const IN_FLIGHT = 4;
const WARM_UP_MS = 500;
/** With more rooms, connecting all users takes the embedded database longer than all the rest. */
const MOST_EMBEDDED = 200;
/** The rate at which latency is measured, in messages a second. */
const MODEST = 200;

/**
 * Many rooms of two with one sender each.
 * @type {import('./curve.js').Curve}
 */
export const manyRooms = {
  name: 'rooms',
  steps: [1, 10, 50, 200, 1_000],
  x: { name: 'rooms of two', scale: 'log' },
  charts: {
    throughput: {
      title: `Stored messages, ${String(IN_FLIGHT)} in flight in each room`,
      y: { name: 'messages/s', scale: 'linear' },
    },
    latency: {
      title: `From sending to receiving, at ${String(MODEST)} messages a second`,
      y: MILLISECONDS,
    },
  },
  begin: async (lab, seconds) => {
    const [onPostgres, onEmbedded] = [await lab.parley(), await lab.embeddedParley()];
    return (count) => {
      const contenders = count > MOST_EMBEDDED ? [onPostgres] : [onPostgres, onEmbedded];
      return Promise.resolve(async () => {
        /** @type {import('./curve.js').Found} */
        const found = { throughput: {}, latency: {} };
        for (const { name, wire, url, rooms } of contenders) {
          const load = { wire, url, rooms: await rooms(count, 2), warmUpMs: WARM_UP_MS, ms: seconds * 1_000 };
          const { perSecond } = await generate('flood', { ...load, inFlight: IN_FLIGHT });
          const times = await generate('paced', { ...load, perSecond: MODEST });
          Object.assign(found.throughput ?? {}, { [name]: perSecond.sent });
          Object.assign(found.latency ?? {}, p50AndP99(name, times));
        }
        return found;
      });
    };
  },
};
