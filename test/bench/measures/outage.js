import { execFileSync } from 'node:child_process';

import { generate } from '../load/generate.js';
import { result } from '../report/result.js';
import { inRounds } from './measure.js';

const NAME = 'outage';
const MOST = 20_000;
/** Files that a process opens besides its connections. */
const OTHER_FILES = 500;
const LOAD = { atOnce: 256, talking: 50, inFlight: 4, ms: 3_000 };

/**
 * As many connections of as many users as the machine allows on one node, at most 20,000: the time from a kill of the
 * node, which is started again at once, until all of them have their first frame, and the accepted messages that are
 * lost.
 * @type {import('./measure.js').Measure}
 */
export const outage = {
  name: NAME,
  run: async (lab, { rounds }) => {
    const connections = Math.min(MOST, openFiles() - OTHER_FILES);
    const name = `${connections.toLocaleString('en')} connections`;
    /** @type {Record<'connected' | 'lost' | 'accepted', number[]>} */
    const found = { connected: [], lost: [], accepted: [] };
    const { back } = await inRounds(rounds, {
      back: async () => {
        const parley = await lab.restartableParley();
        const rooms = await parley.rooms(Math.floor(connections / 2), 2);
        const restarted = parley.exited.then(() => parley.restart());
        const { wire, url, pid, population } = parley;
        const { connected, back, accepted } = await generate('comeBack', { wire, url, pid, rooms, ...LOAD });
        await restarted;
        const [row] = await population.query(
          `SELECT count(*)::int AS lost FROM unnest($1::text[]) AS number
           WHERE NOT EXISTS (SELECT FROM messages WHERE split_part(content, ' ', 1) = number)`,
          [accepted.map((number) => `#${String(number)}`)],
        );
        await lab.clear();
        found.connected.push(connected);
        found.accepted.push(accepted.length);
        found.lost.push(Number(row?.lost));
        return back;
      },
    });
    return [
      result(NAME, `${name}, until all are connected`, found.connected, { unit: 's' }),
      result(NAME, `${name}, from a kill of the node until all are again`, back, { unit: 's', bar: { most: 20 } }),
      result(NAME, 'messages accepted before the kill', found.accepted),
      result(NAME, 'of these, lost', found.lost, { bar: { most: 0 } }),
    ];
  },
};

/** The number of files that a process may open. */
const openFiles = () => Number(execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' })) || MOST + OTHER_FILES;
