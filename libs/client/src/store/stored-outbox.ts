import type { QueuedSend } from '../storage.js';
import { RecordMirror } from './record-mirror.js';
import type { PendingRecords } from './record-mirror.js';
import type { RecordStore } from './record-store.js';

const DIGITS = 15;
const keyOf = (number: number, tab: string): string => `${String(number).padStart(DIGITS, '0')}/${tab}`;
const tabOf = (key: string): string => key.slice(DIGITS + 1);

/** Unsent messages, in order. Each tab writes those that it has queued. */
export class StoredOutbox {
  private readonly mirror = new RecordMirror<QueuedSend>('outbox');

  constructor(private readonly tab: string) {}

  /** @param isOwn whether the messages of a tab belong to this outbox */
  load(store: RecordStore, isOwn: (tab: string) => boolean): Promise<void> {
    return this.mirror.load(store, (key) => isOwn(tabOf(String(key))));
  }

  get all(): readonly QueuedSend[] {
    return [...this.mirror.records.values()];
  }

  set(entries: readonly QueuedSend[]): void {
    const { records } = this.mirror;
    const keys = new Map([...records].map(([key, { client_message_id: id }]) => [id, key]));
    let last = Math.max(0, ...[...records.keys()].map((key) => parseInt(String(key))));
    for (const entry of entries)
      if (!keys.has(entry.client_message_id)) records.set(keyOf((last += 1), this.tab), entry);
    const ids = new Set(entries.map(({ client_message_id: id }) => id));
    for (const [id, key] of keys) if (!ids.has(id)) records.delete(key);
  }

  pending(): PendingRecords {
    return this.mirror.pending();
  }
}
