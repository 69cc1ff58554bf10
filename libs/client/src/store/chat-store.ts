import type { Message, RoomListEntry } from '@parley/protocol';

import type { Parley } from '../parley.js';
import { ParleyError } from '../parley-error.js';
import type { PrivateState } from '../private-state/private-state.js';
import type { OpenedMessages, Storage, StoredState } from '../storage.js';
import { AdoptedSends } from './adopted-sends.js';
import { recordEvents } from './event-recorder.js';
import { DEFAULT_BOUNDS } from './held-rooms.js';
import type { StoreBounds } from './held-rooms.js';
import type { RecordStore } from './record-store.js';
import { StoredChat } from './stored-chat.js';
import { StoredOutbox } from './stored-outbox.js';
import type { StoredRoom } from './stored-rooms.js';
import { ALONE } from './tab-role.js';
import type { TabRole } from './tab-role.js';

/** Changes without a new position, such as receipts, are written after a delay, and together. */
const SOON_MS = 100;

export interface StoreOptions {
  /** How much is stored. */
  readonly bounds?: Partial<StoreBounds>;
  /** The tabs that use the same records. Default: no other program uses them. */
  readonly tabs?: TabRole;
}

/**
 * Keeps what a client has received, and what it has not sent yet. Pass it to the client as `storage`, and attach it to
 * the client at once. The stored messages of a room are shown as soon as it is opened, with a connection or without.
 *
 * All changes of messages and rooms up to a position are written in one batch with it: a program that ends at any
 * moment misses nothing at its next start, and shows nothing twice.
 */
export class ChatStore implements Storage {
  private readonly chat: StoredChat;
  private readonly outbox: StoredOutbox;
  private readonly tabs: TabRole;
  private adopted: AdoptedSends | undefined;
  /** The tabs whose unsent messages this client has. */
  private readonly outboxTabs = new Set<string>();
  /** Whether this tab writes messages and positions. */
  private leads = false;
  private isRemoved = false;
  /** Of the client, since it first had something to save. */
  private state: StoredState | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private lastWrite: Promise<unknown> = Promise.resolve();
  private finishLoading: () => void = () => undefined;
  private readonly loaded = new Promise<void>((resolve) => (this.finishLoading = resolve));

  constructor(
    private readonly records: RecordStore,
    { bounds = {}, tabs = ALONE }: StoreOptions = {},
  ) {
    this.tabs = tabs;
    this.outbox = new StoredOutbox(tabs.id);
    this.chat = new StoredChat(records, { ...DEFAULT_BOUNDS, ...bounds }, () => this.writeSoon());
    tabs.listen({
      onLead: () => this.lead(),
      onFollow: () => {
        this.leads = false;
      },
      onWritten: (positions) => {
        if (!this.leads) this.chat.forgetWritten(positions);
      },
      onRemoval: () => {
        this.isRemoved = true;
      },
    });
  }

  /**
   * Records what the client receives. Call it once, right after the client was created with this `storage`.
   * @param privateState of this client, to keep it too
   */
  attach(chat: Parley, privateState?: PrivateState): void {
    this.adopted = new AdoptedSends(chat, this.tabs.id, () => this.writeSoon());
    recordEvents(chat, this.chat);
    if (privateState) this.chat.keep(privateState);
  }

  /** The user's rooms as they are stored, the latest activity first. */
  async rooms(): Promise<readonly StoredRoom[]> {
    await this.loaded;
    return this.chat.rooms.all;
  }

  /**
   * Keeps the counts of unread messages of a list that the application has updated by events. Without it, the stored
   * counts are those of the latest list or connection.
   * @param rooms all rooms of the user
   */
  keepUnread(rooms: readonly Pick<RoomListEntry, 'id' | 'unread_count' | 'unread_mentions'>[]): void {
    this.chat.setUnread(
      Object.fromEntries(rooms.map(({ id, unread_count: count }) => [id, count])),
      Object.fromEntries(rooms.map(({ id, unread_mentions: count }) => [id, count])),
    );
  }

