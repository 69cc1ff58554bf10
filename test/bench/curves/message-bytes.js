import { generate } from '../load/generate.js';

const ROOMS = 20;
const WARM_UP_MS = 500;
/** Indexes begin with pages that hold few entries, so bytes are counted for longer. */
const TIMES_AS_LONG = 10;
const STATE = `SELECT pg_total_relation_size('messages')::float8 AS bytes, (pg_current_wal_lsn() - '0/0'::pg_lsn)::float8 AS wal`;

/**
 * The bytes of a message in the database and in its write-ahead log, by the number of messages in flight: more of them
 * share a statement.
 * @type {import('./curve.js').Curve}
 */
export const messageBytes = {
  name: 'message-bytes',
  steps: [1, 4, 16],
  x: { name: `messages in flight in each of ${String(ROOMS)} rooms of two`, scale: 'steps' },
  charts: {
    stored: {
      title: 'A message in the table of messages, with its indexes, and in the write-ahead log',
      y: { name: 'bytes', scale: 'linear' },
    },
  },
  begin: async (lab, seconds) => {
    const { wire, url, rooms, population } = await lab.parley();
    return (inFlight) =>
      Promise.resolve(async () => {
        const load = {
          wire,
          url,
          rooms: await rooms(ROOMS, 2),
          warmUpMs: WARM_UP_MS,
          ms: seconds * TIMES_AS_LONG * 1_000,
          inFlight,
        };
        const [before] = await population.query(STATE);
        const { sent } = await generate('flood', load);
        const [after] = await population.query(STATE);
        const each = (/** @type {'bytes' | 'wal'} */ what) => (Number(after?.[what]) - Number(before?.[what])) / sent;
        return { stored: { 'Table and indexes': each('bytes'), 'Write-ahead log': each('wal') } };
      });
  },
};
