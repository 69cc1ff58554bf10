import type { Message } from '@parley/protocol';

import { Timeline } from '../timeline.js';
import { RecordMirror } from './record-mirror.js';
import type { PendingRecords } from './record-mirror.js';
import type { RecordStore } from './record-store.js';

/** Of each message, because messages are counted again after each change of their room. */
const sizes = new WeakMap<Message, number>();

/** The newest messages of a room, as they are stored and as they are now. */
export class StoredMessages {
  readonly timeline = new Timeline(() => {
    this.version += 1;
  });
  /** Counts the changes. */
  private version = 0;
  private storedVersion = 0;
  private reached: { readonly version: number; readonly seq: number } | undefined;
  private readonly mirror: RecordMirror<Message>;

  /** @param most how many messages are stored */
  constructor(
    roomId: string,
    private readonly most: number,
  ) {
    this.mirror = new RecordMirror(StoredMessages.collection(roomId));
  }

  static collection(roomId: string): string {
    return `messages/${roomId}`;
  }

  /** @param position of the room: another tab may have written later messages, which are received once more */
  async load(store: RecordStore, position: () => number): Promise<void> {
    await this.mirror.load(store);
    const known = position();
    this.timeline.reset([...this.mirror.records.values()].filter(({ seq }) => seq <= known));
    this.storedVersion = this.version;
  }

  /** Another tab may have stored changes: what differs from its records is stored again. */
  async compare(store: RecordStore): Promise<void> {
    await this.mirror.compare(store);
    this.version += 1;
  }

  /** The changes so far are those up to a position of the room. */
  reach(seq: number): void {
    if (this.reached?.version !== this.version) this.reached = { version: this.version, seq };
  }

  /** Whether all changes are among those up to a position. */
  isWithin(seq: number): boolean {
    return this.reached?.version === this.version && this.reached.seq <= seq;
  }

  /** Whether there are changes that are not stored. */
  get hasChanged(): boolean {
    return this.version !== this.storedVersion;
  }

  get messages(): readonly Message[] {
    return (this.timeline.all as readonly Message[]).slice(-this.most);
  }

  /** The characters of the messages as JSON. */
  get size(): number {
    return this.messages.reduce((sum, message) => sum + sizeOf(message), 0);
  }

  pending(): PendingRecords {
    const { messages } = this;
    if (messages.length < this.timeline.all.length) this.timeline.reset(messages);
    this.mirror.replaceBy(messages.map((message) => [message.seq, message]));
    const { version } = this;
    const { changes, commit } = this.mirror.pending();
    return {
      changes,
      commit: () => {
        commit();
        this.storedVersion = version;
      },
    };
  }
}

function sizeOf(message: Message): number {
  const size = sizes.get(message) ?? JSON.stringify(message).length;
  sizes.set(message, size);
  return size;
}