  /** The newest messages of a room as they are stored, in order. */
  async messages(roomId: string): Promise<readonly Message[]> {
    await this.loaded;
    return (await this.chat.messages(roomId)).messages;
  }

  async load(): Promise<StoredState> {
    // The client loads while it is created, before it can be attached.
    await Promise.resolve();
    if (!this.adopted) throw new ParleyError('storage', 'Attach the store to the client right after its creation.');
    try {
      return await this.read();
    } finally {
      this.finishLoading();
    }
  }

  save(state: StoredState): Promise<void> {
    this.state = state;
    return this.write();
  }

  /** Shows the stored messages of a room that the client opens. */
  opened(roomId: string, messages: OpenedMessages): void {
    this.chat.openRoom(roomId);
    // The room is shown without stored messages if they cannot be read: the client reports an error when it writes.
    this.show(roomId, messages).catch(() => undefined);
  }

  /** Resolves when all changes are stored. Close the client before. */
  async close(): Promise<void> {
    await this.write();
    await this.records.close();
  }

  /** Removes everything, for a user who logs out: close the client before. This store cannot be used again. */
  async destroy(): Promise<void> {
    this.isRemoved = true;
    clearTimeout(this.timer);
    this.tabs.announceRemoval();
    await this.lastWrite;
    await this.records.destroy();
  }

  private async show(roomId: string, messages: OpenedMessages): Promise<void> {
    await this.loaded;
    const stored = await this.chat.messages(roomId);
    // From here on nothing is received meanwhile: what the room shows already is not older.
    const shown = new Set(messages.all.map((message) => ('id' in message ? message.id : '')));
    const missing = stored.messages.filter(({ id }) => !shown.has(id));
    if (missing.length > 0) messages.add(missing);
  }

  private async read(): Promise<StoredState> {
    await this.tabs.ready;
    const live = await this.tabs.liveTabs();
    this.leads = this.tabs.isLeader;
    const isOwn = (tab: string): boolean => tab === this.tabs.id || (this.leads && !live.has(tab));
    const [state] = await Promise.all([
      this.chat.load(),
      this.outbox.load(this.records, (tab) => {
        if (isOwn(tab)) this.outboxTabs.add(tab);
        return isOwn(tab);
      }),
    ]);
    return { ...state, outbox: this.outbox.all };
  }

  /** This tab leads now, or another tab has ended while it leads. */
  private lead(): void {
    this.lastWrite = this.lastWrite.then(() => this.takeOver()).catch(() => undefined);
    this.writeSoon();
  }

  private async takeOver(): Promise<void> {
    await this.loaded;
    if (this.isRemoved) return;
    if (!this.leads) await this.chat.compare();
    this.leads = true;
    const live = await this.tabs.liveTabs();
    await this.adopted?.adopt(this.records, (tab) => !live.has(tab) && !this.outboxTabs.has(tab));
  }

  private writeSoon(): void {
    this.timer ??= setTimeout(() => {
      // The next batch contains the changes that could not be written.
      this.write().catch(() => undefined);
    }, SOON_MS);
  }

  /** Writes all changes so far, after the batch that is being written. */
  private write(): Promise<void> {
    const writing = this.lastWrite.then(() => this.writeNow());
    this.lastWrite = writing.catch(() => undefined);
    return writing;
  }

  private async writeNow(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { state } = this;
    // Changes are written with their positions alone.
    if (this.isRemoved || !state) return;
    const batch = this.leads ? await this.chat.batch(state) : undefined;
    if (!batch) await this.chat.follow(state);
    this.outbox.set(state.outbox);
    const parts = [this.outbox.pending(), this.adopted?.stored.pending(), batch].filter((part) => part !== undefined);
    await this.records.write(parts.flatMap(({ changes }) => changes));
    for (const part of parts) part.commit();
    if (batch) this.tabs.announceWritten(batch.rooms);
  }
}
