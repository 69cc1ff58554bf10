import { DatabasePulse } from './database-pulse.js';
import type { PulseQuestion } from './database-pulse.js';

/** A pulse without a database: each beat answers every question with `true`. */
export class FakePulse {
  private readonly questions: PulseQuestion[] = [];

  ask(question: PulseQuestion): void {
    this.questions.push(question);
  }

  readonly runWhen = DatabasePulse.prototype.runWhen.bind(this.asPulse);

  beat(): void {
    for (const { answered } of this.questions) answered(true);
  }

  get asPulse(): DatabasePulse {
    return this as unknown as DatabasePulse;
  }
}
