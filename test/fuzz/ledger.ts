import type { Frame } from '../support/frames.js';

const MOST_CHARACTERS = 64;

/** A frame that was sent, and what its answer can be known by. */
interface Entry {
  readonly text: string;
  /** Undefined where the service cannot read one, or there is none. */
  readonly requestId: string | undefined;
  /** Whether it has none, as it may: nobody can tell which answer is its own. */
  readonly mayBeTaken: boolean;
}

/** What one connection has asked, in its order, and is still to be answered: each frame once, none out of turn. */
export class Ledger {
  private readonly entries: Entry[] = [];
  private answered: Entry | undefined;
  /** Errors without an id since the last answer with one. */
  private anonymous = 0;

  sent(text: string): void {
    this.entries.push(entryOf(text));
  }

  /**
   * @returns the text that it answers, where that is known; undefined also of what others have done
   * @throws Error if it answers nothing, or something out of turn
   */
  heard(frame: Frame): string | undefined {
    const requestId = (frame.error ?? frame).request_id;
    if (requestId === undefined) {
      if (frame.error) this.anonymous += 1;
      return undefined;
    }
    return this.answers(frame, requestId).text;
  }

  get isEmpty(): boolean {
    return this.entries.length === 0;
  }

  private answers(frame: Frame, requestId: string): Entry {
    const { answered } = this;
    if (answered?.requestId === requestId && isFurtherPart(frame)) return answered;
    const at = this.entries.findIndex((entry) => entry.requestId !== undefined);
    const entry = this.entries[at];
    if (entry?.requestId !== requestId) {
      throw new Error(`It answers ${requestId}, where ${entry?.text ?? 'nothing'} was to be answered`);
    }
    this.settle(this.entries.splice(0, at + 1).slice(0, -1));
    this.answered = entry;
    return entry;
  }

  /** What stands before an answer has been answered too, if only by an error that does not say to what. */
  private settle(before: readonly Entry[]): void {
    const least = before.filter(({ mayBeTaken }) => !mayBeTaken).length;
    if (this.anonymous < least || this.anonymous > before.length) {
      const texts = before.map(({ text }) => text).join('\n');
      throw new Error(`There were ${String(this.anonymous)} errors without an id, in answer to:\n${texts}`);
    }
    this.anonymous = 0;
  }
}

/** A sync is answered in pages, and what was read of several rooms room by room. */
const IN_PARTS = new Set(['sessionsync.dispatch', 'readreceipt.dispatch']);
const isFurtherPart = ({ eventType = '' }: Frame): boolean => IN_PARTS.has(eventType);

function entryOf(text: string): Entry {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { text, requestId: undefined, mayBeTaken: false };
  }
  const { request_id: requestId } = (isObject(value) ? value : { request_id: null }) as { request_id?: unknown };
  return { text, requestId: isRequestId(requestId) ? requestId : undefined, mayBeTaken: requestId === undefined };
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
const isRequestId = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.isWellFormed() && Array.from(value).length <= MOST_CHARACTERS;
