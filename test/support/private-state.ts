import type {
  PrivateState,
  RoomArchived,
  RoomFavourite,
  RoomNotify,
  SavedMessage,
  ThreadFollow,
  UnreadMark,
  UserNotify,
} from '@parley/protocol';

import type { ChatClient } from './chat-client.js';
import type { Frame } from './frames.js';

const EVENTS = [
  ...['roomfavourite.dispatch', 'roomarchive.dispatch', 'roommarkunread.dispatch'],
  ...['messagesave.dispatch', 'threadfollow.dispatch', 'roomnotify.dispatch', 'usernotify.dispatch'],
];

/** A client's copy of the private state of its user. */
export class PrivateCopy {
  /** The number up to which the copy has all changes. */
  seq = 0;
  /** The number of syncs that replaced everything. */
  resets = 0;
  private favourites = new Map<string, RoomFavourite>();
  private archived = new Map<string, RoomArchived>();
  private marks = new Map<string, UnreadMark>();
  private follows = new Map<string, ThreadFollow>();
  private notify = new Map<string, RoomNotify | UserNotify>();
  private saved = new Map<string, SavedMessage>();

  /** The copy of a client that has just synchronised. */
  static async of(device: ChatClient): Promise<PrivateCopy> {
    const copy = new PrivateCopy();
    await copy.sync(device);
    return copy;
  }

  clone(): PrivateCopy {
    const copy = new PrivateCopy();
    copy.seq = this.seq;
    copy.favourites = new Map(this.favourites);
    copy.archived = new Map(this.archived);
    copy.marks = new Map(this.marks);
    copy.follows = new Map(this.follows);
    copy.notify = new Map(this.notify);
    copy.saved = new Map(this.saved);
    return copy;
  }

  /** Requests what the copy misses. @param epoch of its number */
  async sync(device: ChatClient, epoch?: string): Promise<void> {
    const given = epoch === undefined ? {} : { epoch };
    const requestId = device.sendRequest('session.sync', { rooms: {}, private_seq: this.seq, ...given });
    for (;;) {
      const frame = (await device.response(requestId)) as Awaited<ReturnType<typeof device.request<'session.sync'>>>;
      if (frame.data.private) this.add(frame.data.private);
      if (frame.data.complete) return;
    }
  }

  /**
   * Adds the changes among live frames.
   * @throws Error if a number is missing
   */
  receive(frames: readonly Frame[]): void {
    for (const { eventType = '', private_seq: seq, data, meta } of frames) {
      if (!EVENTS.includes(eventType) || meta?.changed === false) continue;
      if (seq === undefined) throw new Error(`${eventType} has no number`);
      if (seq <= this.seq) continue;
      if (seq !== this.seq + 1) throw new Error(`The number ${String(seq)} follows ${String(this.seq)}`);
      this.seq = seq;
      this.put(eventType, data);
    }
  }

  /**
   * Adds the live frames of the device until the copy has a number.
   * @throws Error if a number is missing
   */
  async receiveUntil(device: ChatClient, seq: number): Promise<void> {
    do this.receive(await device.drain());
    while (this.seq < seq);
  }

  view(): object {
    const sorted = (items: Map<string, object>): object[] => [...items].sort(byRoom).map(([, item]) => item);
    return {
      seq: this.seq,
      favourites: sorted(this.favourites),
      archived: sorted(this.archived),
      marks: sorted(this.marks),
      follows: sorted(this.follows),
      saved: sorted(this.saved),
      notify: sorted(this.notify),
    };
  }

  private add({ seq, reset, favourites, archived, marks, follows, notify, saved }: PrivateState): void {
    if (reset) {
      for (const list of [this.favourites, this.archived, this.marks, this.follows, this.notify, this.saved])
        list.clear();
      this.resets += 1;
    }
    for (const item of favourites) put(this.favourites, item);
    for (const item of archived) put(this.archived, item);
    for (const item of marks) put(this.marks, item);
    for (const item of follows) put(this.follows, item);
    for (const item of notify) put(this.notify, item);
    for (const item of saved) put(this.saved, item);
    this.seq = seq ?? 0;
  }

  private put(eventType: string, data: unknown): void {
    if (eventType === 'roomfavourite.dispatch') put(this.favourites, data as RoomFavourite);
    else if (eventType === 'roomarchive.dispatch') put(this.archived, data as RoomArchived);
    else if (eventType === 'threadfollow.dispatch') put(this.follows, data as ThreadFollow);
    else if (eventType === 'messagesave.dispatch') put(this.saved, data as SavedMessage);
    else if (eventType === 'roommarkunread.dispatch') put(this.marks, data as UnreadMark);
    else put(this.notify, data as RoomNotify | UserNotify);
  }
}

interface Item {
  /** Undefined: the only item of the user that is about no room. */
  readonly room_id?: string;
  readonly thread_id?: string;
  /** Of an item of a message. */
  readonly message?: { readonly id: string };
  readonly removed?: true;
}

function put<Kept extends Item>(items: Map<string, Kept>, item: Kept): void {
  const key = item.message?.id ?? item.thread_id ?? item.room_id ?? '';
  if (item.removed) items.delete(key);
  else items.set(key, item);
}

const byRoom = ([one]: readonly [string, object], [other]: readonly [string, object]): number => (one < other ? -1 : 1);
