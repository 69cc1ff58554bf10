import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { generate } from '../load/generate.js';
import { ratios } from '../report/statistics.js';
import { result } from '../report/result.js';
import { inRounds } from './measure.js';

const NAME = 'memory';
const MEMORY_REPORTER = pathToFileURL(join(import.meta.dirname, '../contenders/memory-reporter.js')).href;
/**
 * The young generation grows with the traffic, to 48 MiB, and shrinks at any time: more than all connections of the
 * smaller contender need. It is kept small for all contenders, so that only the memory of connections is compared.
 */
const FLAGS = ['--expose-gc', '--max-semi-space-size=1'];
/** Rooms of two, all of whose members are connected. */
const [FEW, MANY] = [250, 2_250];
const IN_KIBIBYTES = { unit: 'KiB' };
const KIBIBYTE = 1_024;

/**
 * Resident memory of an idle connection, from 500 connections to 4,500. Each round has servers of its own.
 * @type {import('./measure.js').Measure}
 */
export const memory = {
  name: NAME,
  run: async (lab, { rounds }) => {
    /** @param {(node: string[]) => Promise<import('../contenders/contender.js').Contender>} start */
    const perConnection = async (start) => {
      const file = join(lab.folder(), 'bytes');
      const { wire, url, pid, rooms } = await start([...FLAGS, '--import', `${MEMORY_REPORTER}?into=${file}`]);
      const bytes = await generate('resident', { wire, url, rooms: await rooms(MANY, 2), few: FEW, pid, file });
      await lab.clear();
      return bytes / KIBIBYTE;
    };
    const { bare, parley } = await inRounds(rounds, {
      bare: () => perConnection((node) => lab.bareWs(node)),
      parley: () => perConnection((node) => lab.parley(node)),
    });
    return [
      result(NAME, 'plain ws, an idle connection', bare, IN_KIBIBYTES),
      result(NAME, 'Parley, an idle connection', parley, IN_KIBIBYTES),
      result(NAME, 'Parley / plain ws', ratios(parley, bare), { bar: { most: 1.5 } }),
    ];
  },
};
