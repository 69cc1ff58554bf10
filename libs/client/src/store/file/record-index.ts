/// <reference types="node" />
import type { RecordKey } from '../record-store.js';
import { batchOf } from './record-log.js';
import type { Batch, LoggedChange, Place } from './record-log.js';

/** Finds the present records of a log in its bytes. */
export class RecordIndex {
  private readonly collections = new Map<string, Map<RecordKey, Place>>();
  /** The size of the present records. */
  private size = 0;

  get liveBytes(): number {
    return this.size;
  }

  apply({ changes, start }: Batch, bytes: Buffer): void {
    let at = start;
    for (const [collection, key, length = 0] of changes) {
      if (key === undefined) this.drop(collection);
      else if (length === 0) this.remove(collection, key);
      else this.put(collection, key, { bytes, start: at, end: (at += length) });
    }
  }

  /** The records with the highest keys, in the order of their keys. */
  newest(collection: string, count: number): readonly (readonly [RecordKey, unknown])[] {
    const records = [...(this.collections.get(collection) ?? [])].sort(([one], [other]) => (one < other ? -1 : 1));
    return records
      .slice(Math.max(0, records.length - count))
      .map(([key, { bytes, start, end }]) => [key, JSON.parse(bytes.toString('utf8', start, end))]);
  }

  /** The batches of a log with the present records alone, one a collection. */
  batches(): Buffer[] {
    return [...this.collections].map(([collection, records]) =>
      batchOf(
        [...records].map(([key, { start, end }]): LoggedChange => [collection, key, end - start]),
        [...records.values()].map(({ bytes, start, end }) => bytes.subarray(start, end)),
      ),
    );
  }

  private put(collection: string, key: RecordKey, place: Place): void {
    this.remove(collection, key);
    const records = this.collections.get(collection) ?? new Map<RecordKey, Place>();
    this.collections.set(collection, records.set(key, place));
    this.size += place.end - place.start;
  }

  private remove(collection: string, key: RecordKey): void {
    const records = this.collections.get(collection);
    const place = records?.get(key);
    if (!records || !place) return;
    this.size -= place.end - place.start;
    records.delete(key);
    if (records.size === 0) this.collections.delete(collection);
  }

  private drop(collection: string): void {
    for (const key of [...(this.collections.get(collection)?.keys() ?? [])]) this.remove(collection, key);
  }
}
