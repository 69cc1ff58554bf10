import { NEEDLE } from '../contenders/population.js';
import { askingTime } from './asking.js';
import { MILLISECONDS } from './times.js';

const END = '"messagesearch.dispatch"';
/** Common words of a large room take up to the deadline of a search. */
const FEW = { warmUp: 5, count: 15 };

/**
 * A search in a room of a growing number of messages: for a word that each of them has, for one that one has, and for
 * one that none has.
 * @type {import('./curve.js').Curve}
 */
export const words = {
  name: 'words',
  steps: [1_000, 10_000, 100_000],
  x: { name: 'messages of the room', scale: 'steps' },
  charts: { search: { title: 'A search in one room', y: { ...MILLISECONDS, scale: 'log' } } },
  begin: async (lab, seconds) => {
    const { url, population } = await lab.parley();
    return async (length) => {
      const rooms = await population.rooms(1, 1);
      await population.lengthen(rooms, 0, length);
      const [room] = rooms;
      const search = (/** @type {string} */ query) => {
        const question = { event_type: 'message.search', data: { query, room_id: room?.id, limit: 20 } };
        return askingTime(url, { token: room?.tokens[0] ?? '', question, end: END }, seconds, FEW);
      };
      return async () => ({
        search: {
          'A word of every message': await search('message'),
          'A word of one message': await search(NEEDLE),
          'A word of no message': await search('haystack'),
        },
      });
    };
  },
};
