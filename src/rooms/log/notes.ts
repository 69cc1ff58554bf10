import type { ChangeKind } from './change-kind.js';

/** A number of a room's log, and what was noted of it. */
export interface LoggedNote {
  readonly seq: number;
  readonly kind: string;
  readonly about: unknown;
}

/** What was noted in a part of a room's log, by kind. */
export class Notes {
  constructor(private readonly notes: readonly LoggedNote[]) {}

  /** In the order of their numbers. */
  of<About extends object>({ name }: ChangeKind<About>): { readonly seq: number; readonly about: About }[] {
    return this.notes.filter(({ kind }) => kind === name).map(({ seq, about }) => ({ seq, about: about as About }));
  }
}
