import { countingStatements } from '../contenders/statements.js';
import { generate } from '../load/generate.js';
import { familySeconds, processorSeconds, spentBy } from '../load/server-process.js';
import { result } from '../report/result.js';
import { inRounds } from './measure.js';

const NAME = 'reconnect';
const ROOMS = 2_500;
const CLIENTS = ROOMS * 2;
const MICROSECONDS = 1_000_000;

/**
 * 5,000 clients that have been here before come back at one moment: the time until the last can speak and is heard, and
 * what each costs the database.
 * @type {import('./measure.js').Measure}
 */
export const reconnect = {
  name: NAME,
  run: async (lab, { rounds }) => {
    const { wire, url, pid, population } = await lab.countedParley();
    const place = { wire, url, rooms: await population.rooms(ROOMS, 2) };
    await generate('visit', place);
    const { seconds } = await inRounds(rounds, { seconds: () => generate('rush', { ...place, says: true }) });
    const clocks = [() => processorSeconds(pid), () => familySeconds(lab.postgresPid)];
    const spent = await spentBy(clocks, () =>
      countingStatements(population, () => generate('rush', { ...place, says: false })),
    );
    const [ours, postgres] = spent.seconds.map((each) => [(each / CLIENTS) * MICROSECONDS]);
    return [
      result(NAME, '5,000 clients, the last has heard itself', seconds, { unit: 's', bar: { most: 15 } }),
      result(NAME, 'statements a client', [spent.found / CLIENTS], { bar: { most: 2 } }),
      result(NAME, 'a client that comes and goes, Parley', ours ?? [], { unit: 'µs of a core' }),
      result(NAME, 'a client that comes and goes, PostgreSQL', postgres ?? [], { unit: 'µs of a core' }),
    ];
  },
};
