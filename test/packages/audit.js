/**
 * `npm run audit`: asks the registry whether anything that is deployed has a known fault. Exit code 1 if it has. Not
 * every registry answers that question, and one that does not is no reason to fail; but it is said.
 */
import { spawnSync } from 'node:child_process';

import { verdictOf } from './audit-verdict.js';

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8', shell: false });
const { sentences, isBad } = verdictOf(stdout);
for (const sentence of sentences) console.log(sentence);
if (isBad) process.exitCode = 1;
