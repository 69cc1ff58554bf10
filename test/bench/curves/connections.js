import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

import { begin, generate } from '../load/generate.js';
import { percentOf } from '../load/server-process.js';
import { MILLISECONDS, p50AndP99 } from './times.js';

const SIZE = 20;
const FLOW = { inFlight: 32, warmUpMs: 500 };
const WARM_UP = 50;
const COUNT_PER_SECOND = 200;
/** Until the sessions of new connections are written. */
const SETTLE_MS = 5_000;
/** The processor time of idle connections is counted for longer. */
const TIMES_AS_LONG = 10;
const RESIDENT = /^VmRSS:\s+(\d+) kB$/m;
const KIBIBYTES_IN_A_MEBIBYTE = 1_024;

/**
 * One active room of 20 besides a growing number of connections that only send heartbeats.
 * @type {import('./curve.js').Curve}
 */
export const connections = {
  name: 'connections',
  steps: [0, 1_000, 2_000, 5_000, 8_000],
  x: { name: 'additional idle connections', scale: 'linear' },
  charts: {
    throughput: {
      title: `Deliveries in a room of ${String(SIZE)}, 32 messages in flight`,
      y: { name: 'deliveries/s', scale: 'linear' },
    },
    latency: { title: 'From sending to receiving, one message at a time', y: MILLISECONDS },
    arrival: { title: 'Until all of them were connected', y: { name: 'seconds', scale: 'linear' } },
    memory: { title: 'Resident memory of the server', y: { name: 'MiB', scale: 'linear' } },
    idle: { title: 'Processor time while they only send heartbeats', y: { name: '% of a core', scale: 'linear' } },
  },
  begin: async (lab, seconds) => {
    const { name, wire, url, pid, rooms } = await lab.parley();
    let [there, arrival] = [0, 0];
    return async (count) => {
      if (count > there) {
        const place = { wire, url, rooms: await rooms((count - there) / 2, 2) };
        arrival += (await lab.hold(() => begin('stand', place))).result;
        await delay(SETTLE_MS);
      }
      there = count;
      const memory = residentMebibytes(pid);
      return async () => {
        const clocks = [{ pid }, { pid: lab.postgresPid, hasChildren: true }];
        const idle = await percentOf(clocks, seconds * TIMES_AS_LONG * 1_000);
        const room = { wire, url, rooms: await rooms(1, SIZE) };
        const { perSecond } = await generate('flood', { ...room, ...FLOW, ms: seconds * 1_000 });
        const many = Math.ceil(seconds * COUNT_PER_SECOND);
        const times = await generate('oneAtATime', { ...room, warmUp: WARM_UP, count: many });
        return {
          throughput: { [name]: perSecond.received },
          latency: p50AndP99(name, times),
          arrival: { [name]: arrival },
          memory: { [name]: memory },
          idle: { [name]: idle[0] ?? NaN, PostgreSQL: idle[1] ?? NaN },
        };
      };
    };
  },
};

/** Without a garbage collection. @param {number} pid */
const residentMebibytes = (pid) =>
  Number(RESIDENT.exec(readFileSync(`/proc/${String(pid)}/status`, 'latin1'))?.[1]) / KIBIBYTES_IN_A_MEBIBYTE;
