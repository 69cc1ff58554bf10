import type { Message, Parley, RoomListEntry, ShortMessage } from '@parley/client';
import type { StoredRoom } from '@parley/client/store';

import { ObservableState } from './observable-state.js';
import {
  mayChangeMentions,
  sortedEntries,
  withChanged,
  withMessage,
  withRead,
  withRoom,
  withReceipt,
  withSmallChange,
  withStored,
  withUser,
} from './room-entries.js';
import type { Entries } from './room-entries.js';
import { withPreference } from './room-preferences.js';

export interface RoomList {
  /** Archived rooms too. The latest activity first. */
  readonly rooms: readonly RoomListEntry[];
  /** False until the first list has arrived. */
  readonly isLoaded: boolean;
  /** The number of unread messages in all rooms. */
  readonly unread: number;
  /** The number of those that mention the user. */
  readonly unreadMentions: number;
}

export const NO_ROOMS: RoomList = { rooms: [], isLoaded: false, unread: 0, unreadMentions: 0 };

type Chat = Pick<Parley, 'on' | 'state'> & { readonly rooms: Pick<Parley['rooms'], 'list'> };
type Change = (entries: Entries, ownId: number) => Entries;

/** Changes that need a new list are combined. */
const RELOAD_DELAY_MS = 300;

/** The rooms of the user: listed on each connection, and updated by events. */
export class RoomsState extends ObservableState<RoomList> {
  private entries: Entries = new Map();
  private ownId: number | undefined;
  private reloadTimer: ReturnType<typeof setTimeout> | undefined;
  /** Changes received while the list is loading, which are applied to it afterwards. */
  private changesDuringLoad: Change[] | undefined;

  /**
   * @param findOwnId resolves with the id of the user; rejects without a connection, and is called again on the next
   */
  constructor(
    private readonly chat: Chat,
    private readonly findOwnId: () => Promise<number>,
  ) {
    super(NO_ROOMS);
    this.subscribeToRooms();
    this.subscribeToMessages();
    this.subscribeToReceipts();
    if (chat.state === 'online') void this.load();
  }

  entry(roomId: string): RoomListEntry | undefined {
    return this.entries.get(roomId);
  }

  /** Shows rooms that the application has stored, until the list arrives. @param ownId of the user */
  showStored(rooms: readonly StoredRoom[], ownId: number): void {
    if (this.snapshot.isLoaded) return;
    this.ownId = ownId;
    this.show(withStored(this.entries, rooms, ownId), false);
  }

  override close(): void {
    super.close();
    clearTimeout(this.reloadTimer);
  }

  private subscribeToRooms(): void {
    const { chat } = this;
    this.until(
      chat.on('state', (state) => {
        if (state === 'online') void this.load();
      }),
      chat.on('room', ({ roomId, room }) => {
        if (!this.entries.has(roomId)) this.reloadSoon();
        this.change((entries, ownId) => withRoom(entries, room, ownId));
      }),
      chat.on('left', ({ roomId }) => this.change((entries) => new Map([...entries].filter(([id]) => id !== roomId)))),
      chat.on('profile', (user) => this.change((entries) => withUser(entries, user))),
      chat.on('frame', (frame) => this.change((entries) => this.orReload(entries, withPreference(entries, frame)))),
    );
  }

  private subscribeToMessages(): void {
    const { chat } = this;
    this.until(
      chat.on('message', ({ roomId, message }) => {
        // A room whose activity changes between two pages of the list is on neither of them.
        this.change((entries, ownId) =>
          this.orReload(entries, entries.has(roomId) ? withMessage(entries, roomId, message, ownId) : null),
        );
      }),
      chat.on('reset', () => this.reloadSoon()),
      chat.on('deleted', () => this.reloadSoon()),
      chat.on('edited', ({ roomId, message }) => {
        this.change((entries, ownId) => {
          if (mayChangeMentions(entries.get(roomId), message, ownId)) this.reloadSoon();
          return withChanged(entries, roomId, message);
        });
      }),
      chat.on('reaction', ({ roomId, message, userId }) => {
        this.change((entries) => withSmallChange(entries, roomId, message, userId));
      }),
      chat.on('delivered', ({ messages }) => this.received(messages)),
    );
  }

  private subscribeToReceipts(): void {
    this.until(
      // Of a sync, which may come before the list: a list follows it, whatever remains to be counted.
      this.chat.on('marks', ({ roomId, marks }) => {
        this.change((entries, ownId) => {
          const readSeq = marks.find(({ user_id: userId }) => userId === ownId)?.read_seq ?? 0;
          return withRead(entries, roomId, readSeq) ?? entries;
        });
      }),
      this.chat.on('receipt', ({ roomId, messages, userId, upToSeq }) => {
        this.received(messages);
        this.change((entries, ownId) => {
          const isOwn =
            userId === undefined
              ? messages.some(({ read_receipts: receipts }) => receipts.some(({ reader }) => reader.id === ownId))
              : userId === ownId;
          if (!isOwn) return entries;
          return this.orReload(entries, upToSeq === undefined ? null : withRead(entries, roomId, upToSeq));
        });
      }),
    );
  }

  private received(messages: readonly (Message | ShortMessage)[]): void {
    for (const message of messages) this.change((entries) => withReceipt(entries, message));
  }

  /** @param changed null: only a new list has the change */
  private orReload(entries: Entries, changed: Entries | null): Entries {
    if (!changed) this.reloadSoon();
    return changed ?? entries;
  }

  /** Before the first list is asked for there is nothing to change. */
  private change(change: Change): void {
    this.changesDuringLoad?.push(change);
    if (this.ownId === undefined) return;
    const entries = change(this.entries, this.ownId);
    if (entries !== this.entries) this.show(entries, this.snapshot.isLoaded);
  }

  private show(entries: Entries, isLoaded: boolean): void {
    this.entries = entries;
    const rooms = sortedEntries(entries);
    const sumOf = (count: (room: RoomListEntry) => number): number => rooms.reduce((sum, room) => sum + count(room), 0);
    this.set({
      rooms,
      isLoaded,
      unread: sumOf(({ unread_count: count }) => count),
      unreadMentions: sumOf(({ unread_mentions: count }) => count),
    });
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
    const changes: Change[] = [];
    this.changesDuringLoad = changes;
    try {
      const ownId = await this.findOwnId();
      this.ownId = ownId;
      const listed = await this.listAll();
      this.show(
        changes.reduce<Entries>((entries, change) => change(entries, ownId), listed),
        true,
      );
    } catch {
      // Listed on the next connection.
    } finally {
      this.changesDuringLoad = undefined;
    }
  }

  private async listAll(): Promise<Entries> {
    const entries = new Map<string, RoomListEntry>();
    for (const archived of [true, false]) {
      let cursor: string | null = null;
      do {
        const page = await this.chat.rooms.list(cursor === null ? { archived } : { archived, cursor });
        for (const entry of page.rooms) entries.set(entry.id, entry);
        cursor = page.next;
      } while (cursor !== null);
    }
    return entries;
  }
}
