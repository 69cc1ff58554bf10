import DataLoader from 'dataloader';

/** Short enough not to be noticed, and long enough to collect many lookups under load. */
const INTERVAL_MS = 5;

/**
 * Combines lookups of the same moment into batches, as when all clients reconnect after an outage. A single lookup runs
 * at once; under load a batch runs every {@link INTERVAL_MS}, because separate statements would spend more time on
 * round trips than on their work. Suits fast lookups only: each waits for the slowest one of its batch. Each lookup is
 * read after its call: nothing is cached.
 */
export class BatchLoader<Key, Answer> extends DataLoader<Key, Answer> {
  /** @param loadAll returns results in the order of the lookups; its failure fails all lookups of the batch */
  constructor(loadAll: (questions: readonly Key[]) => Promise<readonly Answer[]>) {
    super(loadAll, { cache: false, batchScheduleFn: atMostEvery(INTERVAL_MS) });
  }
}

/** A function that runs work in the next turn of the event loop, or when the interval since the last work has passed. */
function atMostEvery(intervalMs: number): (work: () => void) => void {
  let lastRun = -Infinity;
  return (work) => {
    const run = (): void => {
      lastRun = performance.now();
      work();
    };
    const left = lastRun + intervalMs - performance.now();
    if (left > 0) setTimeout(run, left);
    else setImmediate(run);
  };
}
