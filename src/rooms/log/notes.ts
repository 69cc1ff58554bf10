import type { ChangeKind } from './change-kind.js';

/** A record of a room's change log, with its number. */
export interface LoggedNote {
  readonly seq: number;
  readonly kind: string;
  readonly about: unknown;
}

/** The records of a range of a room's change log, by type. */
export class Notes {
  constructor(private readonly notes: readonly LoggedNote[]) {}

  /** The records of one type, ordered by number. */
  of<About extends object>({ name }: ChangeKind<About>): { readonly seq: number; readonly about: About }[] {
    return this.notes.filter(({ kind }) => kind === name).map(({ seq, about }) => ({ seq, about: about as About }));
  }
}
