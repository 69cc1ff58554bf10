/** A task waited longer than its queue permits. */
export class WaitedTooLong extends Error {}

interface QueueLimits<Key> {
  /** The maximum number of tasks that run at once. */
  readonly permits: number;
  /**
   * The maximum number of tasks of one key that run at once: `one`, the default, or as many as there are free permits.
   * Then a key alone has half of the permits, and of four keys that take what they get, each leaves a fifth to others.
   */
  readonly permitsOfKey?: 'one' | 'free';
  /** The maximum time in which a task starts, in milliseconds. */
  readonly longestWaitMs: number;
  /** The tasks of this key begin when no other key has one. */
  readonly last?: Key;
}

/**
 * Runs a limited number of tasks at once, and of each key. The keys with queued tasks take turns, so that a key
 * with many tasks delays another one by one task, and the tasks of a key start in their order.
 */
export class FairQueue<Key> {
  /** Keys with queued tasks, in the order of their turns. */
  private readonly queued = new Map<Key, (() => void)[]>();
  private readonly runningOf = new Map<Key, number>();
  private runningNow = 0;

  constructor(private readonly limits: QueueLimits<Key>) {}

  /** The number of running tasks. */
  get running(): number {
    return this.runningNow;
  }

  /** The number of queued tasks. */
  get size(): number {
    let size = 0;
    for (const tasks of this.queued.values()) size += tasks.length;
    return size;
  }

  /** @throws WaitedTooLong, and the errors of the task */
  async run<Result>(key: Key, task: () => Promise<Result>): Promise<Result> {
    if (this.mayRun(key)) this.begin(key);
    else await this.turn(key);
    try {
      return await task();
    } finally {
      this.end(key);
      while (this.startNext());
    }
  }

  private mayRun(key: Key): boolean {
    const free = this.limits.permits - this.runningNow;
    const permitsOfKey = this.limits.permitsOfKey === 'free' ? free : 1;
    return free > 0 && (this.runningOf.get(key) ?? 0) < permitsOfKey;
  }

  private begin(key: Key): void {
    this.runningNow += 1;
    this.runningOf.set(key, (this.runningOf.get(key) ?? 0) + 1);
  }

  private end(key: Key): void {
    this.runningNow -= 1;
    const left = (this.runningOf.get(key) ?? 1) - 1;
    if (left > 0) this.runningOf.set(key, left);
    else this.runningOf.delete(key);
  }

  private turn(key: Key): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = (): void => {
        clearTimeout(timeout);
        resolve();
      };
      const timeout = setTimeout(() => {
        this.remove(key, start);
        reject(new WaitedTooLong());
      }, this.limits.longestWaitMs);
      this.queued.set(key, [...(this.queued.get(key) ?? []), start]);
    });
  }

  /**
   * Starts the first task of the next key whose turn it is. The key's further tasks wait for its next turn.
   * @returns whether a task was started
   */
  private startNext(): boolean {
    for (const [key, [start, ...others]] of this.inOrder()) {
      if (!start || !this.mayRun(key)) continue;
      this.queued.delete(key);
      if (others.length > 0) this.queued.set(key, others);
      this.begin(key);
      start();
      return true;
    }
    return false;
  }

  private *inOrder(): Generator<readonly [Key, readonly (() => void)[]]> {
    const { last } = this.limits;
    for (const entry of this.queued) if (entry[0] !== last) yield entry;
    const lastTasks = last === undefined ? undefined : this.queued.get(last);
    if (last !== undefined && lastTasks) yield [last, lastTasks];
  }

  private remove(key: Key, start: () => void): void {
    const left = (this.queued.get(key) ?? []).filter((each) => each !== start);
    if (left.length > 0) this.queued.set(key, left);
    else this.queued.delete(key);
  }
}
