import fc from 'fast-check';

import { Gathered } from './gathered.js';

/** Records the batches that it loads. */
class Library {
  readonly asked: (readonly number[])[] = [];
  readonly gathered = new Gathered<number, string>((questions) => {
    this.asked.push(questions);
    return Promise.resolve(questions.map(String));
  });
}

describe('batched lookups', () => {
  it('combine concurrent lookups into one batch', async () => {
    const { gathered, asked } = new Library();
    await expect(gathered.ask(1)).resolves.toBe('1');
    await expect(Promise.all([2, 3, 4].map((question) => gathered.ask(question)))).resolves.toEqual(['2', '3', '4']);
    expect(asked).toEqual([[1], [2, 3, 4]]);
  });

  it('do not wait for a slow earlier batch', async () => {
    let slow: ((answers: string[]) => void) | undefined;
    const gathered = new Gathered<number, string>((questions) =>
      slow ? Promise.resolve(questions.map(String)) : new Promise((resolve) => (slow = resolve)),
    );
    const first = gathered.ask(1);
    await new Promise(setImmediate);
    await expect(gathered.ask(2)).resolves.toBe('2');
    slow?.(['late']);
    await expect(first).resolves.toBe('late');
  });

  it('fail only within their batch', async () => {
    const gathered = new Gathered<number, string>((questions) =>
      questions.includes(0) ? Promise.reject(new Error('broken')) : Promise.resolve(questions.map(String)),
    );
    const ends = await Promise.allSettled([gathered.ask(1), gathered.ask(0)]);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(gathered.ask(1)).resolves.toBe('1');
  });

  it('return each result to its caller, in any interleaving', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(fc.nat(), { minLength: 1 }), async (scheduler, questions) => {
        const { gathered, asked } = new Library();
        const answers = questions.map((question) =>
          scheduler.schedule(Promise.resolve()).then(() => gathered.ask(question)),
        );
        await scheduler.waitIdle();
        await expect(Promise.all(answers)).resolves.toEqual(questions.map(String));
        expect(asked.flat().toSorted()).toEqual(questions.toSorted());
        expect(asked.filter(({ length }) => length === 0)).toEqual([]);
      }),
    );
  });
});
