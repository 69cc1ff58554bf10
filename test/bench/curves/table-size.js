import { memberOf } from '../contenders/history.js';
import { NEEDLE } from '../contenders/population.js';
import { generate } from '../load/generate.js';
import { quantile } from '../report/statistics.js';
import { MILLISECONDS } from './times.js';

const ROOMS = 2_000;
const ROOMS_OF_READER = 100;
const PARTITIONS = 16;
const FLOW = { rooms: 50, inFlight: 4, warmUpMs: 1_000 };
/** Processor time is counted for longer. */
const TIMES_AS_LONG = 4;
const WARM_UP = 20;
/** The number of requests for each second of a measurement. */
const COUNT_PER_SECOND = 40;

/**
 * A growing table of messages, in one piece and in hash partitions by room: what a new message costs PostgreSQL, and
 * how long a user of a hundred of its rooms waits for an answer.
 * @type {import('./curve.js').Curve}
 */
export const tableSize = {
  name: 'table-size',
  steps: [100_000, 1_000_000, 10_000_000],
  x: { name: 'messages in the table', scale: 'steps' },
  charts: {
    message: {
      title: 'PostgreSQL, a message in a room of two',
      y: { name: 'µs of a core', scale: 'linear' },
    },
    history: { title: 'Reading 50 messages from the middle of a room', y: MILLISECONDS },
    list: { title: `A list of ${String(ROOMS_OF_READER)} rooms`, y: MILLISECONDS },
    search: { title: `A search for a message in ${String(ROOMS_OF_READER)} rooms`, y: MILLISECONDS },
  },
  begin: async (lab, seconds) => {
    const kinds = { 'one table': await lab.parley(), '16 partitions': await lab.partitionedParley(PARTITIONS) };
    const contenders = await Promise.all(
      Object.entries(kinds).map(async ([kind, parley]) => {
        const rooms = await parley.population.rooms(ROOMS, 1);
        const reader = await memberOf(parley.population, rooms.slice(0, ROOMS_OF_READER));
        return { kind, parley, rooms, token: reader.token };
      }),
    );
    let length = 0;
    return async (messages) => {
      const longer = messages / ROOMS;
      for (const { parley, rooms } of contenders) await parley.population.lengthen(rooms, length, longer);
      length = longer;
      return async () => {
        /** @type {import('./curve.js').Found} */
        const found = { message: {}, history: {}, list: {}, search: {} };
        for (const { kind, parley, rooms, token } of contenders) {
          const { wire, url } = parley;
          const load = { wire, url, rooms: await parley.rooms(FLOW.rooms, 2), warmUpMs: FLOW.warmUpMs };
          const clocks = [{ pid: lab.postgresPid, hasChildren: true }];
          const { costs } = await generate('flood', {
            ...load,
            inFlight: FLOW.inFlight,
            ms: seconds * TIMES_AS_LONG * 1_000,
            clocks,
          });
          const p50 = async (
            /** @type {string} */ event_type,
            /** @type {object} */ data,
            /** @type {string} */ end,
          ) => {
            const pace = { warmUp: WARM_UP, count: Math.ceil(seconds * COUNT_PER_SECOND) };
            return quantile(await generate('ask', { url, token, question: { event_type, data }, end, ...pace }), 0.5);
          };
          const middle = { room_id: rooms[0]?.id, size: 50, before_seq: longer / 2 };
          const values = {
            message: costs[0] ?? NaN,
            history: await p50('room.messages', middle, '"roommessages.dispatch"'),
            list: await p50('room.list', {}, '"roomlist.dispatch"'),
            search: await p50('message.search', { query: NEEDLE }, '"messagesearch.dispatch"'),
          };
          for (const [chart, value] of Object.entries(values)) Object.assign(found[chart] ?? {}, { [kind]: value });
        }
        return found;
      };
    };
  },
};
