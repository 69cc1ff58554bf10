/**
 * A semaphore: runs at most a number of tasks at once, and starts queued ones in their order. The maintained libraries
 * (p-limit, async-mutex) bring a dependency of their own and start even the first task in a later microtask.
 */
export class Semaphore {
  private readonly waiting: (() => void)[] = [];
  private taken = 0;

  constructor(private readonly permits: number) {}

  /** The number of queued tasks. */
  get size(): number {
    return this.waiting.length;
  }

  async withPermit<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.taken < this.permits) this.taken += 1;
    else await new Promise<void>((begin) => this.waiting.push(begin));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.taken -= 1;
    }
  }
}
