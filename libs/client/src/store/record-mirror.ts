import type { RecordChange, RecordKey, RecordStore } from './record-store.js';

/** The changes of a batch in one collection. */
export interface PendingRecords {
  readonly changes: readonly RecordChange[];
  /** The batch is stored. */
  readonly commit: () => void;
}

/** A collection in memory, and which of it is stored. A changed record is another object. */
export class RecordMirror<Value> {
  readonly records = new Map<RecordKey, Value>();
  private stored: ReadonlyMap<RecordKey, Value> = new Map();

  constructor(readonly collection: string) {}

  /** @param isOwn which records belong to this mirror; default all */
  async load(store: RecordStore, isOwn: (key: RecordKey) => boolean = () => true): Promise<void> {
    const records = (await store.read(this.collection)) as readonly (readonly [RecordKey, Value])[];
    this.stored = new Map(records.filter(([key]) => isOwn(key)));
    this.replaceBy(this.stored);
  }

  /** Reads what is stored, and keeps the records: all that differ from it are pending. */
  async compare(store: RecordStore): Promise<void> {
    this.stored = new Map((await store.read(this.collection)) as readonly (readonly [RecordKey, Value])[]);
  }

  replaceBy(records: Iterable<readonly [RecordKey, Value]>): void {
    this.records.clear();
    for (const [key, value] of records) this.records.set(key, value);
  }

  pending(): PendingRecords {
    const { collection, stored } = this;
    const current = new Map(this.records);
    const changes: RecordChange[] = [];
    for (const key of stored.keys()) if (!current.has(key)) changes.push({ collection, key });
    for (const [key, value] of current) if (stored.get(key) !== value) changes.push({ collection, key, value });
    const commit = (): void => {
      this.stored = current;
    };
    return { changes, commit };
  }
}
