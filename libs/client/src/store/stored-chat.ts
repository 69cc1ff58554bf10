import type { Attachment, Room, RoomListEntry, RoomWithoutMembers, User } from '@parley/protocol';

import type { PrivateState } from '../private-state/private-state.js';
import type { StoredState } from '../storage.js';
import type { Timeline } from '../timeline.js';
import type { RecorderTarget } from './event-recorder.js';
import { HeldRooms } from './held-rooms.js';
import type { StoreBounds } from './held-rooms.js';
import { MessageCache } from './message-cache.js';
import { RecordMirror } from './record-mirror.js';
import type { PendingRecords } from './record-mirror.js';
import type { RecordStore } from './record-store.js';
import type { StoredMessages } from './stored-messages.js';
import { StoredPositions } from './stored-positions.js';
import { StoredPrivateState } from './stored-private-state.js';
import { StoredRooms } from './stored-rooms.js';

const EPOCH = 'epoch';

export interface Batch extends PendingRecords {
  /** The rooms of which messages were changed, with their positions. */
  readonly rooms: Readonly<Record<string, number>>;
}

/** The data of the service: the rooms, their messages and positions, and the private state. */
export class StoredChat implements RecorderTarget {
  readonly rooms = new StoredRooms();
  private readonly meta = new RecordMirror<unknown>('meta');
  private readonly positions = new StoredPositions();
  private readonly held: HeldRooms;
  private readonly cache: MessageCache;
  private privateState: StoredPrivateState | undefined;

  /** @param onChange called after each change */
  constructor(
    private readonly store: RecordStore,
    bounds: StoreBounds,
    private readonly onChange: () => void,
  ) {
    this.held = new HeldRooms(bounds);
    this.cache = new MessageCache(store, bounds.messagesPerRoom, (roomId) => this.positions.of(roomId));
  }

  keep(state: PrivateState): void {
    this.privateState = new StoredPrivateState(state, this.meta);
    state.onChange(this.onChange);
  }

  async load(): Promise<Omit<StoredState, 'outbox'>> {
    await Promise.all([...this.mirrors.map((mirror) => mirror.load(this.store)), this.held.mirror.load(this.store)]);
    this.privateState?.restore();
    return { positions: this.positions.all, epoch: this.meta.records.get(EPOCH) as string | undefined };
  }

  /** Another tab has written the records until now. */
  async compare(): Promise<void> {
    const compared = this.mirrors.map((mirror) => mirror.compare(this.store));
    await Promise.all([...compared, this.held.mirror.load(this.store), this.cache.compare()]);
  }

  messages(roomId: string): Promise<StoredMessages> {
    return this.cache.get(roomId);
  }

  openRoom(roomId: string): void {
    this.held.open(roomId);
    this.onChange();
  }

  changeMessages(roomId: string, change: (timeline: Timeline) => void): void {
    this.cache.change(roomId, ({ timeline }) => change(timeline));
    this.onChange();
  }

  removeMessages(roomId: string, ids: readonly string[]): void {
    this.rooms.removeMessages(roomId, ids);
    this.changeMessages(roomId, (timeline) => timeline.remove(ids));
  }

  mergeRoom(room: Room | RoomWithoutMembers | RoomListEntry): void {
    this.rooms.merge(room);
    this.onChange();
  }

  setUnread(unread: Readonly<Record<string, number>>, mentions: Readonly<Record<string, number>>): void {
    this.rooms.setUnread(unread, mentions);
    this.onChange();
  }

  /** In the list, and in the messages of the rooms that are in memory: those of the others keep what was stored. */
  update(part: User | Attachment): void {
    this.rooms.update(part);
    this.cache.changeAll(({ timeline }) => timeline.updatePart(part));
    this.onChange();
  }

  removeRoom(roomId: string): void {
    this.rooms.remove(roomId);
    this.clear(roomId);
    this.onChange();
  }

  isRecorded(roomId: string, seq: number): boolean {
    return seq <= this.positions.of(roomId);
  }

  /** The changes to write: the messages are those at the positions, which a service that went back relies on. */
  async batch(state: StoredState): Promise<Batch> {
    await this.cache.settle();
    this.measure();
    for (const roomId of this.held.excess()) this.clear(roomId);
    await this.cache.settle();
    // From here on nothing changes until the batch is complete.
    this.reach(state);
    this.measure();
    const { changed } = this.cache;
    const parts = [...this.mirrors, this.held.mirror, ...changed.map(([, messages]) => messages)];
    const pending = parts.map((part) => part.pending());
    return {
      changes: pending.flatMap(({ changes }) => changes),
      rooms: Object.fromEntries(changed.map(([roomId]) => [roomId, this.positions.of(roomId)])),
      commit: () => {
        for (const { commit } of pending) commit();
        this.cache.trim();
      },
    };
  }

  /** Instead of {@link batch}, while another tab writes. */
  async follow(state: StoredState): Promise<void> {
    await this.cache.settle();
    this.reach(state);
    for (const [roomId, messages] of this.cache.changed) messages.reach(this.positions.of(roomId));
    this.cache.trim();
  }

  /** Another tab has written the changes of these rooms up to these positions. */
  forgetWritten(positions: Readonly<Record<string, number>>): void {
    for (const [roomId, messages] of this.cache.changed)
      if (messages.isWithin(positions[roomId] ?? -1)) this.cache.forget(roomId);
  }

  private get mirrors(): readonly RecordMirror<unknown>[] {
    return [this.meta, this.positions.mirror, this.rooms.mirror, ...(this.privateState?.mirrors ?? [])];
  }

  private reach({ positions, epoch }: StoredState): void {
    this.positions.set(positions);
    if (epoch === undefined) this.meta.records.delete(EPOCH);
    else this.meta.records.set(EPOCH, epoch);
    this.privateState?.take();
  }

  private clear(roomId: string): void {
    this.cache.change(roomId, ({ timeline }) => timeline.reset([]));
  }

  private measure(): void {
    for (const [roomId, messages] of this.cache.changed) {
      this.held.set(roomId, messages.size);
      const newest = messages.messages.at(-1);
      if (newest) this.rooms.setLastMessage(roomId, newest, this.positions.of(roomId));
    }
  }
}
