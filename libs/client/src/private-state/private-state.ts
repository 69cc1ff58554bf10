import type {
  ComposerDraft,
  DoNotDisturb,
  MailNotices,
  NotifyChoice,
  NotifyLevel,
  PrivateState as Part,
  RoomArchived,
  RoomFavourite,
  RoomNotify,
  SavedMessage,
  ScheduledMessage,
  ServerFrame,
  SyncPage,
  ThreadFollow,
  UnreadMark,
  User,
  UserBlock,
  UserNotify,
} from '@parley/protocol';

import { mergeUser } from '../merge-user.js';
import type { Parley } from '../parley.js';

/**
 * An item of a room or of a thread, of a message, a scheduled message, or the only one of the user about none of them.
 */
type Item = (
  | { readonly room_id?: string; readonly thread_id?: string | null }
  | Pick<SavedMessage, 'message'>
  | Pick<ScheduledMessage, 'id'>
  | Pick<UserBlock, 'user_id'>
) & {
  /** Present if it does not exist any more. */
  readonly removed?: true;
};

/** The list of the items of each event. */
const LISTS = {
  'roomfavourite.dispatch': 'favourites',
  'roomarchive.dispatch': 'archived',
  'roommarkunread.dispatch': 'marks',
  'roomnotify.dispatch': 'notify',
  'usernotify.dispatch': 'notify',
  'messagesave.dispatch': 'saved',
  'threadfollow.dispatch': 'follows',
  'draft.dispatch': 'drafts',
  'messageschedule.dispatch': 'scheduled',
  'schedulecancel.dispatch': 'scheduled',
  'userblock.dispatch': 'blocks',
} as const;

/** A private state with the number of its last change. */
export interface PrivateSnapshot {
  readonly seq: number;
  readonly lists: Readonly<Record<string, ReadonlyMap<string, unknown>>>;
}

/** The key of the item that is about no room. */
const USER = '';
const UNSET: UserNotify = { level: 'all', do_not_disturb: null, mail: null };
const UNCHOSEN: NotifyChoice = { level: null, muted_until: null };

/**
 * The private state of the user, on all devices of the user: favourite rooms, archived rooms, rooms that are marked as
 * unread, followed threads, saved and scheduled messages, drafts, and of which messages the user is notified. It is
 * read with each sync of the client, and updated by frames, in order and without a gap. Create it before `connect`. It
 * is kept in memory: after a reload it is empty until the first sync, except with a `ChatStore` of
 * `@parley/client/store`.
 *
 * Its methods need a connection: without one they are rejected as `offline`, and the state stays as it is.
 */
