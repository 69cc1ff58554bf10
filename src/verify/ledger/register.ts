import { isForNow } from './refusals.js';

/** One asking for a change. What is never called for it says that it was never answered. */
export interface ChangeAttempt {
  accepted(): void;
  refused(code: number): void;
}

/**
 * Something that one user alone changes: the text of a message, their reaction to one. While a change is asked for and
 * not answered, both values may stand. What was asked and never answered may also be done later, so then nothing else
 * is asked for: which value stands in the end would prove nothing.
 */
export class Register<Value> {
  private readonly doubtful = new Set<Value>();
  private open = 0;
  private wished = false;

  constructor(private value: Value) {}

  get settled(): Value {
    return this.value;
  }

  /** Whether a further change may be wished for. */
  get isFree(): boolean {
    return !this.wished;
  }

  allows(value: Value): boolean {
    return value === this.value || this.doubtful.has(value);
  }

  /** Somebody sees to it from now on that this changes. @returns called each time that they ask for it */
  wish(value: Value): () => ChangeAttempt {
    this.wished = true;
    return () => {
      this.open += 1;
      this.doubtful.add(value);
      return {
        accepted: () => {
          this.value = value;
          this.doubtful.clear();
          this.answered(true);
        },
        refused: (code) => {
          if (this.open === 1) this.doubtful.delete(value);
          this.answered(!isForNow(code));
        },
      };
    };
  }

  private answered(forGood: boolean): void {
    this.open -= 1;
    if (forGood && this.open === 0) this.wished = false;
  }
}
