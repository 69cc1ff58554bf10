import type { ChangeType } from './change-kind.js';

/** A record of a room's change log, with its number. */
export interface NumberedChangeRecord {
  readonly seq: number;
  readonly kind: string;
  readonly about: unknown;
}

/** The records of a range of a room's change log, by type. */
export class ChangeRecords {
  constructor(private readonly records: readonly NumberedChangeRecord[]) {}

  /** The records of one type, ordered by number. */
  ofType<Payload extends object>({ name }: ChangeType<Payload>): { readonly seq: number; readonly payload: Payload }[] {
    return this.records
      .filter(({ kind }) => kind === name)
      .map(({ seq, about: payload }) => ({ seq, payload: payload as Payload }));
  }
}
