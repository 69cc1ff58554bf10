import type { Work } from '../database/unit-of-work.js';

/**
 * The data of users in the tables of a feature. In every statement, `$1` is the id of the user. Every column of a table
 * that names users stands in a statement of the export, and those that name them in one of the deletion, or has a reason
 * here why it does not.
 */
export interface PersonalData {
  /**
   * The lists of the export, by their names in the document: the statement reads a `key`, which is a UUID, and an `item`.
   * The columns of an item are listed explicitly, so that hashes and columns of later releases are not exported until
   * they are named. No list of rooms contains all in which something of the user is left, so a statement about rooms
   * asks every part of a distributed database.
   */
  readonly exported?: Readonly<Record<string, string>>;
  /** The lists of the export whose keys are numbers. */
  readonly numbered?: readonly string[];
  /** Columns that are not exported, as `table.column`, or `table.*` for all that are left of a table, and why. */
  readonly notExported?: Readonly<Record<string, string>>;
  /** What the deletion of a user removes, in this order. */
  readonly removed?: readonly Removal[];
  /** Columns that the statements of the deletion leave, as `table.column`, and why. */
  readonly notRemoved?: Readonly<Record<string, string>>;
  /**
   * Counts, by their names in the receipt, of what is also removed together with rooms and messages: each is read before
   * and after, and the receipt has the difference. A statement reads a `count`.
   */
  readonly counted?: Readonly<Record<string, string>>;
  /** Reads one row of counts for an operator who is about to delete the user, by their names in the answer. */
  readonly holdings?: string;
  /** Removes the name of a user, whose messages are erased, from copies of messages. */
  readonly redactName?: (manager: Work['manager'], username: string) => Promise<void>;
}

export interface Removal {
  readonly statement: string;
  /** The name of the number of its rows in the receipt, if it has one. */
  readonly count?: string;
  /** Whether it is about messages: it is executed if the user is erased with all messages, not if they stay. */
  readonly onlyErased?: boolean;
}

/** The removal of all rows of a user. @param count the name of their number in the receipt */
export const rowsOf = (table: string, count?: string): Removal => ({
  statement: `DELETE FROM ${table} WHERE user_id = $1`,
  ...(count !== undefined && { count }),
});

/** A timestamp as ISO 8601 text, in SQL. */
export const isoTime = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
