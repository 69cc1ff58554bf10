/**
 * Runs the tests that take long: `node test/runner/run-long.js [<part>...]`, all parts if none is named. Each part
 * takes less than an hour: a tier, or `node-versions`, which runs the stories under each Node.js that is found.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { tiersOf } from './tiers.js';
import { root } from './vitest-run.js';

const RUNNER = 'test/runner/run.js';
const NODE_VERSIONS = 'node-versions';

const all = [...tiersOf(['long']).map(({ name }) => name), NODE_VERSIONS];
const named = process.argv.slice(2);
const unknown = named.find((part) => !all.includes(part));
if (unknown !== undefined) {
  console.error(`There is no part "${unknown}". The parts are: ${all.join(', ')}.`);
  process.exit(1);
}
const parts = named.length > 0 ? named : all;
const tiers = parts.filter((part) => part !== NODE_VERSIONS);

// Its specs read the site.
if (parts.includes('deploy')) run('bin/build.js', 'docs');
if (tiers.length > 0) run(RUNNER, ...tiers);
if (parts.includes(NODE_VERSIONS)) run('test/long/node-versions.js', 'node', RUNNER, 'stories');

/** Goes on after a failure, which the exit code reports. @param {string} program @param {string[]} words */
function run(program, ...words) {
  const { status } = spawnSync(process.execPath, [join(root, program), ...words], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
