import { generate } from '../load/generate.js';
import { ratios } from '../report/statistics.js';
import { result } from '../report/result.js';
import { AS_BEFORE, inRounds, PREVIOUS } from './measure.js';

const IN_FLIGHT = 32;
const WARM_UP_MS = 1_000;

/** Deliveries a second in one room with one sender. */
export const fanOut = [measureOf(20, 0.75), measureOf(100, 0.8)];

/**
 * @param {number} size of the room
 * @param {number} ofCeiling the minimum share of the rate of a bare `ws` server
 * @returns {import('./measure.js').Measure}
 */
function measureOf(size, ofCeiling) {
  const name = `fan-out-${String(size)}`;
  return {
    name,
    run: async (lab, { rounds, seconds }) => {
      const contenders = {
        bare: await lab.bareWs(),
        socketIo: await lab.socketIo(),
        parley: await lab.parley(),
        embedded: await lab.embeddedParley(),
        previous: await lab.previousParley(),
      };
      const received = await inRounds(rounds, {
        bare: () => receivedPerSecond(contenders.bare, size, seconds),
        socketIo: () => receivedPerSecond(contenders.socketIo, size, seconds),
        parley: () => receivedPerSecond(contenders.parley, size, seconds),
        embedded: () => receivedPerSecond(contenders.embedded, size, seconds),
        previous: () => receivedPerSecond(contenders.previous, size, seconds),
      });
      const unit = { unit: 'deliveries/s' };
      return [
        result(name, 'plain ws', received.bare, unit),
        result(name, 'Socket.IO', received.socketIo, unit),
        result(name, 'Parley', received.parley, unit),
        result(name, 'Parley, embedded', received.embedded, unit),
        result(name, PREVIOUS, received.previous, unit),
        result(name, 'Parley / plain ws', ratios(received.parley, received.bare), { bar: { least: ofCeiling } }),
        result(name, 'Parley / Socket.IO', ratios(received.parley, received.socketIo), { bar: { least: 1 } }),
        result(name, 'Parley, embedded / plain ws', ratios(received.embedded, received.bare)),
        result(name, `Parley / ${PREVIOUS}`, ratios(received.parley, received.previous), { bar: { least: AS_BEFORE } }),
      ];
    },
  };
}

/**
 * @param {import('../contenders/contender.js').Contender} contender
 * @param {number} size
 * @param {number} seconds
 */
export async function receivedPerSecond({ wire, url, rooms }, size, seconds) {
  const flow = { inFlight: IN_FLIGHT, warmUpMs: WARM_UP_MS, ms: seconds * 1_000 };
  const { perSecond } = await generate('flood', { wire, url, rooms: await rooms(1, size), ...flow });
  return perSecond.received;
}
