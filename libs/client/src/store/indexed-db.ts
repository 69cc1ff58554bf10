/** The part of IndexedDB that is used: the types of a browser are not those of Node, where the specs run. */
export interface DatabaseFactory {
  open(name: string, version: number): OpenRequest;
  deleteDatabase(name: string): OpenRequest;
}

export interface Database {
  readonly objectStoreNames: Iterable<string>;
  onversionchange: (() => void) | null;
  createObjectStore(name: string): unknown;
  deleteObjectStore(name: string): void;
  transaction(store: string, mode?: 'readwrite'): DatabaseTransaction;
  close(): void;
}

export interface DatabaseTransaction {
  readonly error: Error | null;
  oncomplete: (() => void) | null;
  onabort: (() => void) | null;
  objectStore(name: string): ObjectStore;
  abort(): void;
}

/** With keys of two parts. */
export interface ObjectStore {
  getAllKeys(range: KeyRange): DatabaseRequest<readonly (readonly [string, string | number])[]>;
  getAll(range: KeyRange): DatabaseRequest<readonly unknown[]>;
  put(value: unknown, key: readonly unknown[]): unknown;
  delete(keys: KeyRange | readonly unknown[]): unknown;
  clear(): unknown;
}

export interface DatabaseRequest<Result> {
  readonly result: Result;
  readonly error: Error | null;
  onsuccess: (() => void) | null;
  onerror: (() => void) | null;
}

export interface OpenRequest extends DatabaseRequest<Database> {
  onupgradeneeded: (() => void) | null;
  onblocked: (() => void) | null;
}

export interface KeyRange {
  readonly lower: unknown;
  readonly upper: unknown;
}

interface IndexedDb {
  readonly indexedDB: DatabaseFactory;
  readonly IDBKeyRange: { bound(lower: readonly unknown[], upper: readonly unknown[]): KeyRange };
}

export const indexedDb = (): IndexedDb => globalThis as unknown as IndexedDb;
