import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';

interface Waiting<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** Short enough not to be noticed, and long enough to collect many lookups under load. */
const APART_MS = 5;

/**
 * Combines lookups of the same moment into batches, as when all clients reconnect after an outage. A single lookup runs
 * at once; under load a batch runs every {@link APART_MS}, because separate statements would spend more time on round
 * trips than on their work. Suits fast lookups only: each waits for the slowest one of its batch.
 */
export class Gathered<Question, Answer> {
  private waiting: Waiting<Question, Answer>[] = [];
  private askedAt = -Infinity;

  /** @param askAll returns results in the order of the lookups; its failure fails all lookups of the batch */
  constructor(private readonly askAll: (questions: readonly Question[]) => Promise<readonly Answer[]>) {}

  /** The result is read after this call. */
  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const { length } = this.waiting;
      this.waiting.push({ question, resolve, reject });
      if (length === 0) void this.askSoon();
    });
  }

  private async askSoon(): Promise<void> {
    const left = this.askedAt + APART_MS - performance.now();
    await (left > 0 ? delay(left) : turn());
    const together = this.waiting;
    this.waiting = [];
    this.askedAt = performance.now();
    try {
      const answers = await this.askAll(together.map(({ question }) => question));
      together.forEach(({ resolve }, index) => {
        resolve(answers[index] as Answer);
      });
    } catch (error) {
      for (const { reject } of together) reject(error);
    }
  }
}
