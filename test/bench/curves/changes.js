import { generate } from '../load/generate.js';

const ROOMS = 4;
const WARM_UP = 10;
const COUNT_PER_SECOND = 40;
/** The messages of each room that are changed in turn. */
const CHANGED = 50;
/** The updates of a table, or of its partitions, that PostgreSQL has counted. */
const HOT = `
  SELECT pg_stat_clear_snapshot(), sum(n_tup_upd)::float8 AS updated, sum(n_tup_hot_upd)::float8 AS hot
  FROM pg_stat_user_tables WHERE relname = $1 OR relname IN (
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = $1::regclass)`;

/**
 * Reactions and edits in rooms of a growing number of messages, one at a time in each, and the share of the updates of
 * tables that leave all indexes as they are (HOT).
 * @type {import('./curve.js').Curve}
 */
export const changes = {
  name: 'changes',
  steps: [100, 10_000, 100_000],
  x: { name: `messages of each of ${String(ROOMS)} rooms`, scale: 'steps' },
  charts: {
    rate: { title: 'Changes of messages, one in flight in each room', y: { name: 'changes/s', scale: 'linear' } },
    hot: { title: 'Updates that leave all indexes as they are', y: { name: '% of the updates', scale: 'linear' } },
  },
  begin: async (lab, seconds) => {
    const { url, population } = await lab.parley();
    return async (length) => {
      const rooms = await population.rooms(ROOMS, 1, length);
      const places = await Promise.all(
        rooms.map(async ({ id, tokens }) => {
          const newest = 'SELECT id FROM messages WHERE room_id = $1 ORDER BY seq DESC LIMIT $2';
          const rows = await population.query(newest, [id, CHANGED]);
          return { token: tokens[0] ?? '', ids: rows.map((row) => row.id) };
        }),
      );
      await population.query('VACUUM ANALYZE');
      const perSecond = async (
        /** @type {(id: unknown) => import('../load/ask.js').Question[]} */ asked,
        /** @type {string} */ end,
      ) => {
        const count = Math.ceil(seconds * COUNT_PER_SECOND);
        const all = await Promise.all(
          places.map(({ token, ids }) =>
            generate('ask', { url, token, question: ids.flatMap(asked), end, warmUp: WARM_UP, count }),
          ),
        );
        const rates = all.map((times) => (1_000 * times.length) / times.reduce((sum, ms) => sum + ms, 0));
        return rates.reduce((sum, rate) => sum + rate, 0);
      };
      return async () => {
        const before = await updatesOf(population);
        const reactions = await perSecond(reacting, '"reaction.dispatch"');
        const edits = await perSecond(editing, '"messagemodification.dispatch"');
        const after = await updatesOf(population);
        return {
          rate: { Reactions: reactions, Edits: edits },
          hot: Object.fromEntries(
            Object.entries(after).map(([table, { updated, hot }]) => [
              table,
              (100 * (hot - (before[table]?.hot ?? 0))) / Math.max(1, updated - (before[table]?.updated ?? 0)),
            ]),
          ),
        };
      };
    };
  },
};

/** @param {unknown} id */
const reacting = (id) =>
  ['add', 'remove'].map((type) => ({
    event_type: 'message.react',
    data: { type, message_id: id, reaction_content: '+' },
  }));

/** @param {unknown} id */
const editing = (id) =>
  ['Once', 'Twice'].map((content) => ({
    event_type: 'message.modify',
    data: { action: 'update', message_id: id, extra_fields: { content: `${content} at ${String(Date.now())}` } },
  }));

/**
 * The updates until now of the tables that changes update.
 * @param {import('../contenders/population.js').Population} population
 * @returns {Promise<Record<string, { updated: number, hot: number }>>}
 */
async function updatesOf(population) {
  /** @type {Record<string, { updated: number, hot: number }>} */
  const found = {};
  for (const table of ['messages', 'rooms']) {
    const [row] = await population.query(HOT, [table]);
    found[table] = { updated: Number(row?.updated), hot: Number(row?.hot) };
  }
  return found;
}
