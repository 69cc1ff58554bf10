import { askingTime } from './asking.js';
import { MILLISECONDS } from './times.js';

const SMALL = { rooms: 5_000, messages: 2 };
const PINS = 20;
/** The messages that are read one after the other, so that each is read for the first time. */
const MOST_READ = 1_000;

/**
 * One room of a growing number of messages among many small ones, after a VACUUM: PostgreSQL plans for a room of the
 * mean size.
 * @type {import('./curve.js').Curve}
 */
export const skew = {
  name: 'skew',
  steps: [1_000, 10_000, 100_000, 1_000_000],
  x: { name: 'messages of the large room', scale: 'steps' },
  charts: {
    requests: {
      title: `Requests in a large room among ${SMALL.rooms.toLocaleString('en')} small ones`,
      y: MILLISECONDS,
    },
  },
  begin: async (lab, seconds) => {
    const { url, population } = await lab.parley();
    await population.rooms(SMALL.rooms, 1, SMALL.messages);
    return async (length) => {
      const [room] = await population.rooms(1, 2, length);
      const [sender = '', reader = ''] = room?.tokens ?? [];
      const place = [room?.id];
      await population.query('UPDATE room_members SET delivered_seq = 1, read_seq = 1 WHERE room_id = $1', place);
      await population.query(
        `UPDATE messages SET pinned_seq = seq, pinned_by = sender_id, pinned_at = now()
         WHERE room_id = $1 AND seq <= 1 + ${String(PINS)}`,
        place,
      );
      await population.query('VACUUM ANALYZE');
      let next = 2;
      return async () => {
        const [most, first] = [Math.min(MOST_READ, length), next];
        const ids = await population.query(
          'SELECT id FROM messages WHERE room_id = $1 AND seq >= $2 ORDER BY seq LIMIT $3',
          [...place, first, most],
        );
        const reads = ids.map(({ id }) => ({ event_type: 'message.read', data: { message_id: id } }));
        const pins = { event_type: 'room.pins', data: { room_id: room?.id } };
        const requests = {
          'message.read': await askingTime(
            url,
            { token: reader, question: reads, end: '"readreceipt.dispatch"' },
            seconds,
          ),
          'room.pins': await askingTime(url, { token: sender, question: pins, end: '"roompins.dispatch"' }, seconds),
        };
        next += reads.length < most ? 0 : Math.floor(most / 4);
        return { requests };
      };
    };
  },
};
