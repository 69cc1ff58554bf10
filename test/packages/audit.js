/**
 * `npm run audit`: asks the registry for known vulnerabilities of the deployed packages. The exit code is 1 if there
 * are any. A registry that does not support audits causes a notice, not a failure.
 */
import { spawnSync } from 'node:child_process';

import { verdictOf } from './audit-verdict.js';

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8', shell: false });
const { sentences, isBad } = verdictOf(stdout);
for (const sentence of sentences) console.log(sentence);
if (isBad) process.exitCode = 1;
