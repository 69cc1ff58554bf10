import fc from 'fast-check';

import { BatchLoader } from './batch-loader.js';

/** Records the batches that it loads. */
class Library {
  readonly asked: (readonly number[])[] = [];
  readonly loader = new BatchLoader<number, string>((questions) => {
    this.asked.push(questions);
    return Promise.resolve(questions.map(String));
  });
}

describe('batched lookups', () => {
  it('combine concurrent lookups into one batch', async () => {
    const { loader, asked } = new Library();
    await expect(loader.load(1)).resolves.toBe('1');
    await expect(Promise.all([2, 3, 4].map((question) => loader.load(question)))).resolves.toEqual(['2', '3', '4']);
    expect(asked).toEqual([[1], [2, 3, 4]]);
  });

  it('do not wait for a slow earlier batch', async () => {
    let slow: ((answers: string[]) => void) | undefined;
    const loader = new BatchLoader<number, string>((questions) =>
      slow ? Promise.resolve(questions.map(String)) : new Promise((resolve) => (slow = resolve)),
    );
    const first = loader.load(1);
    await new Promise(setImmediate);
    await expect(loader.load(2)).resolves.toBe('2');
    slow?.(['late']);
    await expect(first).resolves.toBe('late');
  });

  it('are not cached: equal lookups of one batch and of a later one are read', async () => {
    const { loader, asked } = new Library();
    await Promise.all([loader.load(1), loader.load(1)]);
    await loader.load(1);
    expect(asked).toEqual([[1, 1], [1]]);
  });

  it('fail if the batch has fewer results than lookups', async () => {
    const loader = new BatchLoader<number, string>(() => Promise.resolve(['only one']));
    const ends = await Promise.allSettled([loader.load(1), loader.load(2)]);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('fail only within their batch', async () => {
    const loader = new BatchLoader<number, string>((questions) =>
      questions.includes(0) ? Promise.reject(new Error('broken')) : Promise.resolve(questions.map(String)),
    );
    const ends = await Promise.allSettled([loader.load(1), loader.load(0)]);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(loader.load(1)).resolves.toBe('1');
  });

  it('return each result to its caller, in any interleaving', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(fc.nat(), { minLength: 1 }), async (scheduler, questions) => {
        const { loader, asked } = new Library();
        const answers = questions.map((question) =>
          scheduler.schedule(Promise.resolve()).then(() => loader.load(question)),
        );
        await scheduler.waitIdle();
        await expect(Promise.all(answers)).resolves.toEqual(questions.map(String));
        expect(asked.flat().toSorted()).toEqual(questions.toSorted());
        expect(asked.filter(({ length }) => length === 0)).toEqual([]);
      }),
    );
  });

  describe('with a rest', () => {
    it('run one batch at a time, and read each lookup after its call', async () => {
      const batches: { readonly asked: readonly number[]; readonly end: () => void }[] = [];
      const loader = new BatchLoader<number, string>(
        (asked) =>
          new Promise((resolve) => {
            batches.push({
              asked,
              end: () => resolve(asked.map(String)),
            });
          }),
        { rest: 0 },
      );
      const first = loader.load(1);
      await expect.poll(() => batches).toHaveLength(1);
      const next = [loader.load(2), loader.load(1)];
      await new Promise(setImmediate);
      expect(batches.map(({ asked }) => asked)).toEqual([[1]]);
      batches[0]!.end();
      await expect(first).resolves.toBe('1');
      await expect.poll(() => batches).toHaveLength(2);
      batches[1]!.end();
      await expect(Promise.all(next)).resolves.toEqual(['2', '1']);
      expect(batches[1]!.asked).toEqual([2, 1]);
    });

    it('rest after a batch, also after one that failed', async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate', 'performance'] });
      try {
        const begun: number[] = [];
        const loader = new BatchLoader<number, string>(
          async () => {
            begun.push(performance.now());
            await new Promise((resolve) => setTimeout(resolve, 10));
            throw new Error('broken');
          },
          { rest: 3 },
        );
        const ends: Promise<unknown>[] = [loader.load(1).catch(() => 'failed')];
        await vi.advanceTimersByTimeAsync(5);
        ends.push(loader.load(2).catch(() => 'failed'));
        await vi.advanceTimersByTimeAsync(100);
        await expect(Promise.all(ends)).resolves.toEqual(['failed', 'failed']);
        expect(begun[1]! - begun[0]!).toBe(40);
      } finally {
        vi.useRealTimers();
      }
    });
  });
});
