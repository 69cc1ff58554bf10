import { Logger } from '@nestjs/common';

import type { DatabasePulse } from '../database/pulse/database-pulse.js';
import type { PeriodicTask } from '../async/periodic-task.js';
import type { Job, JobLimits, JobTable } from './job-table.repository.js';
import { JobWorker } from './job-worker.js';

const LIMITS: JobLimits = { leaseSeconds: 15 };

/**
 * A worker of jobs that end by `ended`, or fail with the process.
 * @param holding the last job that the table lets others wait for
 */
function working(due: string[], atOnce: number, { limits = LIMITS, holding = '' } = {}) {
  const ended = new Map<Job['id'], (error?: Error) => void>();
  const given: string[] = [];
  const table = {
    areDue: 'true',
    limits,
    giveUp: () => Promise.resolve(),
    take: (most: number) => {
      const taken = ended.has(holding) ? [] : due.splice(0, most);
      return Promise.resolve(taken.map((id): Job => ({ id, attempts: 1, claim: 1 })));
    },
    extend: () => Promise.resolve(),
    giveBack: ({ id }: Job) => Promise.resolve(void given.push(`${String(id)} now`)),
    ended: ({ id }: Job) => id === holding && ended.delete(id),
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
    failed: ({ id }: Job, error: unknown) => void given.push(`${String(id)} after ${String(error)}`),
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

  it('takes jobs together, when there is room for all of them', async () => {
    const { beat, ended, due } = working(['a', 'b', 'c', 'd', 'e'], 3, { limits: { ...LIMITS, takenTogether: 2 } });
    await beat();
    expect([...ended.keys()]).toEqual(['a', 'b']);
    ended.get('a')!();
    await turn();
    expect([...ended.keys()]).toEqual(['a', 'b', 'c', 'd']);
    expect(due).toEqual(['e']);
  });

  it('takes the jobs that waited for the end of another one', async () => {
    const { beat, ended, due } = working(['a'], 2, { holding: 'a' });
    await beat();
    due.push('b');
    await beat();
    expect(due).toEqual(['b']);
    ended.get('a')!();
    await turn();
    expect(due).toEqual([]);
  });

  it('takes what becomes due during a round', async () => {
    const { worker, beat, ended, due } = working([], 2);
    const round = beat();
    await Promise.resolve();
    worker.wake();
    await round;
    due.push('a');
    await turn();
    expect([...ended.keys()]).toEqual(['a']);
  });

  it('leaves a job that fails to its kind', async () => {
    const { beat, ended, given } = working(['a'], 2);
    await beat();
    ended.get('a')!(new Error('no answer'));
    await turn();
    expect(given).toEqual(['a after Error: no answer']);
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
