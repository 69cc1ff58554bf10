import type { Frame } from '../support/frames.js';

const MOST_CHARACTERS = 64;

/** A sent frame, and how its answer can be recognized. */
interface Entry {
  readonly text: string;
  /** Undefined if there is none, or if the service cannot read it. */
  readonly requestId: string | undefined;
  /** Whether the frame may be valid without an id: its answer cannot be recognized. */
  readonly mayBeTaken: boolean;
}

/** The unanswered frames of one connection. Each must be answered once, in order. */
export class Ledger {
  private readonly entries: Entry[] = [];
  private answered: Entry | undefined;
  /** Errors without an id since the last answer with one. */
  private anonymous = 0;

  sent(text: string): void {
    this.entries.push(entryOf(text));
  }

  /**
   * @returns the text of the answered frame, if it is known; undefined for broadcasts too
   * @throws Error if the frame answers nothing, or is out of order
   */
  received(frame: Frame): string | undefined {
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
      throw new Error(`The service answered ${requestId} instead of ${entry?.text ?? 'nothing'}`);
    }
    this.settle(this.entries.splice(0, at + 1).slice(0, -1));
    this.answered = entry;
    return entry;
  }

  /** Frames before an answered one have been answered too, possibly by an error without an id. */
  private settle(before: readonly Entry[]): void {
    const least = before.filter(({ mayBeTaken }) => !mayBeTaken).length;
    if (this.anonymous < least || this.anonymous > before.length) {
      const texts = before.map(({ text }) => text).join('\n');
      throw new Error(`There were ${String(this.anonymous)} errors without an id, in answer to:\n${texts}`);
    }
    this.anonymous = 0;
  }
}

/** Answers of several frames: pages of a sync, and receipts by room. */
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
