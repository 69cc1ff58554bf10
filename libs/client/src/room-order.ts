import type { SyncedRoom, SyncPage } from '@parley/protocol';

import { bySeq, isBeginning, isEnd } from './frames.js';
import type { NumberedFrame } from './frames.js';
import { newsOf } from './room-news.js';
import type { RoomNews } from './room-news.js';

/** Who is told what has come, in order and once. */
export interface OrderEars {
  told(frame: NumberedFrame): void;
  synced(news: RoomNews): void;
  /** A sync has found that one is in the room no more. */
  left(roomId: string): void;
  /** A number is missing, and no sync is under way that would tell it. */
  missed(): void;
}

interface Underway {
  readonly named: ReadonlySet<string>;
  /** Rooms that this sync has told of. */
  readonly done: Set<string>;
  /** The room whose parts are coming. */
  parts: SyncedRoom[];
}

/**
 * The numbered changes of each room, whatever the network did to them: each is told in its turn and once, live or as a
 * part of what a sync tells. What comes ahead of its turn waits.
 */
export class RoomOrder {
  /** By room, the last number that was told; the room that moved last is the last. */
  private readonly positions = new Map<string, number>();
  private readonly held = new Map<string, NumberedFrame[]>();
  private sync: Underway | undefined;

  constructor(private readonly ears: OrderEars) {}

  restore(positions: Readonly<Record<string, number>>): void {
    for (const [roomId, seq] of Object.entries(positions)) this.positions.set(roomId, seq);
  }

  snapshot(): Record<string, number> {
    return Object.fromEntries(this.positions);
  }

  positionOf(roomId: string): number | undefined {
    return this.positions.get(roomId);
  }

  /** What is said live. */
  hears(frame: NumberedFrame): void {
    if (this.sync?.done.has(frame.room_id) === false) this.hold(frame);
    else if (this.place(frame)) this.release(frame.room_id);
    else {
      this.hold(frame);
      if (!this.sync) this.ears.missed();
    }
  }

  /**
   * A sync begins: until it has told of a room, what is said live there waits.
   * @param limit how many rooms may be named: those that moved last; the others come anew
   * @returns what is to be named
   */
  syncBegins(limit: number): Record<string, number> {
    const named = [...this.positions].slice(-limit);
    this.sync = { named: new Set(named.map(([roomId]) => roomId)), done: new Set(), parts: [] };
    return Object.fromEntries(named);
  }

  takes(page: SyncPage): void {
    const { sync } = this;
    if (!sync) return;
    for (const room of page.rooms) {
      if (sync.parts[0]?.room_id !== room.room_id) this.finish(sync);
      sync.parts.push(room);
    }
    if (page.complete) this.finish(sync);
    for (const roomId of page.left) {
      if (this.positions.delete(roomId)) this.ears.left(roomId);
    }
  }

  /** @returns whether nothing is missing: else another sync is needed */
  syncEnds(): boolean {
    this.sync = undefined;
    for (const roomId of [...this.held.keys()]) {
      this.release(roomId);
      // What was said before the end of a sync that does not know the room is of a room that one has left.
      if (!this.positions.has(roomId)) this.held.delete(roomId);
    }
    return this.held.size === 0;
  }

  /** The line is gone: what was held comes again by the next sync, and a room that was told in part does from its beginning. */
  breaks(): void {
    this.sync = undefined;
    this.held.clear();
  }

  private finish(sync: Underway): void {
    const parts = sync.parts.splice(0);
    const last = parts.at(-1);
    if (!last) return;
    const roomId = last.room_id;
    const position = this.positions.get(roomId);
    const isUnnamed = position !== undefined && !sync.named.has(roomId);
    sync.done.add(roomId);
    this.moves(roomId, last.last_seq);
    this.ears.synced(newsOf(parts, position ?? 0, isUnnamed));
    this.release(roomId);
  }

  /** @returns whether it is dealt with: told, or passed over as one that was */
  private place(frame: NumberedFrame): boolean {
    const { room_id: roomId, seq } = frame;
    const position = this.positions.get(roomId);
    if (position === undefined ? isEnd(frame) : seq <= position) return true;
    if (isEnd(frame)) {
      this.positions.delete(roomId);
      this.held.delete(roomId);
    } else {
      if (position === undefined ? !isBeginning(frame) : seq !== position + 1) return false;
      this.moves(roomId, seq);
    }
    this.ears.told(frame);
    return true;
  }

  private release(roomId: string): void {
    const waiting = this.held.get(roomId) ?? [];
    this.held.delete(roomId);
    for (const frame of waiting.sort(bySeq)) if (!this.place(frame)) this.hold(frame);
  }

  private hold(frame: NumberedFrame): void {
    const waiting = this.held.get(frame.room_id);
    if (waiting) waiting.push(frame);
    else this.held.set(frame.room_id, [frame]);
  }

  private moves(roomId: string, seq: number): void {
    this.positions.delete(roomId);
    this.positions.set(roomId, seq);
  }
}
