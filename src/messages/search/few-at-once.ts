/** Lets work begin in the order in which it comes, and no more of it be under way at once than it may. */
export class FewAtOnce {
  private readonly waiting: (() => void)[] = [];
  private underWay = 0;

  constructor(private readonly most: number) {}

  /** How much has come, and has not begun. */
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
