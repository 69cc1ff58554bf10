import type { RecordChange, RecordKey, RecordStore } from './record-store.js';

/** Records in memory, and all batches so far, so that a test can begin from each of them. */
export class MemoryRecords implements RecordStore {
  readonly batches: (readonly RecordChange[])[] = [];
  /** Called after each batch. */
  onBatch: () => void = () => undefined;
  /** The program has ended: nothing is written any more. */
  hasEnded = false;
  private readonly collections = new Map<string, Map<RecordKey, string>>();

  static of(batches: readonly (readonly RecordChange[])[]): MemoryRecords {
    const records = new MemoryRecords();
    for (const batch of batches) records.apply(batch);
    return records;
  }

  read(collection: string, newest = Infinity): Promise<readonly (readonly [RecordKey, unknown])[]> {
    return Promise.resolve(this.of(collection).slice(-newest));
  }

  /** As {@link read}, at once. */
  of(collection: string): [RecordKey, unknown][] {
    const records = [...(this.collections.get(collection) ?? [])].sort(([one], [other]) => (one < other ? -1 : 1));
    return records.map(([key, text]) => [key, JSON.parse(text)]);
  }

  async write(changes: readonly RecordChange[]): Promise<void> {
    // A crash may come before a batch, and after it before its writer knows.
    await Promise.resolve();
    if (this.hasEnded) throw new Error('The program has ended.');
    this.apply(changes);
    this.onBatch();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  destroy(): Promise<void> {
    this.collections.clear();
    return Promise.resolve();
  }

  private apply(changes: readonly RecordChange[]): void {
    this.batches.push(structuredClone(changes));
    for (const { collection, key, value } of changes) {
      const records = this.collections.get(collection) ?? new Map<RecordKey, string>();
      this.collections.set(collection, records);
      if (key === undefined) records.clear();
      else if (value === undefined) records.delete(key);
      else records.set(key, JSON.stringify(value));
    }
  }
}
