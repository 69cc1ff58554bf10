import type { Message, Parley, RoomListEntry } from '@parley/client';
import { computed, signal } from '@preact/signals';

import type { Self } from '../session/session.js';
import { sortedEntries, withChanged, withMessage, withRead, withRoom } from './room-entries.js';
import type { Entries } from './room-entries.js';

const SOON_MS = 300;

/** The user's rooms: asked for with each line, and kept as they are by what is told. */
export class RoomList {
  readonly isLoaded = signal(false);
  private readonly entries = signal<Entries>(new Map());
  readonly sorted = computed(() => sortedEntries(this.entries.value));
  readonly unread = computed(() => this.sorted.value.reduce((sum, entry) => sum + entry.unread_count, 0));
  private soon: ReturnType<typeof setTimeout> | undefined;
  /** What was told while the list is on its way. */
  private meanwhile: ((entries: Entries) => Entries)[] | undefined;

  constructor(
    private readonly parley: Parley,
    private readonly self: Self,
  ) {
    this.listens();
    this.listensToReaders();
  }

  entry(roomId: string): RoomListEntry | undefined {
    return this.entries.value.get(roomId);
  }

  private listens(): void {
    const { parley, self } = this;
    parley.on('state', (state) => {
      if (state === 'online') void this.load();
    });
    parley.on('room', ({ roomId, room }) => {
      if (!this.entries.peek().has(roomId)) this.loadSoon();
      this.change((entries) => withRoom(entries, room, self.id));
    });
    parley.on('left', ({ roomId }) => {
      this.change((entries) => new Map([...entries].filter(([id]) => id !== roomId)));
    });
    parley.on('message', ({ roomId, message }) => {
      this.change((entries) => withMessage(entries, roomId, message, self.id));
    });
    parley.on('deleted', () => {
      this.loadSoon();
    });
    const changed = ({ roomId, message }: { roomId: string; message: Message }): void => {
      this.change((entries) => withChanged(entries, roomId, message));
    };
    parley.on('edited', changed);
    parley.on('reaction', changed);
    parley.on('delivered', ({ messages }) => {
      for (const message of messages) changed({ roomId: message.room.id, message });
    });
  }

  private listensToReaders(): void {
    this.parley.on('receipt', ({ roomId, messages, userId, upToSeq }) => {
      for (const message of messages) this.change((entries) => withChanged(entries, roomId, message));
      if (upToSeq === undefined) {
        const isOwn = messages.some((message) =>
          message.read_receipts.some(({ reader }) => reader.id === this.self.id),
        );
        if (isOwn) this.loadSoon();
      } else if (userId === this.self.id) {
        this.change((entries) => {
          const read = withRead(entries, roomId, upToSeq);
          if (!read) this.loadSoon();
          return read ?? entries;
        });
      }
    });
  }

  private change(change: (entries: Entries) => Entries): void {
    this.meanwhile?.push(change);
    this.entries.value = change(this.entries.peek());
  }

  private loadSoon(): void {
    this.soon ??= setTimeout(() => {
      this.soon = undefined;
      void this.load();
    }, SOON_MS);
  }

  private async load(): Promise<void> {
    if (this.meanwhile) {
      this.loadSoon();
      return;
    }
    this.meanwhile = [];
    try {
      const listed = await this.listed();
      this.entries.value = this.meanwhile.reduce((entries, change) => change(entries), listed);
      this.isLoaded.value = true;
    } catch {
      // Asked again with the next line.
    } finally {
      this.meanwhile = undefined;
    }
  }

  private async listed(): Promise<Entries> {
    const entries = new Map<string, RoomListEntry>();
    let cursor: string | null = null;
    do {
      const page = await this.parley.rooms.list(cursor === null ? {} : { cursor });
      for (const entry of page.rooms) entries.set(entry.id, entry);
      cursor = page.next;
    } while (cursor !== null);
    return entries;
  }
}
