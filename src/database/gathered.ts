import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';

interface Waiting<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** Much shorter than anybody notices, and long enough for a crowd to have many questions. */
const APART_MS = 5;

/**
 * Questions of one kind that many have at one moment, as when all come back after an outage. Whoever asks alone is
 * answered at once; a crowd is asked for together, every {@link APART_MS}: one statement for each of them would cost more
 * on its way there and back than by what it does. For questions that are answered soon, whoever has them: each waits for
 * the slowest of those it is asked with.
 */
export class Gathered<Question, Answer> {
  private waiting: Waiting<Question, Answer>[] = [];
  private askedAt = -Infinity;

  /** @param askAll answers in the order of the questions; where it fails, it has failed for all of them */
  constructor(private readonly askAll: (questions: readonly Question[]) => Promise<readonly Answer[]>) {}

  /** The answer is one of a moment after this. */
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
