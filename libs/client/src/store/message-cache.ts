import type { RecordStore } from './record-store.js';
import { StoredMessages } from './stored-messages.js';

/** How many rooms without changes keep their messages in memory. */
const MAX_UNCHANGED = 20;

type Change = (messages: StoredMessages) => void;

/** The messages of rooms that were read or have changed. Changes of a room wait until its messages are read. */
export class MessageCache {
  private readonly loaded = new Map<string, StoredMessages>();
  private readonly loading = new Map<string, Promise<StoredMessages>>();
  private readonly waiting = new Map<string, Change[]>();

  constructor(
    private readonly store: RecordStore,
    private readonly mostMessages: number,
    private readonly positionOf: (roomId: string) => number,
  ) {}

  change(roomId: string, change: Change): void {
    const messages = this.loaded.get(roomId);
    if (messages) change(messages);
    else this.waiting.set(roomId, [...(this.waiting.get(roomId) ?? []), change]);
  }

  /** Resolves with the messages after all changes so far. */
  get(roomId: string): Promise<StoredMessages> {
    const loaded = this.loaded.get(roomId);
    if (loaded) {
      // The most recently used room last.
      this.loaded.delete(roomId);
      this.loaded.set(roomId, loaded);
      return Promise.resolve(loaded);
    }
    const loading = this.loading.get(roomId) ?? this.load(roomId);
    this.loading.set(roomId, loading);
    return loading;
  }

  /** Resolves when no change waits. */
  async settle(): Promise<void> {
    while (this.waiting.size > 0) await Promise.all([...this.waiting.keys()].map((roomId) => this.get(roomId)));
  }

  get changed(): readonly (readonly [string, StoredMessages])[] {
    return [...this.loaded].filter(([, { hasChanged }]) => hasChanged);
  }

  /** Applies a change to all rooms in memory. */
  changeAll(change: Change): void {
    for (const messages of this.loaded.values()) change(messages);
  }

  /** The next use reads the messages again. */
  forget(roomId: string): void {
    this.loaded.delete(roomId);
  }

  /** Another tab has written the records: rooms without changes are read again, those of the others are compared. */
  async compare(): Promise<void> {
    for (const [roomId, { hasChanged }] of this.loaded) if (!hasChanged) this.forget(roomId);
    await Promise.all([...this.loaded.values()].map((messages) => messages.compare(this.store)));
  }

  /** Forgets the least recently used rooms without changes. */
  trim(): void {
    const unchanged = [...this.loaded].filter(([, { hasChanged }]) => !hasChanged);
    for (const [roomId] of unchanged.slice(0, -MAX_UNCHANGED)) this.loaded.delete(roomId);
  }

  private async load(roomId: string): Promise<StoredMessages> {
    const messages = new StoredMessages(roomId, this.mostMessages);
    try {
      await messages.load(this.store, () => this.positionOf(roomId));
    } finally {
      this.loading.delete(roomId);
    }
    this.loaded.set(roomId, messages);
    for (const change of this.waiting.get(roomId) ?? []) change(messages);
    this.waiting.delete(roomId);
    return messages;
  }
}
