import type { Facts, Subject } from './facts.js';

/** Something that happened, in a line. */
export interface StoryLine {
  /** Null: when is not known. */
  readonly at: Date | null;
  readonly text: string;
}

/** Something that is not known, and why. */
export interface Unknown {
  readonly what: string;
  readonly reason: string;
}

/** What one source knows. */
export interface PartOfStory {
  /** As the document has it, under the name of the source. */
  readonly document: object;
  readonly lines: readonly StoryLine[];
  readonly unknown: readonly Unknown[];
  /** What the verdict goes by. */
  readonly facts: Partial<Facts>;
}

/**
 * Whoever knows something of what became of a message for a user. A further source is a class beside the others, and a
 * line in the list of the module.
 */
export abstract class TraceSource {
  /** What it is called in the document. */
  abstract readonly name: string;
  abstract tell(subject: Subject): Promise<PartOfStory>;
}

/** Those that are asked, in this order. */
export const TRACE_SOURCES = Symbol('TRACE_SOURCES');
