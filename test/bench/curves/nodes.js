import { generate } from '../load/generate.js';

const FLOW = { inFlight: 4, warmUpMs: 1_000 };
const ROOMS = 48;
const USERS = 1_000;
const AT_ONCE = 32;
/** The processor time of a small part is counted for longer. */
const TIMES_AS_LONG = 4;

/**
 * A growing number of nodes, which share the processor: the processor time of all nodes together, of PostgreSQL and of
 * Redis. The two members of each room are on different nodes, if there are several.
 * @type {import('./curve.js').Curve}
 */
export const nodes = {
  name: 'nodes',
  steps: [1, 2, 4],
  x: { name: 'nodes', scale: 'steps' },
  charts: {
    message: { title: 'A message in a room of two', y: { name: 'µs of a core', scale: 'linear' } },
    connection: { title: 'A connection, until its first frame', y: { name: 'µs of a core', scale: 'linear' } },
  },
  begin: (lab, seconds) =>
    Promise.resolve(async (count) => {
      const deployment = await lab.nodes(count);
      const clocks = [
        ...deployment.nodes.map(({ pid }) => ({ pid })),
        { pid: lab.postgresPid, hasChildren: true },
        { pid: deployment.redisPid },
      ];
      const url = deployment.nodes.map((node) => node.url);
      const placeOf = async (/** @type {number} */ rooms) => ({
        wire: /** @type {const} */ ('parley'),
        url,
        clocks,
        rooms: (await deployment.nodes[0]?.rooms(rooms, 2)) ?? [],
      });
      const people = await placeOf(USERS / 2);
      return async () => {
        const window = { warmUpMs: FLOW.warmUpMs, ms: seconds * TIMES_AS_LONG * 1_000 };
        const message = await generate('flood', { ...(await placeOf(ROOMS)), ...window, inFlight: FLOW.inFlight });
        const connection = await generate('handshakes', { ...people, ...window, atOnce: AT_ONCE });
        return { message: byProcess(message.costs), connection: byProcess(connection.costs) };
      };
    }),
};

/** @param {number[]} costs of the nodes, then of PostgreSQL and of Redis */
const byProcess = (costs) => ({
  'all nodes': costs.slice(0, -2).reduce((sum, each) => sum + each, 0),
  PostgreSQL: costs.at(-2) ?? NaN,
  Redis: costs.at(-1) ?? NaN,
});
