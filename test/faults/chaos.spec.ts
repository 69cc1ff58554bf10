import { join } from 'node:path';

import { eventually } from '../support/eventually.js';
import { STRIDE } from '../support/sample.js';
import { Script } from '../support/script.js';

/** A gate has a fifth of a minute, and a third of the users. */
const [MINUTES, USERS] = STRIDE === 1 ? ['0.5', '60'] : ['0.2', '20'];
const CHAOS = join(import.meta.dirname, '../chaos/chaos.js');

const chaos = (...words: string[]): Script => Script.run(CHAOS, words);

it('the chaos test finds no broken promise during kills and restarts', { timeout: 180_000 }, async () => {
  const run = chaos('--minutes', MINUTES, '--users', USERS, '--seed', '4');
  if ((await run.exitCode()) !== 0) throw new Error(run.printed);
  expect(run.printed).toMatch(/ SIG\w+ to .* back in .* s\n/);
});

it('the chaos test leaves nothing behind when it is interrupted', async () => {
  const run = chaos('--users', '8');
  await eventually(() => run.printed.includes('Starting'));
  run.process.kill('SIGINT');
  await expect(run.exitCode()).resolves.toBe(1);
  expect(run.printed).toContain('Interrupted.');
  expect(run.printed).not.toContain('Left running');
});

it('the chaos test prints its usage for an unknown flag', async () => {
  const run = chaos('--users', 'many');
  await expect(run.exitCode()).resolves.toBe(1);
  expect(run.printed).toContain('npm run chaos -- [--minutes');
});
