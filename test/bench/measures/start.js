import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';

import { unpackRelease } from '../../previous-release/unpack.js';
import { startChild } from '../contenders/contender.js';
import { processorSeconds } from '../load/server-process.js';
import { result } from '../report/result.js';
import { inRounds } from './measure.js';

const NAME = 'start';
const ROOT = join(import.meta.dirname, '../../..');
const REPORT_CPU = join(import.meta.dirname, '../load/report-cpu.cjs');
const SECRET = 'a secret of nobody that is long enough';
const MILLISECONDS = 1_000;

/** The measured commands, each with the maximum processor time relative to the previous release. */
const TASKS = [
  { what: '--help', most: 0.35, words: () => ['--help'] },
  { what: 'users list', most: 0.5, words: () => ['users', 'list'] },
  { what: 'backup', most: 0.5, words: (/** @type {string} */ folder) => ['backup', join(folder, 'backup.tar.gz')] },
  { what: 'service', most: 0.6, words: undefined },
];

/** @typedef {{ cpu: number, wall: number }} Spent milliseconds */

/**
 * Commands, and the service until it listens, on an existing embedded database: this tree and the previous release in
 * turn. This tree runs commands as a user does, by `bin/parley.js`.
 * @type {import('./measure.js').Measure}
 */
export const start = {
  name: NAME,
  run: async (lab, { rounds }) => {
    const previous = unpackRelease(lab.folder());
    const folders = { previous: lab.folder(), current: lab.folder() };
    await untilListening(previous.main, folders.previous);
    cpSync(folders.previous, folders.current, { recursive: true });
    const results = [];
    for (const { what, most, words } of TASKS) {
      const run = (/** @type {string} */ cli, /** @type {string} */ main, /** @type {string} */ folder) =>
        words ? command(cli, words(folder), folder) : untilListening(main, folder);
      /** @type {{ previous: Spent[], current: Spent[] }} */
      const spent = { previous: [], current: [] };
      const keep = (/** @type {Spent[]} */ all) => (/** @type {Spent} */ each) => all.push(each);
      await inRounds(rounds, {
        previous: () => run(previous.cli, previous.main, folders.previous).then(keep(spent.previous)),
        current: () =>
          run(join(ROOT, 'bin/parley.js'), join(ROOT, 'dist/program/main.js'), folders.current).then(
            keep(spent.current),
          ),
      });
      results.push(...resultsOf(`${what}, ${previous.version}`, spent.previous));
      results.push(...resultsOf(`${what}, this tree`, spent.current));
      const ratios = spent.current.map(({ cpu }, round) => cpu / (spent.previous[round]?.cpu ?? NaN));
      results.push(result(NAME, `${what}, CPU of this tree / ${previous.version}`, ratios, { bar: { most } }));
    }
    return results;
  },
};

/** @param {string} what @param {Spent[]} spent */
const resultsOf = (what, spent) => [
  result(NAME, `${what}, CPU`, spent.map(({ cpu }) => cpu), { unit: 'ms' }), // prettier-ignore
  result(NAME, `${what}, wall`, spent.map(({ wall }) => wall), { unit: 'ms' }), // prettier-ignore
];

/** @param {string} folder */
const environment = (folder) => ({ DATA_DIR: join(folder, 'data'), JWT_SECRET: SECRET, ALLOWED_HOSTS: 'localhost' });

/** @param {string} cli @param {string[]} words @param {string} folder @returns {Promise<Spent>} */
function command(cli, words, folder) {
  const began = performance.now();
  const { status, output } = spawnSync(process.execPath, ['--require', REPORT_CPU, cli, ...words], {
    cwd: folder,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...environment(folder) },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  const wall = performance.now() - began;
  if (status !== 0) return Promise.reject(new Error(`${cli} ${words.join(' ')} failed:\n${output[2] ?? ''}`));
  return Promise.resolve({ cpu: Number(output[3]) / MILLISECONDS, wall });
}

/** @param {string} main @param {string} folder @returns {Promise<Spent>} */
async function untilListening(main, folder) {
  const began = performance.now();
  const { pid, stop } = await startChild(main, { cwd: folder, env: environment(folder) });
  const spent = { cpu: processorSeconds(pid) * MILLISECONDS, wall: performance.now() - began };
  await stop();
  return spent;
}
