import { setImmediate as turn } from 'node:timers/promises';

import fc from 'fast-check';

import { FairQueue, WaitedTooLong } from './fair-queue.js';

const PATIENT = 60_000;

/** Tasks that a test ends explicitly; the first letter of a name is the key. */
class Tasks {
  readonly begun: string[] = [];
  readonly ended: string[] = [];
  private readonly ends = new Map<string, (error?: Error) => void>();

  constructor(private readonly queue: FairQueue<string>) {}

  add(...names: string[]): void {
    for (const name of names) void this.run(name);
  }

  async end(name: string, error?: Error): Promise<void> {
    this.ends.get(name)!(error);
    await turn();
  }

  private async run(name: string): Promise<void> {
    const task = (): Promise<string> =>
      new Promise((resolve, reject) => {
        this.begun.push(name);
        this.ends.set(name, (error) => {
          if (error) reject(error);
          else resolve(name);
        });
      });
    const outcome = this.queue.run(name.charAt(0), task);
    this.ended.push(await outcome.catch((error: unknown) => `${name}: ${(error as Error).constructor.name}`));
  }
}

describe('a fair queue', () => {
  it('runs as many tasks of a key as permits are free, and leaves those to other keys', async () => {
    const queue = new FairQueue<string>({ permits: 8, permitsOfKey: 'free', longestWaitMs: PATIENT });
    const tasks = new Tasks(queue);
    tasks.add('a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'b2', 'b3', 'c1', 'c2', 'd1');
    expect(tasks.begun).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1', 'd1']);
    await tasks.end('a1');
    expect(tasks.begun.slice(8)).toEqual([]);
    await tasks.end('a2');
    expect(tasks.begun.slice(8)).toEqual(['c2']);
    await tasks.end('a3');
    expect(tasks.begun.slice(8)).toEqual(['c2', 'a5']);
  });

  it('begins the tasks of the last key when no other key has one', async () => {
    const tasks = new Tasks(new FairQueue<string>({ permits: 1, longestWaitMs: PATIENT, last: 'z' }));
    tasks.add('z1', 'z2', 'z3', 'a1', 'a2', 'b1');
    for (const name of ['z1', 'a1', 'b1', 'a2', 'z2']) await tasks.end(name);
    expect(tasks.begun).toEqual(['z1', 'a1', 'b1', 'a2', 'z2', 'z3']);
  });

  it('runs a limited number of tasks at once, also after one of them has failed', async () => {
    const queue = new FairQueue<string>({ permits: 2, longestWaitMs: PATIENT });
    const tasks = new Tasks(queue);
    tasks.add('a', 'b', 'c', 'd');
    expect(tasks.begun).toEqual(['a', 'b']);
    expect(queue.size).toBe(2);
    await tasks.end('b', new Error('failed'));
    expect(tasks.begun).toEqual(['a', 'b', 'c']);
    await tasks.end('a');
    expect(tasks.begun).toEqual(['a', 'b', 'c', 'd']);
    expect(tasks.ended).toEqual(['b: Error', 'a']);
    for (const name of ['c', 'd']) await tasks.end(name);
    expect(queue.size).toBe(0);
  });

  it('runs one task of a key at once, and the keys in turn', async () => {
    const tasks = new Tasks(new FairQueue<string>({ permits: 2, longestWaitMs: PATIENT }));
    tasks.add('a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1');
    expect(tasks.begun).toEqual(['a1', 'b1']);
    await tasks.end('a1');
    expect(tasks.begun.at(-1)).toBe('a2');
    await tasks.end('a2');
    expect(tasks.begun.at(-1)).toBe('c1');
    await tasks.end('c1');
    expect(tasks.begun.at(-1)).toBe('a3');
    await tasks.end('b1');
    expect(tasks.begun.at(-1)).toBe('b2');
  });

  it('rejects a task that does not start in time, and starts the others', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const queue = new FairQueue<string>({ permits: 1, longestWaitMs: 5_000 });
      const tasks = new Tasks(queue);
      tasks.add('a1', 'b1');
      vi.advanceTimersByTime(4_000);
      tasks.add('c1');
      vi.advanceTimersByTime(1_000);
      await turn();
      expect([tasks.ended, queue.size]).toEqual([[`b1: ${WaitedTooLong.name}`], 1]);
      await tasks.end('a1');
      expect(tasks.begun).toEqual(['a1', 'c1']);
      vi.advanceTimersByTime(60_000);
      await tasks.end('c1');
      expect(tasks.ended).toEqual([`b1: ${WaitedTooLong.name}`, 'a1', 'c1']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('lets no task wait whose key has fewer permits than are free, whatever the order of ends', async () => {
    const keys = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(keys, fc.integer({ min: 1, max: 12 }), fc.func(fc.nat()), async (given, permits, choice) => {
        const tasks = new Tasks(new FairQueue<string>({ permits, permitsOfKey: 'free', longestWaitMs: PATIENT }));
        const all = given.map((key, at) => `${key}${String(at)}`);
        tasks.add(...all);
        while (tasks.ended.length < all.length) {
          const running = tasks.begun.filter((name) => !tasks.ended.includes(name));
          for (const waiting of all.filter((name) => !tasks.begun.includes(name))) {
            const ofKey = running.filter((name) => name.startsWith(waiting.charAt(0))).length;
            expect(ofKey).toBeGreaterThanOrEqual(permits - running.length);
          }
          expect(running.length).toBeLessThanOrEqual(permits);
          await tasks.end(running[choice(running) % running.length]!);
        }
        expect(tasks.begun.toSorted()).toEqual(all.toSorted());
      }),
    );
  });

  it('runs every task once, within its limits, whatever the order of starts and ends', async () => {
    const names = fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.nat(99)), {
      selector: (pair) => pair.join(''),
    });
    await fc.assert(
      fc.asyncProperty(names, fc.integer({ min: 1, max: 3 }), async (pairs, permits) => {
        const tasks = new Tasks(new FairQueue<string>({ permits, longestWaitMs: PATIENT }));
        const all = pairs.map((pair) => pair.join(''));
        tasks.add(...all);
        while (tasks.ended.length < all.length) {
          const open = tasks.begun.filter((name) => !tasks.ended.includes(name));
          expect(open.length).toBeGreaterThan(0);
          expect(open.length).toBeLessThanOrEqual(permits);
          expect(new Set(open.map((name) => name.charAt(0))).size).toBe(open.length);
          await tasks.end(open[open.length - 1]!);
        }
        expect(tasks.begun.toSorted()).toEqual(all.toSorted());
      }),
    );
  });
});
