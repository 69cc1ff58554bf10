/** Keys of one collection are of one type. They are in numerical order, or in that of their code units. */
export type RecordKey = string | number;

/** A change of a record: of a whole collection without a `key`, a removal without a `value`. */
export interface RecordChange {
  readonly collection: string;
  readonly key?: RecordKey;
  readonly value?: unknown;
}

/**
 * Stores records, which are JSON values, by key in named collections. It belongs to one user on one device. The records
 * of another version of this library's schema, an earlier or a later one, are replaced by an empty store.
 */
export interface RecordStore {
  /**
   * Returns the records with the highest keys of a collection, in the order of their keys. @param newest default all
   */
  read(collection: string, newest?: number): Promise<readonly (readonly [RecordKey, unknown])[]>;
  /** Makes all changes in their order, or none if it rejects or the program ends before it resolves. */
  write(changes: readonly RecordChange[]): Promise<void>;
  /** Resolves when the changes so far are stored. The store opens again when it is used. */
  close(): Promise<void>;
  /** Removes everything, also the store itself. */
  destroy(): Promise<void>;
}

/** The version of the collections and records that `ChatStore` writes. */
export const SCHEMA_VERSION = 1;