export class PrivateState {
  private readonly items = {
    favourites: new Map<string, RoomFavourite>(),
    archived: new Map<string, RoomArchived>(),
    marks: new Map<string, UnreadMark>(),
    notify: new Map<string, RoomNotify | UserNotify>(),
    saved: new Map<string, SavedMessage>(),
    follows: new Map<string, ThreadFollow>(),
    drafts: new Map<string, ComposerDraft>(),
    scheduled: new Map<string, ScheduledMessage>(),
    blocks: new Map<string, UserBlock>(),
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
    chat.on('frame', (frame) => this.receive(frame));
    chat.on('left', ({ roomId }) => this.forget(roomId));
    chat.on('profile', (user) => this.takeProfile(user));
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
   * @param lastMessageSeq the `seq` of the newest message of the room: a later one than at the archiving shows it
   *   again, unless the room is muted
   */
  isArchived(roomId: string, lastMessageSeq: number): boolean {
    const archivedSeq = this.items.archived.get(roomId)?.archived_seq;
    if (typeof archivedSeq !== 'number') return false;
    const { level, muted_until } = this.notifyChoice(roomId);
    // The service announces the end of a mute together with the number up to which the room is archived then.
    return lastMessageSeq <= archivedSeq || level === 'none' || muted_until !== null;
  }

  /** Of which messages of the room the user is notified. Without a choice the level is null: as everywhere. */
  notifyChoice(roomId: string): NotifyChoice {
    return (this.items.notify.get(roomId) as RoomNotify | undefined) ?? UNCHOSEN;
  }

  /** Whether the user is notified of nothing in the room, by a choice for this room. @param at in milliseconds */
  isMuted(roomId: string, at = Date.now()): boolean {
    const { level, muted_until } = this.notifyChoice(roomId);
    return level === 'none' || (muted_until !== null && Date.parse(muted_until) > at);
  }

  /**
   * Of which messages the user is notified in rooms without a choice, when the user gets no push, and which missed
   * messages are mailed.
   */
  get userNotify(): Omit<UserNotify, 'removed'> {
    const { level, do_not_disturb, mail } = (this.items.notify.get(USER) as UserNotify | undefined) ?? UNSET;
    return { level, do_not_disturb, mail };
  }

  /** The `seq` from which on the user wants to see the room as unread; undefined: as it is. */
  unreadFrom(roomId: string): number | undefined {
    return this.items.marks.get(roomId)?.from_seq ?? undefined;
  }

  /** Whether the user follows a thread. The service lets users follow by themselves, up to a second later. */
  isFollowing(threadId: string): boolean {
    return this.items.follows.has(threadId);
  }

  /** The unsent text of the user in a room or in a thread, as the service has it. `Drafts` changes it. */
  draft(roomId: string, threadId?: string): ComposerDraft | undefined {
    return this.items.drafts.get(threadId ?? roomId);
  }

  /** @throws ParleyError 4004 when the user is not in the room */
  async setFavourite(roomId: string, favourite: boolean): Promise<void> {
    await this.chat.ask('room.favourite', { room_id: roomId, favourite });
  }

  /**
   * Hides a room until its next message, or shows it again. @throws ParleyError 4004 when the user is not in the room
   */
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

  /**
   * Chooses of which messages of the room the user is notified.
   * @param choice a `level` of null: as everywhere; without one it stays. Without `muted_until`, or with null, the room
   *   is not muted for a time any more.
   * @throws ParleyError 4004 when the user is not in the room, 4003 when `muted_until` is not in the future
   */
  async notifyRoom(
    roomId: string,
    choice: { readonly level?: NotifyLevel | null; readonly muted_until?: string | null },
  ): Promise<void> {
    await this.chat.ask('room.notify', { room_id: roomId, ...choice });
  }

  /**
   * Changes the settings for all rooms that are given.
   * @throws ParleyError 4003 when the quiet hours have no such time or time zone
   */
  async notifyUser(settings: {
    readonly level?: NotifyLevel;
    readonly do_not_disturb?: DoNotDisturb | null;
    readonly mail?: MailNotices | null;
  }): Promise<void> {
    await this.chat.ask('user.notify', settings);
  }

  /** Shows the room as it is again. @throws ParleyError 4004 when the user is not in the room */
  async liftUnreadMark(roomId: string): Promise<void> {
    // Reading lifts the mark, and up to 0 it moves nothing else.
    await this.chat.ask('message.read', { room_id: roomId, up_to_seq: 0 });
  }

  /** The saved messages, the last saved first. */
  get saved(): SavedMessage[] {
    return [...this.items.saved.values()].sort((one, other) =>
      (one.saved_at ?? '') < (other.saved_at ?? '') ? 1 : -1,
    );
  }

  savedMessage(messageId: string): SavedMessage | undefined {
    return this.items.saved.get(messageId);
  }

  /**
   * Saves a message.
   * @param remindAt when to be reminded of it; null: never; by default as before
   * @throws ParleyError 4004 for a message that the user cannot read, 4003 for a time in the past, 4005 if the user has
   *   saved too many
   */
  async saveMessage(roomId: string, messageId: string, { remindAt }: { remindAt?: Date | null } = {}): Promise<void> {
    const reminder = remindAt === undefined ? {} : { remind_at: remindAt?.toISOString() ?? null };
    await this.chat.ask('message.save', { room_id: roomId, message_id: messageId, saved: true, ...reminder });
  }

  /**
   * Ends that a message is saved, and its reminder.
   * @param roomId undefined for a message that is gone
   * @throws ParleyError 4004 for a message that is not saved
   */
  async removeSaved(roomId: string | undefined, messageId: string): Promise<void> {
    await this.chat.ask('message.save', { room_id: roomId, message_id: messageId, saved: false });
  }

  /** The messages that are sent at a later time, the earliest first. `ScheduledMessages` changes them. */
  get scheduled(): ScheduledMessage[] {
    return [...this.items.scheduled.values()].sort((one, other) => Date.parse(one.send_at) - Date.parse(other.send_at));
  }

  /** The users whom the user blocks, the last blocked first. `BlockedUsers` changes them. */
  get blocks(): UserBlock[] {
    return [...this.items.blocks.values()].sort((one, other) =>
      (one.blocked_at ?? '') < (other.blocked_at ?? '') ? 1 : -1,
    );
  }

  /** Whether the user blocks another one. */
  isBlocked(userId: number): boolean {
    return this.items.blocks.has(String(userId));
  }

  /** Everything in it, for a store: the items by key of each list. */
  get snapshot(): PrivateSnapshot {
    return { seq: this.seq, lists: this.items };
  }

  /** Continues from a stored state, unless it has received another one. */
  restore({ seq, lists }: PrivateSnapshot): void {
    if (this.seq > 0 || this.newest > 0) return;
    for (const [name, list] of Object.entries(this.items) as [string, Map<string, unknown>][])
      for (const [key, item] of lists[name] ?? []) list.set(key, item);
    this.seq = seq;
    this.changed();
  }

  private receive({ eventType, data, private_seq: seq, meta }: ServerFrame): void {
    if (eventType === 'sessionsync.dispatch') this.receivePage(data as SyncPage);
    else if (seq !== undefined) this.follow(eventType, data, seq);
    // Blocks end without a number when their user is deleted: an answer that changes nothing says so.
    else if (eventType === 'userblock.dispatch' && meta?.changed === false) this.replace(eventType, data);
  }

  private receivePage({ private: part, complete }: SyncPage): void {
    if (part) this.add(part);
    // The client has completed the sync after this.
    if (complete && this.seq < this.newest) queueMicrotask(this.sync);
  }

  private follow(eventType: string, data: unknown, seq: number): void {
    if (seq <= this.seq) return;
    this.newest = Math.max(this.newest, seq);
    if (seq === this.seq + 1) this.apply(eventType, data, seq);
    // The missing changes come with a sync, as does this one.
    else this.sync();
  }

  private apply(eventType: string, data: unknown, seq: number): void {
    this.seq = seq;
    this.replace(eventType, data);
  }

  /** A user has changed, who may be blocked, or have sent a saved message. */
  private takeProfile(user: User): void {
    let isChanged = false;
    for (const list of [this.items.saved, this.items.blocks] as readonly Map<string, SavedMessage | UserBlock>[]) {
      for (const [key, item] of list) {
        const updated = mergeUser(item, user);
        isChanged ||= updated !== item;
        list.set(key, updated);
      }
    }
    if (isChanged) this.changed();
  }

  private replace(eventType: string, data: unknown): void {
    const list = (LISTS as Readonly<Record<string, keyof typeof this.items | undefined>>)[eventType];
    if (list === undefined) return;
    // The dispatch of a refusal has the reason twice, and a sync has it as the state of the item alone.
    const { reason: _, ...item } = data as Item & { readonly reason?: unknown };
    put(this.items[list], item);
    this.changed();
  }

  private add({ seq, reset, ...lists }: Part): void {
    if (reset) {
      [this.seq, this.newest] = [0, 0];
      for (const list of Object.values(this.items)) list.clear();
    }
    for (const list of Object.keys(this.items) as (keyof typeof this.items)[]) {
      // A service of an earlier release does not have all lists.
      for (const item of (lists[list] as readonly Item[] | undefined) ?? []) put(this.items[list], item);
    }
    this.seq = seq ?? this.seq;
    this.changed();
  }

  /**
   * The preferences end with the membership. Saved messages stay, without their content. Scheduled messages stay too:
   * the service refuses them at their time, and their author decides then.
   */
  private forget(roomId: string): void {
    const { scheduled: _, ...ended } = this.items;
    for (const list of Object.values(ended)) {
      for (const [key, item] of list) if ('room_id' in item && item.room_id === roomId) list.delete(key);
    }
    for (const [id, item] of this.items.saved) {
      if ('room' in item.message && item.message.room.id === roomId) {
        this.items.saved.set(id, { ...item, message: { id, gone: true } });
      }
    }
    this.changed();
  }

  private changed(): void {
    for (const handler of Array.from(this.handlers)) handler();
  }
}

function put(items: Map<string, Item>, item: Item): void {
  const key = keyOf(item);
  if (item.removed) items.delete(key);
  else items.set(key, item);
}

function keyOf(item: Item): string {
  if ('message' in item) return item.message.id;
  if ('id' in item) return item.id;
  if ('user_id' in item) return String(item.user_id);
  return item.thread_id ?? item.room_id ?? USER;
}
