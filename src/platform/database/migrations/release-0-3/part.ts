/** A part of the migration to release 0.3, in SQL. The way back leaves what release 0.2 had. */
export interface Part {
  readonly up: string;
  readonly down: string;
}
