import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Runner } from './runner.js';

/** @typedef {import('./play.js').Scenario} Scenario */

const here = import.meta.dirname;
const PYTHON_PACKAGE = join(here, '../python/src');

/** The scenarios by the name of their file, such as `07-gap`. @type {ReadonlyMap<string, Scenario>} */
export const scenarios = new Map(
  readdirSync(join(here, 'scenarios'))
    .sort()
    .map((file) => [
      file.replace('.json', ''),
      /** @type {Scenario} */ (JSON.parse(readFileSync(join(here, 'scenarios', file), 'utf8'))),
    ]),
);

/** What starts the runner of each client. */
export const runners = {
  typescript: () => new Runner(process.execPath, [join(here, 'runners/typescript.js')], {}),
  python: () => new Runner(pythonOf(), ['-B', join(here, 'runners/python.py')], { PYTHONPATH: PYTHON_PACKAGE }),
};

/** The Python that has the packages that the client needs. */
const PYTHONS = [process.env.PYTHON_PATH, '/usr/bin/python3', 'python3'].filter((path) => path !== undefined);

/** @throws Error if there is none */
export function pythonOf() {
  const found = PYTHONS.find((path) => {
    try {
      execFileSync(path, ['-c', 'import sys, httpx, websockets; assert sys.version_info >= (3, 11)'], {
        stdio: 'ignore',
      });
      return true;
    } catch {
      return false;
    }
  });
  if (found === undefined) throw new Error('There is no Python 3.11 with the packages websockets and httpx.');
  return found;
}
