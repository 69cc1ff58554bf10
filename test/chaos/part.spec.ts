import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { eventually } from '../support/eventually.js';
import { Part } from './part.js';

const LIVES_ON = 'setInterval(() => {}, 1000); console.log("ready")';
const ENDS_WELL = `process.on('SIGTERM', () => process.exit(0)); ${LIVES_ON}`;
const ENDS_BADLY = `process.on('SIGTERM', () => process.exit(3)); ${LIVES_ON}`;

let complaints: string[];
let processes: ChildProcess[];
beforeEach(() => {
  [complaints, processes] = [[], []];
});
afterEach(() => {
  for (const each of processes) each.kill('SIGKILL');
});

async function started(script: string): Promise<Part> {
  const launch = async (): Promise<ChildProcess> => {
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
    processes.push(child);
    await once(child.stdout, 'data');
    return child;
  };
  const part = new Part('the node', launch, (sentence) => complaints.push(sentence));
  await part.start();
  return part;
}

describe('a part of the chaos deployment', () => {
  it.each(['SIGKILL', 'SIGTERM'] as const)('ends by %s and restarts without a fault', async (signal) => {
    const part = await started(ENDS_WELL);
    await part.disrupt(signal);
    expect(part.isRunning).toBe(false);
    await part.recover();
    expect(part.isRunning).toBe(true);
    await part.stop('SIGKILL');
    expect([complaints, processes.length]).toEqual([[], 2]);
  });

  it('is frozen and continues as the same process', async () => {
    const part = await started(ENDS_WELL);
    await part.disrupt('SIGSTOP');
    await part.recover();
    await part.disrupt('SIGSTOP');
    await part.stop('SIGTERM');
    expect([part.isRunning, complaints, processes.length]).toEqual([false, [], 1]);
  });

  it('reports a fault if it ends by itself', async () => {
    await started(LIVES_ON);
    processes[0]!.kill('SIGABRT');
    await eventually(() => complaints.length > 0);
    expect(complaints).toEqual(['the node ended by itself, with SIGABRT']);
  });

  it('reports a fault if it exits with an error after SIGTERM', async () => {
    const part = await started(ENDS_BADLY);
    await part.stop('SIGTERM');
    expect(complaints).toEqual(['the node did not exit with 0 after SIGTERM, but with code 3']);
  });
});
