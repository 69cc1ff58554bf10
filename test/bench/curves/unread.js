import { generate } from '../load/generate.js';
import { askingTime } from './asking.js';
import { MILLISECONDS } from './times.js';

const LIST = { question: { event_type: 'room.list', data: {} }, end: '"roomlist.dispatch"' };
const VISITS = { atOnce: 1, warmUpMs: 500 };

/**
 * A user with a growing number of unread messages in one room.
 * @type {import('./curve.js').Curve}
 */
export const unread = {
  name: 'unread',
  steps: [0, 1_000, 10_000, 100_000],
  x: { name: 'unread messages of the user', scale: 'steps' },
  charts: {
    handshake: { title: 'A connection until its first frame', y: MILLISECONDS },
    list: { title: 'A list of the room', y: MILLISECONDS },
  },
  begin: async (lab, seconds) => {
    const { name, wire, url, population } = await lab.parley();
    return async (count) => {
      const [room] = await population.rooms(1, 2, count);
      if (!room) throw new Error('No room was created.');
      const reader = { id: room.id, tokens: room.tokens.slice(1) };
      await population.query(
        `UPDATE room_members SET delivered_seq = 1, read_seq = 1
         WHERE room_id = $1 AND user_id <> (SELECT creator_id FROM rooms WHERE id = $1)`,
        [room.id],
      );
      await population.query('VACUUM ANALYZE messages, room_members');
      return async () => {
        const visits = { wire, url, rooms: [reader], ...VISITS, ms: seconds * 1_000 };
        const { perSecond } = await generate('handshakes', visits);
        return {
          handshake: { [name]: 1_000 / perSecond },
          list: { [name]: await askingTime(url, { token: reader.tokens[0] ?? '', ...LIST }, seconds) },
        };
      };
    };
  },
};
