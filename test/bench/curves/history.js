import { generate } from '../load/generate.js';
import { MILLISECONDS, p50AndP99 } from './times.js';

const WARM_UP = 50;
const COUNT_PER_SECOND = 200;
const LIMIT = 50;
const ANSWER = '"roommessages.dispatch"';

/**
 * A room of two with a growing number of messages.
 * @type {import('./curve.js').Curve}
 */
export const history = {
  name: 'history',
  steps: [0, 10_000, 100_000, 1_000_000],
  x: { name: 'messages that the room holds', scale: 'steps' },
  charts: {
    latency: { title: 'From sending to receiving, one message at a time', y: MILLISECONDS },
    reads: { title: `Reading ${String(LIMIT)} messages of the history`, y: MILLISECONDS },
  },
  begin: async (lab, seconds) => {
    const { name, wire, url, population } = await lab.parley();
    const pace = { warmUp: WARM_UP, count: Math.ceil(seconds * COUNT_PER_SECOND) };
    return async (length) => {
      const rooms = await population.rooms(1, 2, length);
      const [id, token] = [rooms[0]?.id ?? '', rooms[0]?.tokens[0] ?? ''];
      const read = (/** @type {object} */ place) =>
        generate('ask', {
          url,
          token,
          end: ANSWER,
          ...pace,
          question: { event_type: 'room.messages', data: { room_id: id, limit: LIMIT, ...place } },
        });
      return async () => ({
        latency: p50AndP99(name, await generate('oneAtATime', { wire, url, rooms, ...pace })),
        reads: {
          ...p50AndP99('The newest', await read({})),
          ...p50AndP99('From the middle', await read({ before_seq: Math.max(2, Math.ceil(length / 2)) })),
        },
      });
    };
  },
};
