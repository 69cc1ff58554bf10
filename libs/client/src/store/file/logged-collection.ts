/// <reference types="node" />
import type { RecordKey } from '../record-store.js';
import { encodeTexts, readBatch } from './record-log.js';
import type { LoggedChange } from './record-log.js';

/** Reads the bytes of the snapshot that has a collection. */
export type ReadSnapshot = () => Promise<Buffer>;

/** A collection of a log: its records in the snapshot, which are read when they are needed, and the changes since. */
export class LoggedCollection {
  /** The JSON texts; undefined: removed. */
  private readonly changes = new Map<RecordKey, Buffer | undefined>();

  /** @param snapshot undefined: it has no records */
  constructor(
    private readonly name: string,
    private snapshot?: ReadSnapshot,
  ) {}

  apply([, key, length]: LoggedChange, text: Buffer): void {
    if (key === undefined) {
      this.snapshot = undefined;
      this.changes.clear();
    } else this.changes.set(key, length === undefined ? undefined : text);
  }

  /** The records with the highest keys, in the order of their keys. */
  async newest(count: number): Promise<readonly (readonly [RecordKey, unknown])[]> {
    const texts = [...(await this.texts())].sort(([one], [other]) => (one < other ? -1 : 1));
    return texts
      .slice(Math.max(0, texts.length - count))
      .map(([key, text]) => [key, JSON.parse(text.toString()) as unknown]);
  }

  /** The records as a batch of the next snapshot; empty: there are none. */
  async encode(): Promise<Buffer> {
    if (this.snapshot && this.changes.size === 0) return this.snapshot();
    const texts = [...(await this.texts())];
    if (texts.length === 0) return Buffer.alloc(0);
    return encodeTexts(texts.map(([key, text]) => [[this.name, key, text.length], text]));
  }

  private async texts(): Promise<Map<RecordKey, Buffer>> {
    const texts = new Map<RecordKey, Buffer>();
    const batch = this.snapshot && readBatch(await this.snapshot(), 0);
    if (this.snapshot && !batch) throw new Error(`The stored records of ${this.name} are damaged.`);
    for (const [[, key = ''], text] of batch?.changes ?? []) texts.set(key, text);
    for (const [key, text] of this.changes) {
      if (text) texts.set(key, text);
      else texts.delete(key);
    }
    return texts;
  }
}
