import type { MemberMark, Message, Room, SyncedRoom, SyncPage } from '@parley/protocol';

import { bySeq, startsMembership, endsMembership } from './frames.js';
import type { NumberedFrame } from './frames.js';

export interface RoomSyncResult {
  readonly roomId: string;
  /** Whether this replaces everything that is held of the room. */
  readonly isReset: boolean;
  /** Null when it has not changed. */
  readonly room: Room | null;
  /** New messages, in the order of their `seq`. */
  readonly fresh: readonly Message[];
  /** The current state of messages that were delivered before. */
  readonly changed: readonly Message[];
  readonly deletedIds: readonly string[];
  readonly marks: readonly MemberMark[];
}

/** Receives frames and sync results, in order and once. */
export interface SequencerListener {
  onFrame(frame: NumberedFrame): void;
  onSynced(result: RoomSyncResult): void;
  /** A sync found that the user is no longer a member of the room. */
  onLeft(roomId: string): void;
  /** A `seq` is missing, and no sync is running that would fetch it. */
  onGap(): void;
}

interface RunningSync {
  readonly named: ReadonlySet<string>;
  /** The rooms whose parts are complete. */
  readonly finished: Set<string>;
  /** The parts of the room that is being received. */
  parts: SyncedRoom[];
}

/**
 * Orders the numbered frames of each room: each change is delivered once and in the order of its `seq`, live or as part
 * of a sync result. A frame that arrives early is held.
 */
export class RoomSequencer {
  /** The last delivered `seq` by room, least recently changed room first. */
  private readonly positions = new Map<string, number>();
  private readonly held = new Map<string, NumberedFrame[]>();
  private sync: RunningSync | undefined;

  constructor(private readonly listener: SequencerListener) {}

  restore(positions: Readonly<Record<string, number>>): void {
    for (const [roomId, seq] of Object.entries(positions)) this.positions.set(roomId, seq);
  }

  snapshot(): Record<string, number> {
    return Object.fromEntries(this.positions);
  }

  receive(frame: NumberedFrame): void {
    if (this.sync?.finished.has(frame.room_id) === false) this.hold(frame);
    else if (this.deliver(frame)) this.release(frame.room_id);
    else {
      this.hold(frame);
      if (!this.sync) this.listener.onGap();
    }
  }

  /**
   * Begins a sync. Live frames of a room are held until the sync has finished that room.
   * @param limit how many rooms the request may name: the most recently changed; the service sends the others
   *   completely
   * @returns the positions of the rooms to name
   */
  beginSync(limit: number): Record<string, number> {
    const named = [...this.positions].slice(-limit);
    this.sync = { named: new Set(named.map(([roomId]) => roomId)), finished: new Set(), parts: [] };
    return Object.fromEntries(named);
  }

  receivePage(page: SyncPage): void {
    const { sync } = this;
    if (!sync) return;
    for (const room of page.rooms) {
      if (sync.parts[0]?.room_id !== room.room_id) this.finish(sync);
      sync.parts.push(room);
    }
    if (page.complete) this.finish(sync);
    for (const roomId of page.left) {
      if (this.positions.delete(roomId)) this.listener.onLeft(roomId);
    }
  }

  /** @returns false when a `seq` is still missing and another sync is needed */
  endSync(): boolean {
    this.sync = undefined;
    for (const roomId of Array.from(this.held.keys())) {
      this.release(roomId);
      // The sync is newer than these frames and does not know the room: the user has left it.
      if (!this.positions.has(roomId)) this.held.delete(roomId);
    }
    return this.held.size === 0;
  }

  /** The connection is lost. The next sync fetches the held frames again, and a partly received room from its start. */
  abortSync(): void {
    this.sync = undefined;
    this.held.clear();
  }

  private finish(sync: RunningSync): void {
    const parts = sync.parts.splice(0);
    const last = parts.at(-1);
    if (!last) return;
    const roomId = last.room_id;
    const position = this.positions.get(roomId);
    const isUnnamed = position !== undefined && !sync.named.has(roomId);
    sync.finished.add(roomId);
    this.setPosition(roomId, last.last_seq);
    this.listener.onSynced(mergeSyncedParts(parts, position ?? 0, isUnnamed));
    this.release(roomId);
  }

  /** @returns false when the frame is early and has to be held; a frame that was delivered before is ignored */
  private deliver(frame: NumberedFrame): boolean {
    const { room_id: roomId, seq } = frame;
    const position = this.positions.get(roomId);
    if (position === undefined ? endsMembership(frame) : seq <= position) return true;
    if (endsMembership(frame)) {
      this.positions.delete(roomId);
      this.held.delete(roomId);
    } else {
      if (position === undefined ? !startsMembership(frame) : seq !== position + 1) return false;
      this.setPosition(roomId, seq);
    }
    this.listener.onFrame(frame);
    return true;
  }

  private release(roomId: string): void {
    const waiting = this.held.get(roomId) ?? [];
    this.held.delete(roomId);
    for (const frame of waiting.sort(bySeq)) if (!this.deliver(frame)) this.hold(frame);
  }

  private hold(frame: NumberedFrame): void {
    const waiting = this.held.get(frame.room_id);
    if (waiting) waiting.push(frame);
    else this.held.set(frame.room_id, [frame]);
  }

  private setPosition(roomId: string, seq: number): void {
    this.positions.delete(roomId);
    this.positions.set(roomId, seq);
  }
}

/**
 * Combines the parts of a sync of one room. The service sends messages in the order of their latest change, so that an
 * edited message comes after newer ones; the result is sorted by `seq`.
 * @param parts of one room, at least one
 * @param position the last `seq` that was delivered
 * @param isUnnamed whether the sync request did not name this known room: the service then sends it completely
 */
function mergeSyncedParts(parts: readonly SyncedRoom[], position: number, isUnnamed: boolean): RoomSyncResult {
  const isReset = isUnnamed || parts.some(({ reset }) => reset);
  const messages = parts.flatMap(({ messages }) => messages);
  const present = messages.filter((message): message is Message => !message.is_deleted);
  const isFresh = ({ seq }: Message): boolean => isReset || seq > position;
  return {
    roomId: parts[0]?.room_id ?? '',
    isReset,
    room: parts.find(({ room }) => room !== null)?.room ?? null,
    fresh: present.filter(isFresh).sort(bySeq),
    changed: present.filter((message) => !isFresh(message)),
    deletedIds: messages.filter((message) => message.is_deleted).map(({ id }) => id),
    marks: parts.flatMap(({ marks }) => marks),
  };
}
