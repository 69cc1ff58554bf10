import type {
  PrivateState as Part,
  RoomArchived,
  RoomFavourite,
  ServerFrame,
  SyncPage,
  UnreadMark,
} from '@parley/protocol';

import type { Parley } from '../parley.js';

interface Item {
  readonly room_id: string;
  /** Present if it does not exist any more. */
  readonly removed?: true;
}

/** The list of the items of each event. */
const LISTS = {
  'roomfavourite.dispatch': 'favourites',
  'roomarchive.dispatch': 'archived',
  'roommarkunread.dispatch': 'marks',
} as const;

/**
 * The private state of the user, on all devices of the user: favourite rooms, archived rooms, and rooms that are marked as
 * unread. It is read with each sync of the client, and updated by frames, in order and without a gap. Create it before
 * `connect`. It is kept in memory: after a reload it is empty until the first sync.
 *
 * Its methods need a connection: without one they are rejected as `offline`, and the state stays as it is.
 */
export class PrivateState {
  private readonly items = {
    favourites: new Map<string, RoomFavourite>(),
    archived: new Map<string, RoomArchived>(),
    marks: new Map<string, UnreadMark>(),
  };
  /** Everything up to this number has been processed. */
  private seq = 0;
  /** The highest number that a frame had. */
  private newest = 0;
  private readonly handlers = new Set<() => void>();
  private readonly sync: () => void;

  constructor(private readonly chat: Parley) {
    // A service of an earlier release has no private state.
    this.sync = chat.syncMore((meta) => ('private_seq' in meta ? { private_seq: this.seq } : {}));
    chat.on('frame', (frame) => {
      this.receive(frame);
    });
    chat.on('left', ({ roomId }) => {
      this.forget(roomId);
    });
  }

  /** @returns a function that removes the handler, which is called after each change */
  onChange(handler: () => void): () => void {
    this.handlers.add(handler);
    return () => void this.handlers.delete(handler);
  }

  isFavourite(roomId: string): boolean {
    return this.items.favourites.has(roomId);
  }

  /**
   * Whether the room is hidden from the list of rooms.
   * @param lastMessageSeq the `seq` of the newest message of the room: a later one than at the archiving shows it again
   */
  isArchived(roomId: string, lastMessageSeq: number): boolean {
    return lastMessageSeq <= (this.items.archived.get(roomId)?.archived_seq ?? -1);
  }

  /** The `seq` from which on the user wants to see the room as unread; undefined: as it is. */
  unreadFrom(roomId: string): number | undefined {
    return this.items.marks.get(roomId)?.from_seq ?? undefined;
  }

  /** @throws ParleyError 4004 when the user is not in the room */
  async setFavourite(roomId: string, favourite: boolean): Promise<void> {
    await this.chat.ask('room.favourite', { room_id: roomId, favourite });
  }

  /** Hides a room until its next message, or shows it again. @throws ParleyError 4004 when the user is not in the room */
  async archive(roomId: string, archived: boolean): Promise<void> {
    await this.chat.ask('room.archive', { room_id: roomId, archived });
  }

  /**
   * Shows a room as unread from a `seq` on, until the user reads in it again.
   * @throws ParleyError 4004 when the user is not in the room, 4003 when the `seq` is higher than its latest
   */
  async markUnread(roomId: string, fromSeq: number): Promise<void> {
    await this.chat.ask('room.mark_unread', { room_id: roomId, from_seq: fromSeq });
  }

  /** Shows the room as it is again. @throws ParleyError 4004 when the user is not in the room */
  async liftUnreadMark(roomId: string): Promise<void> {
    // Reading lifts the mark, and up to 0 it moves nothing else.
    await this.chat.ask('message.read', { room_id: roomId, up_to_seq: 0 });
  }

  private receive({ eventType, data, private_seq: seq }: ServerFrame): void {
    if (eventType === 'sessionsync.dispatch') {
      const { private: part, complete } = data as SyncPage;
      if (part) this.add(part);
      // The client has completed the sync after this.
      if (complete && this.seq < this.newest) queueMicrotask(this.sync);
    } else if (seq !== undefined && seq > this.seq) {
      this.newest = Math.max(this.newest, seq);
      if (seq === this.seq + 1) this.apply(eventType, data, seq);
      // What is missing comes with a sync, as does this change.
      else this.sync();
    }
  }

  private apply(eventType: string, data: unknown, seq: number): void {
    this.seq = seq;
    const list = (LISTS as Readonly<Record<string, keyof typeof this.items | undefined>>)[eventType];
    if (list === undefined) return;
    put(this.items[list], data as Item);
    this.changed();
  }

  private add({ seq, reset, favourites, archived, marks }: Part): void {
    if (reset) {
      [this.seq, this.newest] = [0, 0];
      for (const list of Object.values(this.items)) list.clear();
    }
    for (const item of favourites) put(this.items.favourites, item);
    for (const item of archived) put(this.items.archived, item);
    for (const item of marks) put(this.items.marks, item);
    this.seq = seq ?? this.seq;
    this.changed();
  }

  /** The preferences end with the membership. */
  private forget(roomId: string): void {
    for (const list of Object.values(this.items)) list.delete(roomId);
    this.changed();
  }

  private changed(): void {
    for (const handler of [...this.handlers]) handler();
  }
}

function put(items: Map<string, Item>, item: Item): void {
  if (item.removed) items.delete(item.room_id);
  else items.set(item.room_id, item);
}
