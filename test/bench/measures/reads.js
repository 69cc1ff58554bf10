import { markAway, inManyRooms } from '../contenders/history.js';
import { generate } from '../load/generate.js';
import { quantile } from '../report/statistics.js';
import { result } from '../report/result.js';
import { inRounds } from './measure.js';

const NAME = 'reads';
const ROOMS = 500;
const LONG_HISTORY = 1_000_000;
const WARM_UP = 20;
/** The number of requests for each second of a measurement. */
const COUNT_PER_SECOND = 40;
const BAR = { most: 50 };

/**
 * The requests of a client at its start: the list of rooms, a page of a long history, missed changes. One at a time, to
 * the last byte of the answer.
 * @type {import('./measure.js').Measure}
 */
export const reads = {
  name: NAME,
  run: async (lab, { rounds, seconds }) => {
    const { url, population } = await lab.parley();
    const lister = await inManyRooms(population, ROOMS);
    const away = await markAway(population);
    const [long] = await population.rooms(1, 2, LONG_HISTORY);
    const count = Math.ceil(seconds * COUNT_PER_SECOND);
    const page = { event_type: 'room.messages', end: '"roommessages.dispatch"', token: long?.tokens[0] ?? '' };
    /** @type {Record<string, { token: string, event_type: string, data: object, end: string }>} */
    const questions = {
      'room.list of 500 rooms': { ...lister, event_type: 'room.list', data: {}, end: '"roomlist.dispatch"' },
      'room.messages of 1,000,000, the newest': { ...page, data: { room_id: long?.id, size: 50 } },
      'room.messages of 1,000,000, the middle': {
        ...page,
        data: { room_id: long?.id, size: 50, before_seq: LONG_HISTORY / 2 },
      },
      'session.sync of 1,000 changes': {
        token: away.token,
        event_type: 'session.sync',
        data: { rooms: away.rooms },
        end: '"complete":true',
      },
    };
    /** @type {import('../report/result.js').Result[]} */
    const results = [];
    for (const [what, { token, event_type, data, end }] of Object.entries(questions)) {
      /** @type {number[]} */
      const p50 = [];
      const { p99 } = await inRounds(rounds, {
        p99: async () => {
          const question = { event_type, data };
          const times = await generate('ask', { url, token, question, end, warmUp: WARM_UP, count });
          p50.push(quantile(times, 0.5));
          return quantile(times, 0.99);
        },
      });
      results.push(result(NAME, `${what}, p50`, p50, { unit: 'ms' }));
      results.push(result(NAME, `${what}, p99`, p99, { unit: 'ms', bar: BAR }));
    }
    return results;
  },
};
