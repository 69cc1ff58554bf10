import { join } from 'node:path';

import { eventually } from '../../support/eventually.js';
import { Script } from '../../support/script.js';

const CHAOS = join(import.meta.dirname, '../../chaos/chaos.js');

const failovers = (...words: string[]): Script => Script.run(CHAOS, ['--ha', '--users', '60', '--seed', '4', ...words]);

describe('the chaos test of a highly available database', () => {
  it('finds no broken promise and no lost message with synchronous replication', { timeout: 400_000 }, async () => {
    const run = failovers('--minutes', '1.6');
    if ((await run.exitCode()) !== 0) throw new Error(run.printed);
    expect(run.printed).toMatch(/ was the primary; no writes for .* s\n/);
    expect(run.printed).toMatch(/\nlost +0\n/);
    // About two and a half minutes.
  });

  it('finds every lost message announced with asynchronous replication', { timeout: 400_000 }, async () => {
    const run = failovers('--minutes', '1.6', '--asynchronous');
    if ((await run.exitCode()) !== 0) throw new Error(run.printed);
    // The standby received nothing for half a second and longer before the end of the primary.
    expect(run.printed).toMatch(/\nannounced losses +[1-9]/);
    // About two and a half minutes.
  });

  it('leaves nothing behind when it is interrupted', { timeout: 120_000 }, async () => {
    const run = failovers();
    await eventually(() => run.printed.includes('running...'), 90_000);
    run.process.kill('SIGINT');
    await expect(run.exitCode()).resolves.toBe(1);
    expect(run.printed).toContain('Interrupted.');
    expect(run.printed).not.toContain('Left running');
  });
});
