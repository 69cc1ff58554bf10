import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { eventually } from '../support/eventually.js';

const CHAOS = join(import.meta.dirname, 'chaos.js');
const PATIENCE_MS = 300_000;

interface Run {
  readonly process: ChildProcess;
  printed: string;
}

function chaos(...words: string[]): Run {
  const child = spawn(process.execPath, [CHAOS, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  const run = { process: child, printed: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (run.printed += text));
  }
  return run;
}

async function exitCode({ process }: Run): Promise<number | null> {
  await once(process, 'close');
  return process.exitCode;
}

it(
  'keeps every promise for half a minute in which parts of it are killed and come back',
  async () => {
    const run = chaos('--minutes', '0.5', '--users', '60', '--seed', '4');
    if ((await exitCode(run)) !== 0) throw new Error(run.printed);
    expect(run.printed).toMatch(/ SIG\w+ to .* back in .* s\n/);
  },
  PATIENCE_MS,
);

it(
  'leaves nothing behind when it is interrupted',
  async () => {
    const run = chaos('--users', '8');
    await eventually(() => run.printed.includes('Starting'));
    run.process.kill('SIGINT');
    await expect(exitCode(run)).resolves.toBe(1);
    expect(run.printed).toContain('Interrupted.');
    expect(run.printed).not.toContain('Left running');
  },
  PATIENCE_MS,
);

it('says how it is called', async () => {
  const run = chaos('--users', 'many');
  await expect(exitCode(run)).resolves.toBe(1);
  expect(run.printed).toContain('npm run chaos -- [--minutes');
});
