import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { endLeftoverProcesses } from './leftovers.js';

it('the cleanup kills the processes that still run in a folder, and no others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-'));
  const inside = join(folder, 'inside');
  mkdirSync(inside);
  const [left, other] = [inside, tmpdir()].map((cwd) => {
    return spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { cwd });
  });
  try {
    const ended = once(left!, 'exit');
    await expect(endLeftoverProcesses(folder, 0)).resolves.toEqual([expect.stringContaining(`${String(left!.pid)} `)]);
    await ended;
    await expect(endLeftoverProcesses(folder)).resolves.toEqual([]);
    expect(other!.exitCode ?? other!.signalCode).toBeNull();
  } finally {
    for (const each of [left, other]) each!.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  }
});
