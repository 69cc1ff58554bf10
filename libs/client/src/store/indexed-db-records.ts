import { indexedDb } from './indexed-db.js';
import type { Database, DatabaseRequest, DatabaseTransaction, KeyRange } from './indexed-db.js';
import { SCHEMA_VERSION } from './record-store.js';
import type { RecordChange, RecordKey, RecordStore } from './record-store.js';
import { Reopened } from './reopened.js';

const RECORDS = 'records';

/**
 * Stores records in an IndexedDB database of the browser, also for several tabs at a time. It uses the browser's
 * interface itself, because the client library has no dependencies.
 */
export class IndexedDbRecords implements RecordStore {
  private readonly database = new Reopened(() => this.open());

  /**
   * @param name of the database: it names the user, `parley:ada`
   * @param version of the records
   */
  constructor(
    private readonly name: string,
    private readonly version = SCHEMA_VERSION,
  ) {}

  async read(collection: string, newest = Infinity): Promise<readonly (readonly [RecordKey, unknown])[]> {
    const database = await this.database.get();
    const records = database.transaction(RECORDS).objectStore(RECORDS);
    const [keys, values] = await Promise.all([
      resultOf(records.getAllKeys(all(collection))),
      resultOf(records.getAll(all(collection))),
    ]);
    return keys.map(([, key], at) => [key, values[at]] as const).slice(-newest);
  }

  async write(changes: readonly RecordChange[]): Promise<void> {
    if (changes.length === 0) return;
    const transaction = (await this.database.get()).transaction(RECORDS, 'readwrite');
    const stored = completionOf(transaction);
    try {
      const records = transaction.objectStore(RECORDS);
      for (const { collection, key, value } of changes) {
        if (key === undefined) records.delete(all(collection));
        else if (value === undefined) records.delete([collection, key]);
        else records.put(value, [collection, key]);
      }
    } catch (error) {
      transaction.abort();
      await stored.catch(() => undefined);
      throw error;
    }
    await stored;
  }

  async close(): Promise<void> {
    // The browser finishes the transactions before it closes the database.
    (await this.database.release())?.close();
  }

  async destroy(): Promise<void> {
    // The records go at once; the database itself when all tabs have closed it.
    const transaction = (await this.database.get()).transaction(RECORDS, 'readwrite');
    const cleared = completionOf(transaction);
    transaction.objectStore(RECORDS).clear();
    await cleared;
    await this.close();
    await remove(this.name);
  }

  private async open(): Promise<Database> {
    const database = await this.request().catch(async (error: unknown) => {
      if ((error as Error).name !== 'VersionError') throw error;
      // A later version of the library has written it.
      await remove(this.name);
      return this.request();
    });
    database.onversionchange = () => {
      void this.database.release();
      database.close();
    };
    return database;
  }

  private request(): Promise<Database> {
    const request = indexedDb().indexedDB.open(this.name, this.version);
    request.onupgradeneeded = () => {
      const { result: database } = request;
      for (const name of Array.from(database.objectStoreNames)) database.deleteObjectStore(name);
      database.createObjectStore(RECORDS);
    };
    return resultOf(request);
  }
}

/** Every record of a collection: an array is higher than every string and number. */
const all = (collection: string): KeyRange => indexedDb().IDBKeyRange.bound([collection], [collection, []]);

/** Removes a database, or leaves that to the browser if another tab has not closed it yet. */
async function remove(name: string): Promise<void> {
  const request = indexedDb().indexedDB.deleteDatabase(name);
  await new Promise<void>((resolve, reject) => {
    request.onsuccess = request.onblocked = () => resolve();
    request.onerror = () => reject(errorOf(request.error));
  });
}

const errorOf = (error: Error | null): Error => error ?? new Error('The browser has ended the transaction.');

function resultOf<Result>(request: DatabaseRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(errorOf(request.error));
  });
}

function completionOf(transaction: DatabaseTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(errorOf(transaction.error));
  });
}
