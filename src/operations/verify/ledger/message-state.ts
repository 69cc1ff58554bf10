import { ErrorCode } from '@parley/protocol';
import type { ErrorFrame } from '@parley/protocol';

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

const FOR_NOW: readonly number[] = [ErrorCode.internal, ErrorCode.tooFast];

/** Whether an error is temporary, so that the request is retried. */
export const isForNow = (code: number): boolean => FOR_NOW.includes(code);

/** Whether the deployment cannot reach its database, so that it refuses every request. */
export const isOutage = ({ code, retry_after: retryAfter }: ErrorFrame['error']): boolean =>
  code === ErrorCode.internal && retryAfter !== undefined;

/**
 * Whether it is not known if a request was executed, as if it had not been answered. A send that was perhaps stored is
 * answered with a sentence that says so. Any other change may be committed when the database becomes unavailable.
 */
export const isOutcomeUnknown = (eventType: string, refused: ErrorFrame['error']): boolean =>
  eventType === 'message.send'
    ? typeof refused.detail === 'string' && refused.detail.startsWith('It is not known')
    : isOutage(refused);

/** The expected state of one accepted message, by the requests and their answers. */
export class MessageState {
  readonly text: TrackedValue<string>;
  readonly deleted = new TrackedValue(false);
  private readonly reactions = new Map<number, TrackedValue<string | undefined>>();

  constructor(
    readonly id: string,
    readonly roomId: string,
    content: string,
  ) {
    this.text = new TrackedValue(content);
  }

  /** The reaction of a user; its value is undefined without a reaction. */
  reactionOf(userId: number): TrackedValue<string | undefined> {
    const reaction = this.reactions.get(userId) ?? new TrackedValue<string | undefined>(undefined);
    this.reactions.set(userId, reaction);
    return reaction;
  }

  /** The reactions by the id of the user. */
  get reactors(): Iterable<readonly [number, TrackedValue<string | undefined>]> {
    return this.reactions;
  }
}
