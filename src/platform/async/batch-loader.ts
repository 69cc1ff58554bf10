import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';

interface Pending<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** Short enough not to be noticed, and long enough to collect many lookups under load. */
const INTERVAL_MS = 5;

/**
 * Combines lookups of the same moment into batches, as when all clients reconnect after an outage. A single lookup runs
 * at once; under load a batch runs every {@link INTERVAL_MS}, because separate statements would spend more time on
 * round trips than on their work. Suits fast lookups only: each waits for the slowest one of its batch.
 */
export class BatchLoader<Key, Answer> {
  private pending: Pending<Key, Answer>[] = [];
  private loadedAt = -Infinity;

  /** @param loadAll returns results in the order of the lookups; its failure fails all lookups of the batch */
  constructor(private readonly loadAll: (questions: readonly Key[]) => Promise<readonly Answer[]>) {}

  /** The result is read after this call. */
  load(question: Key): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const { length } = this.pending;
      this.pending.push({ question, resolve, reject });
      if (length === 0) void this.loadSoon();
    });
  }

  private async loadSoon(): Promise<void> {
    const left = this.loadedAt + INTERVAL_MS - performance.now();
    await (left > 0 ? delay(left) : turn());
    const together = this.pending;
    this.pending = [];
    this.loadedAt = performance.now();
    try {
      const answers = await this.loadAll(together.map(({ question }) => question));
      together.forEach(({ resolve }, index) => {
        resolve(answers[index] as Answer);
      });
    } catch (error) {
      for (const { reject } of together) reject(error);
    }
  }
}
