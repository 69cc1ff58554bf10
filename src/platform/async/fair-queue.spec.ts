import { Semaphore } from './semaphore.js';

/** Work that a test ends explicitly. */
class Work {
  readonly begun: string[] = [];
  readonly ended: string[] = [];
  private readonly ends = new Map<string, (error?: Error) => void>();

  constructor(private readonly semaphore: Semaphore) {}

  come(...names: string[]): void {
    for (const name of names) void this.comes(name);
  }

  async end(name: string, error?: Error): Promise<void> {
    this.ends.get(name)!(error);
    await new Promise(setImmediate);
  }

  private async comes(name: string): Promise<void> {
    const work = (): Promise<string> =>
      new Promise((resolve, reject) => {
        this.begun.push(name);
        this.ends.set(name, (error) => {
          if (error) reject(error);
          else resolve(name);
        });
      });
    this.ended.push(
      await this.semaphore.withPermit(work).catch((error: unknown) => `${name}: ${(error as Error).message}`),
    );
  }
}

it('a semaphore runs a limited number of tasks at once, and starts queued ones in order', async () => {
  const semaphore = new Semaphore(2);
  const work = new Work(semaphore);
  work.come('a', 'b', 'c', 'd', 'e');
  expect(work.begun).toEqual(['a', 'b']);
  expect(semaphore.size).toBe(3);
  await work.end('b');
  expect(work.begun).toEqual(['a', 'b', 'c']);
  await work.end('a', new Error('failed'));
  expect(work.begun).toEqual(['a', 'b', 'c', 'd']);
  expect(work.ended).toEqual(['b', 'a: failed']);
  for (const name of ['c', 'd', 'e']) await work.end(name);
  expect(work.ended).toEqual(['b', 'a: failed', 'c', 'd', 'e']);
  expect(semaphore.size).toBe(0);
});

it('an idle semaphore starts a task immediately, every time', async () => {
  const work = new Work(new Semaphore(1));
  for (const name of ['a', 'b', 'c']) {
    work.come(name);
    expect(work.begun.at(-1)).toBe(name);
    await work.end(name);
  }
});
