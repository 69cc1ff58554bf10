import { generate } from '../load/generate.js';
import { ratios } from '../report/statistics.js';
import { result } from '../report/result.js';
import { PREVIOUS } from './measure.js';
import { FLOW } from './stored.js';

const NAME = 'costs';
const WARM_UP_MS = 1_000;
const LARGE = { rooms: 1, size: 100, inFlight: 32 };
const SMALL = { rooms: FLOW.rooms, size: 2, inFlight: FLOW.inFlight };

/**
 * The processor time of a message in each involved process: the basis for sizing a deployment.
 * @type {import('./measure.js').Measure}
 */
export const costs = {
  name: NAME,
  run: async (lab, { rounds, seconds }) => {
    const ms = seconds * 1_000;
    const alone = await lab.parley();
    const postgres = { pid: lab.postgresPid, hasChildren: true };
    const small = await costPerMessage({ nodes: [alone], load: SMALL, ms, rounds }, [alone, postgres]);
    const before = await costPerMessage({ nodes: [await lab.previousParley()], load: SMALL, ms, rounds }, [postgres]);
    const large = await costPerMessage({ nodes: [alone], load: LARGE, ms, rounds }, [alone]);
    const { nodes, redisPid } = await lab.nodes(2);
    const spread = await costPerMessage({ nodes, load: SMALL, ms, rounds }, [...nodes, { pid: redisPid }]);
    const row = (/** @type {string} */ what, /** @type {number[] | undefined} */ values) =>
      result(NAME, what, values ?? [], { unit: 'µs of a core' });
    return [
      row('a message in a room of two, Parley', small[0]),
      row('a message in a room of two, PostgreSQL', small[1]),
      row(`a message in a room of two, PostgreSQL, ${PREVIOUS}`, before[0]),
      result(NAME, `PostgreSQL / ${PREVIOUS}`, ratios(small[1] ?? [], before[0] ?? []), { bar: { most: 0.7 } }),
      row('a message in a room of 100, Parley', large[0]),
      row("two nodes: the sender's node", spread[0]),
      row("two nodes: the receiver's node", spread[1]),
      row('two nodes: Redis', spread[2]),
    ];
  },
};

/**
 * @param {object} flow
 * @param {import('../contenders/contender.js').Contender[]} flow.nodes of one deployment
 * @param {typeof SMALL} flow.load
 * @param {number} flow.ms
 * @param {number} flow.rounds
 * @param {import('../load/server-process.js').Clock[]} clocks of its processes
 * @returns {Promise<number[][]>} microseconds a message for each clock, round by round
 */
async function costPerMessage({ nodes, load, ms, rounds }, clocks) {
  /** @type {number[][]} */
  const perRound = [];
  for (let round = 0; round < rounds; round += 1) {
    const rooms = (await nodes[0]?.rooms(load.rooms, load.size)) ?? [];
    const place = { wire: /** @type {const} */ ('parley'), url: nodes.map(({ url }) => url), rooms };
    const { costs } = await generate('flood', { ...place, inFlight: load.inFlight, warmUpMs: WARM_UP_MS, ms, clocks });
    perRound.push(costs);
  }
  return clocks.map((_, index) => perRound.map((round) => round[index] ?? NaN));
}
