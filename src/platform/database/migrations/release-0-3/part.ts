/** A part of the migration to release 0.3, in SQL. The way back leaves what the release before had. */
export interface Part {
  readonly up: string;
  readonly down: string;
}
