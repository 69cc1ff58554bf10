import { join } from 'node:path';

import { generate } from '../load/generate.js';
import { reportingMemory } from '../load/server-process.js';
import { ratios } from '../report/statistics.js';
import { result } from '../report/result.js';
import { AS_BEFORE, inRounds, PREVIOUS } from './measure.js';

const NAME = 'memory';
/**
 * The young generation grows with the traffic, to 48 MiB, and shrinks at any time: more than all connections of the
 * smaller contender need. It is kept small for all contenders, so that only the memory of connections is compared.
 */
const FLAGS = ['--max-semi-space-size=1'];
/** Rooms of two, all of whose members are connected. */
const [FEW, MANY] = [500, 5_000];
const IN_KIBIBYTES = { unit: 'KiB' };
const IN_MEBIBYTES = { unit: 'MiB' };
const KIBIBYTE = 1_024;

/**
 * Resident memory of an idle connection, from 1,000 connections to 10,000, and of the process with all of them. Each
 * round has servers of its own. Releases are compared by the whole process, because the first connections use memory
 * that the start has left free, which differs between releases.
 * @type {import('./measure.js').Measure}
 */
export const memory = {
  name: NAME,
  run: async (lab, { rounds }) => {
    /** MiB @type {{ parley: number[], previous: number[] }} */
    const totals = { parley: [], previous: [] };
    /**
     * @param {(node: string[]) => Promise<import('../contenders/contender.js').Contender>} start
     * @param {number[]} [ofProcess]
     */
    const perConnection = async (start, ofProcess = []) => {
      const file = join(lab.folder(), 'bytes');
      const { wire, url, pid, rooms } = await start([...FLAGS, ...reportingMemory(file)]);
      const place = { wire, url, rooms: await rooms(MANY, 2) };
      const { perConnection, total } = await generate('resident', { ...place, few: FEW, pid, file });
      await lab.clear();
      ofProcess.push(total / KIBIBYTE ** 2);
      return perConnection / KIBIBYTE;
    };
    const { bare, parley, previous } = await inRounds(rounds, {
      bare: () => perConnection((node) => lab.bareWs(node)),
      parley: () => perConnection((node) => lab.parley(node), totals.parley),
      previous: () => perConnection((node) => lab.previousParley(node), totals.previous),
    });
    return [
      result(NAME, 'plain ws, an idle connection', bare, IN_KIBIBYTES),
      result(NAME, 'Parley, an idle connection', parley, IN_KIBIBYTES),
      result(NAME, `${PREVIOUS}, an idle connection`, previous, IN_KIBIBYTES),
      result(NAME, 'Parley / plain ws', ratios(parley, bare), { bar: { most: 1.3 } }),
      result(NAME, 'Parley, all connections', totals.parley, IN_MEBIBYTES),
      result(NAME, `${PREVIOUS}, all connections`, totals.previous, IN_MEBIBYTES),
      result(NAME, `Parley / ${PREVIOUS}, all connections`, ratios(totals.parley, totals.previous), {
        bar: { most: 1 / AS_BEFORE },
      }),
    ];
  },
};
