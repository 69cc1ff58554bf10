import { countingStatements } from '../contenders/statements.js';
import { generate } from '../load/generate.js';
import { beginWork } from '../load/server-process.js';
import { result } from '../report/result.js';
import { inRounds } from './measure.js';

const NAME = 'reconnect';
const ROOMS = 2_500;
const CLIENTS = ROOMS * 2;

/**
 * 5,000 known clients reconnect at the same moment: the time until the last one can send and receive, and the cost for
 * the database.
 * @type {import('./measure.js').Measure}
 */
export const reconnect = {
  name: NAME,
  run: async (lab, { rounds }) => {
    const { wire, url, pid, population } = await lab.countedParley();
    const place = { wire, url, rooms: await population.rooms(ROOMS, 2) };
    await generate('visit', place);
    const { seconds } = await inRounds(rounds, { seconds: () => generate('rush', { ...place, send: true }) });
    const costsOf = beginWork([{ pid }, { pid: lab.postgresPid, hasChildren: true }]);
    const statements = await countingStatements(population, () => generate('rush', { ...place, send: false }));
    const [ours = NaN, postgres = NaN] = costsOf(CLIENTS);
    return [
      result(NAME, '5,000 clients, until the last has received its own message', seconds, {
        unit: 's',
        bar: { most: 15 },
      }),
      result(NAME, 'statements for each client', [statements / CLIENTS], { bar: { most: 2 } }),
      result(NAME, 'a client that connects and leaves, Parley', [ours], { unit: 'µs of a core' }),
      result(NAME, 'a client that connects and leaves, PostgreSQL', [postgres], { unit: 'µs of a core' }),
    ];
  },
};
