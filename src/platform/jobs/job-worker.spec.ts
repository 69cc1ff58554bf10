import { Logger } from '@nestjs/common';

import type { DatabasePulse } from '../database/pulse/database-pulse.js';
import type { PeriodicTask } from '../async/periodic-task.js';
import type { Job, JobTable } from './job-table.repository.js';
import { JobWorker } from './job-worker.js';

const job = (id: string): Job => ({ id, userId: 1, attempts: 1, claim: 1 });

/** A worker of jobs that end by `end`, or fail with the process. */
function working(due: string[], atOnce: number) {
  const ended = new Map<string, (error?: Error) => void>();
  const given: string[] = [];
  const table = {
    areDue: 'true',
    limits: { leaseSeconds: 15 },
    giveUp: () => Promise.resolve(),
    take: (most: number) => Promise.resolve(due.splice(0, most).map(job)),
    extend: () => Promise.resolve(),
    putOff: ({ id }: Job, seconds: number) => Promise.resolve(void given.push(`${id} after ${String(seconds)}`)),
    giveBack: ({ id }: Job) => Promise.resolve(void given.push(`${id} now`)),
  } as unknown as JobTable<Job>;
  const kind = {
    name: 'tests',
    atOnce,
    log: new Logger('Tests'),
    run: ({ id }: Job, signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        ended.set(id, (error) => (error ? reject(error) : resolve()));
        signal.addEventListener('abort', () => reject(new Error('it stops')));
      }),
    failed: ({ id }: Job) => (id === 'lasting' ? undefined : 7),
  };
  const worker = new JobWorker(kind, table);
  let beat = (): Promise<void> => Promise.resolve();
  const pulse = { runWhen: (_name: string, _condition: string, task: PeriodicTask) => (beat = () => task.runNow()) };
  worker.start(pulse as unknown as DatabasePulse);
  onTestFinished(() => worker.stop());
  return { worker, beat: () => beat(), ended, given, due };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a worker', () => {
  it('runs a number of jobs at once, and the next one when one ends', async () => {
    const { beat, ended, due } = working(['a', 'b', 'c', 'd'], 2);
    await beat();
    expect([...ended.keys()]).toEqual(['a', 'b']);
    ended.get('a')!();
    await turn();
    expect([...ended.keys()]).toEqual(['a', 'b', 'c']);
    expect(due).toEqual(['d']);
  });

  it('puts off a job that fails, or leaves it until the end of its lease', async () => {
    const { beat, ended, given } = working(['a', 'lasting'], 2);
    await beat();
    ended.get('a')!(new Error('no answer'));
    ended.get('lasting')!(new Error('no answer'));
    await turn();
    expect(given).toEqual(['a after 7']);
  });

  it('gives back the jobs under way when it stops, and takes no others', async () => {
    const { worker, beat, given, due } = working(['a', 'b', 'c'], 2);
    await beat();
    await worker.stop();
    expect(given).toEqual(['a now', 'b now']);
    worker.wake();
    await beat();
    expect(due).toEqual(['c']);
  });
});
