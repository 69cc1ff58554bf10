/** Checks the types of the Python package: `npm run types:python`. It needs the Python of Debian with its packages. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { pythonOf } from '../conformance/suite.js';

const pyright = join(import.meta.dirname, '../../development/node_modules/pyright/index.js');
const words = [pyright, '--project', import.meta.dirname, '--pythonpath', pythonOf()];
process.exitCode = spawnSync(process.execPath, words, { stdio: 'inherit' }).status ?? 1;
