import type { Facts, Subject } from './facts.js';

/** A line of the story: something that happened. */
export interface TraceEvent {
  /** Null: the time is not known. */
  readonly at: Date | null;
  readonly text: string;
}

/** Something that is not known, and why. */
export interface Unknown {
  readonly what: string;
  readonly reason: string;
}

/** The result of one source. */
export interface TraceReport {
  /** The part of the JSON output under the name of the source. */
  readonly document: object;
  readonly lines: readonly TraceEvent[];
  readonly unknown: readonly Unknown[];
  /** Facts for the verdict. */
  readonly facts: Partial<Facts>;
}

export abstract class TraceSource {
  /** Its name in the JSON output. */
  abstract readonly name: string;
  abstract report(subject: Subject): Promise<TraceReport>;
}

/** All sources, in the order of the output: those of this folder, then those that other features add at the start. */
export class TraceSources {
  constructor(private readonly sources: TraceSource[]) {}

  get all(): readonly TraceSource[] {
    return this.sources;
  }

  add(source: TraceSource): void {
    this.sources.push(source);
  }
}
