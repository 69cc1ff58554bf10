import DataLoader from 'dataloader';

/** Short enough not to be noticed, and long enough to collect many lookups under load. */
const INTERVAL_MS = 5;
/** The longest rest after a batch. */
const MOST_REST_MS = 250;

/** How the batches of a {@link BatchLoader} follow each other. */
export interface BatchPace {
  /**
   * For batches that cost much: one at a time, and after each a rest of this many times its duration, in which lookups
   * are collected. Undefined: batches do not wait for each other.
   */
  readonly rest?: number;
}

/**
 * Combines lookups of the same moment into batches, as when all clients reconnect after an outage. A single lookup runs
 * at once; under load a batch runs every {@link INTERVAL_MS}, because separate statements would spend more time on
 * round trips than on their work. Each lookup waits for the slowest one of its batch. Each is read after its call:
 * nothing is cached.
 */
export class BatchLoader<Key, Answer> extends DataLoader<Key, Answer> {
  /** @param loadAll returns results in the order of the lookups; its failure fails all lookups of the batch */
  constructor(loadAll: (questions: readonly Key[]) => Promise<readonly Answer[]>, { rest }: BatchPace = {}) {
    const turns = rest === undefined ? new Interval() : new IntervalWithRest(rest);
    super((questions) => turns.during(loadAll(questions)), {
      cache: false,
      batchScheduleFn: (work) => turns.next(work),
    });
  }
}

/** Runs batches at most once in an interval. */
class Interval {
  private lastRun = -Infinity;

  next(work: () => void): void {
    const run = (): void => {
      this.lastRun = performance.now();
      work();
    };
    afterMs(this.lastRun + INTERVAL_MS - performance.now(), run);
  }

  during<Result>(running: Promise<Result>): Promise<Result> {
    return running;
  }
}

/** Runs one batch at a time, with a rest after each. */
class IntervalWithRest {
  private isRunning = false;
  private restsUntil = -Infinity;
  private waiting: (() => void) | undefined;

  constructor(private readonly rest: number) {}

  /** A further batch begins only after the one that waits has begun. */
  next(work: () => void): void {
    if (this.isRunning) this.waiting = work;
    else afterMs(this.restsUntil - performance.now(), work);
  }

  async during<Result>(running: Promise<Result>): Promise<Result> {
    this.isRunning = true;
    const began = performance.now();
    try {
      return await running;
    } finally {
      const now = performance.now();
      this.isRunning = false;
      this.restsUntil = now + Math.min(this.rest * (now - began), MOST_REST_MS);
      const { waiting } = this;
      this.waiting = undefined;
      if (waiting) this.next(waiting);
    }
  }
}

/** Runs work after some time; in the next turn of the event loop if that has passed. */
function afterMs(ms: number, work: () => void): void {
  if (ms > 0) setTimeout(work, ms);
  else setImmediate(work);
}
