import type { Parley, RoomListEntry } from '@parley/client';
import type { StoredRoom } from '@parley/client/store';
import { computed, signal } from '@preact/signals';

import type { Self } from '../session/session.js';
import { causeIn, Departures } from './departures.js';
import {
  mayChangeMentions,
  sortedEntries,
  withChanged,
  withMessage,
  withRead,
  withRoom,
  withSmallChange,
  withStored,
  withUser,
} from '@parley/react/state';
import type { Entries } from '@parley/react/state';

const RELOAD_DELAY_MS = 300;

/** The user's rooms, archived ones too: loaded on each connection and updated by events. */
export class RoomList {
  readonly isLoaded = signal(false);
  private readonly entries = signal<Entries>(new Map());
  readonly sorted = computed(() => sortedEntries(this.entries.value));
  readonly unread = computed(() => this.sorted.value.reduce((sum, entry) => sum + entry.unread_count, 0));
  readonly departures = new Departures();
  private reloadTimer: ReturnType<typeof setTimeout> | undefined;
  /** Changes received while the list is loading, applied to it afterwards. */
  private changesDuringLoad: ((entries: Entries) => Entries)[] | undefined;

  constructor(
    private readonly parley: Parley,
    private readonly self: Self,
  ) {
    this.subscribe();
    this.subscribeToReceipts();
  }

  entry(roomId: string): RoomListEntry | undefined {
    return this.entries.value.get(roomId);
  }

  /** Shows the rooms of the last time until they are loaded. */
  showStored(rooms: readonly StoredRoom[]): void {
    if (!this.isLoaded.peek()) this.entries.value = withStored(this.entries.peek(), rooms, this.self.id);
  }

  private subscribe(): void {
    const { parley, self } = this;
    parley.on('state', (state) => {
      if (state === 'online') void this.load();
    });
    parley.on('room', ({ roomId, room }) => {
      if (!this.entries.peek().has(roomId)) this.reloadSoon();
      this.departures.remove(roomId);
      this.change((entries) => withRoom(entries, room, self.id));
    });
    parley.on('profile', (user) => {
      this.change((entries) => withUser(entries, user));
    });
    // Comes before the event that it leads to.
    parley.on('frame', (frame) => {
      const entry = this.entries.peek().get(frame.room_id ?? '');
      const cause = entry && causeIn(frame);
      if (cause) this.departures.add(entry, cause);
    });
    parley.on('left', ({ roomId }) => {
      const entry = this.entries.peek().get(roomId);
      if (entry) this.departures.add(entry);
      this.change((entries) => new Map([...entries].filter(([id]) => id !== roomId)));
    });
    parley.on('message', ({ roomId, message }) => {
      this.change((entries) => withMessage(entries, roomId, message, self.id));
    });
    parley.on('deleted', () => {
      this.reloadSoon();
    });
    parley.on('edited', ({ roomId, message }) => {
      this.change((entries) => withChanged(entries, roomId, message));
      if (mayChangeMentions(this.entries.peek().get(roomId), message, self.id)) this.reloadSoon();
    });
    parley.on('reaction', ({ roomId, message, userId }) => {
      this.change((entries) => withSmallChange(entries, roomId, message, userId));
    });
    parley.on('delivered', ({ messages }) => {
      for (const message of messages) this.change((entries) => withSmallChange(entries, message.room.id, message));
    });
  }

  private subscribeToReceipts(): void {
    this.parley.on('receipt', ({ roomId, messages, userId, upToSeq }) => {
      for (const message of messages) this.change((entries) => withSmallChange(entries, roomId, message));
      if (upToSeq === undefined) {
        const isOwn = messages.some((message) =>
          message.read_receipts.some(({ reader }) => reader.id === this.self.id),
        );
        if (isOwn) this.reloadSoon();
      } else if (userId === this.self.id) {
        this.change((entries) => {
          const read = withRead(entries, roomId, upToSeq);
          if (!read) this.reloadSoon();
          return read ?? entries;
        });
      }
    });
  }

  private change(change: (entries: Entries) => Entries): void {
    this.changesDuringLoad?.push(change);
    this.entries.value = change(this.entries.peek());
  }

  private reloadSoon(): void {
    this.reloadTimer ??= setTimeout(() => {
      this.reloadTimer = undefined;
      void this.load();
    }, RELOAD_DELAY_MS);
  }

  private async load(): Promise<void> {
    if (this.changesDuringLoad) {
      this.reloadSoon();
      return;
    }
    this.changesDuringLoad = [];
    try {
      const fetchAll = await this.fetchAll();
      this.entries.value = this.changesDuringLoad.reduce((entries, change) => change(entries), fetchAll);
      this.isLoaded.value = true;
    } catch {
      // Retried on the next connection.
    } finally {
      this.changesDuringLoad = undefined;
    }
  }

  private async fetchAll(): Promise<Entries> {
    const entries = new Map<string, RoomListEntry>();
    for (const archived of [true, false]) {
      let cursor: string | null = null;
      do {
        const page = await this.parley.rooms.list(cursor === null ? { archived } : { archived, cursor });
        for (const entry of page.rooms) entries.set(entry.id, entry);
        cursor = page.next;
      } while (cursor !== null);
    }
    return entries;
  }
}
