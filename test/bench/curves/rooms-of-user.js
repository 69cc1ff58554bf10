import { inManyRooms } from '../contenders/history.js';
import { answered, connected, left } from '../load/ask.js';
import { askingTime } from './asking.js';
import { MILLISECONDS } from './times.js';

const LIMIT = 50;
/** A page of the list that many precede. */
const LATE_PAGE = 10;
const LIST = '"roomlist.dispatch"';
const SYNC = { question: { event_type: 'session.sync', data: { rooms: {} } }, end: '"complete":true' };
/** A first sync transmits all rooms. */
const ONCE = { warmUp: 0, count: 1 };

/**
 * A user in a growing number of rooms: a page of the list, and the first sync of a new device.
 * @type {import('./curve.js').Curve}
 */
export const roomsOfUser = {
  name: 'rooms-of-user',
  steps: [500, 1_000, 2_000],
  x: { name: 'rooms of the user', scale: 'linear' },
  charts: {
    list: { title: `${String(LIMIT)} rooms of the list`, y: MILLISECONDS },
    sync: { title: 'The first sync', y: MILLISECONDS },
  },
  begin: async (lab, seconds) => {
    const { name, url, population } = await lab.parley();
    return async (count) => {
      const { token } = await inManyRooms(population, count);
      // A list treats activity of the last minute in a way of its own.
      await population.query(`UPDATE messages SET created_at = created_at - interval '1 hour'`);
      await population.query('VACUUM ANALYZE');
      const late = await cursorOf(url, token, LATE_PAGE);
      const list = (/** @type {object} */ data) =>
        askingTime(url, { token, question: { event_type: 'room.list', data }, end: LIST }, seconds);
      return async () => ({
        list: {
          'The first page': await list({ limit: LIMIT }),
          [`Page ${String(LATE_PAGE)}`]: await list({ limit: LIMIT, cursor: late }),
        },
        sync: { [name]: await askingTime(url, { token, ...SYNC }, seconds, ONCE) },
      });
    };
  },
};

/**
 * The cursor of a page of the list.
 * @param {string} url
 * @param {string} token
 * @param {number} page above 1
 */
async function cursorOf(url, token, page) {
  const socket = await connected(url, token);
  /** @type {string | undefined} */
  let cursor;
  for (let read = 1; read < page; read += 1) {
    socket.send(JSON.stringify({ event_type: 'room.list', data: { limit: LIMIT, ...(cursor && { cursor }) } }));
    const frame = await answered(socket, LIST);
    const list = /** @type {{ meta: { next_cursor: string } }} */ (JSON.parse(frame.toString()));
    cursor = list.meta.next_cursor;
  }
  await left(socket);
  return cursor;
}
