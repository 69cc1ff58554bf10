/** A semaphore: runs at most a number of tasks at once, and starts queued ones in their order. */
export class FewAtOnce {
  private readonly waiting: (() => void)[] = [];
  private underWay = 0;

  constructor(private readonly most: number) {}

  /** The number of queued tasks. */
  get size(): number {
    return this.waiting.length;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.underWay < this.most) this.underWay += 1;
    else await new Promise<void>((begin) => this.waiting.push(begin));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.underWay -= 1;
    }
  }
}
