import { isForNow } from './refusals.js';

/** One attempt to change a value. If neither method is called, it was never answered. */
export interface ChangeAttempt {
  accepted(): void;
  refused(code: number): void;
}

/**
 * A value that only one user changes: the text of a message, or the user's reaction. While a change is not answered,
 * both values are permitted. A request without an answer may be executed later; therefore no other change is requested
 * after it, since the final value would prove nothing.
 */
export class TrackedValue<Value> {
  private readonly possible = new Set<Value>();
  private readonly former = new Set<Value>();
  private open = 0;
  private hasAttempt = false;

  constructor(private value: Value) {}

  get settled(): Value {
    return this.value;
  }

  /** Whether another change may be requested. */
  get isIdle(): boolean {
    return !this.hasAttempt;
  }

  /** The values that the requests and their answers permit. */
  get candidates(): Value[] {
    return [...new Set([this.value, ...this.possible])];
  }

  isPossible(value: Value): boolean {
    return value === this.value || this.possible.has(value);
  }

  /** Whether it is possible, or was the value at any time: later changes may be lost. */
  wasPossible(value: Value): boolean {
    return this.isPossible(value) || this.former.has(value);
  }

  /** Starts a change. @returns a function to call before each attempt */
  attempt(value: Value): () => ChangeAttempt {
    this.hasAttempt = true;
    return () => {
      this.open += 1;
      this.possible.add(value);
      return {
        accepted: () => {
          this.former.add(this.value);
          this.value = value;
          this.possible.clear();
          this.answered(true);
        },
        refused: (code) => {
          if (this.open === 1) this.possible.delete(value);
          this.answered(!isForNow(code));
        },
      };
    };
  }

  private answered(final: boolean): void {
    this.open -= 1;
    if (final && this.open === 0) this.hasAttempt = false;
  }
}
