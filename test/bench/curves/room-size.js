import { generate } from '../load/generate.js';
import { MILLISECONDS, p50AndP99 } from './times.js';

const FLOW = { inFlight: 32, warmUpMs: 500 };
const WARM_UP = 50;
/** The number of messages for each second of a latency measurement. */
const COUNT_PER_SECOND = 200;

/**
 * One room with one sender and a growing number of receivers.
 * @type {import('./curve.js').Curve}
 */
export const roomSize = {
  name: 'room-size',
  steps: [2, 10, 30, 100, 300, 1_000, 3_000, 10_000],
  x: { name: 'members of the room', scale: 'log' },
  charts: {
    throughput: {
      title: 'Deliveries in one room, 32 messages in flight',
      y: { name: 'deliveries/s', scale: 'log' },
    },
    cost: {
      title: 'The server, for each member that receives a message',
      y: { name: 'µs of a core', scale: 'log' },
    },
    latency: {
      title: 'From sending to receiving, one message at a time',
      y: { ...MILLISECONDS, scale: 'log' },
    },
  },
  begin: async (lab, seconds) => {
    const contenders = [await lab.parley(), await lab.bareWs()];
    return (size) =>
      Promise.resolve(async () => {
        /** @type {import('./curve.js').Found} */
        const found = { throughput: {}, cost: {}, latency: {} };
        for (const { name, wire, url, pid, rooms } of contenders) {
          const place = { wire, url, rooms: await rooms(1, size) };
          const flow = { ...FLOW, ms: seconds * 1_000, clocks: [{ pid }] };
          const { perSecond, costs } = await generate('flood', { ...place, ...flow });
          const count = Math.ceil(seconds * COUNT_PER_SECOND);
          const times = await generate('oneAtATime', { ...place, warmUp: WARM_UP, count });
          Object.assign(found.throughput ?? {}, { [name]: perSecond.received });
          Object.assign(found.cost ?? {}, { [name]: (costs[0] ?? NaN) / size });
          Object.assign(found.latency ?? {}, p50AndP99(name, times));
        }
        return found;
      });
  },
};
