export interface BatchSize {
  readonly rooms: number;
  readonly items: number;
  /** The first item may be larger. */
  readonly bytes: number;
}

/**
 * Items that are queued to be written, by room. A room whose items are being written is busy: its other items stay
 * queued until it is released. This keeps the order within each room while several batches are written.
 */
export class BatchQueue<Item extends { readonly bytes: number }> {
  private readonly queued = new Map<string, Item[]>();
  private readonly busy = new Set<string>();

  /** The number of queued items of all rooms. */
  get size(): number {
    let size = 0;
    for (const items of this.queued.values()) size += items.length;
    return size;
  }

  add(roomId: string, item: Item): void {
    const queue = this.queued.get(roomId);
    if (queue) queue.push(item);
    else this.queued.set(roomId, [item]);
  }

  /** Queues items before all others of their rooms, in the order given. */
  putBack(items: readonly (readonly [roomId: string, item: Item])[]): void {
    for (const [roomId, item] of items.toReversed())
      this.queued.set(roomId, [item, ...(this.queued.get(roomId) ?? [])]);
  }

  /**
   * Takes the oldest items of rooms that are not busy, and makes these rooms busy.
   * @param together whether two items of a room may be in one batch; the first pair that may not ends the room's share
   */
  take(most: BatchSize, together: (one: Item, other: Item) => boolean): Item[] {
    const space = new BatchSpace(most);
    const taken: Item[] = [];
    let rooms = 0;
    for (const [roomId, queue] of this.queued) {
      if (this.busy.has(roomId)) continue;
      taken.push(...this.share(roomId, queue, space, together));
      rooms += 1;
      if (space.isFull || rooms === most.rooms) break;
    }
    return taken;
  }

  release(roomIds: Iterable<string>): void {
    for (const roomId of roomIds) this.busy.delete(roomId);
  }

  private share(
    roomId: string,
    queue: Item[],
    space: BatchSpace,
    together: (one: Item, other: Item) => boolean,
  ): Item[] {
    const end = queue.findIndex((item) => !together(queue[0] ?? item, item) || !space.take(item.bytes));
    const share = queue.splice(0, end === -1 ? queue.length : end);
    if (queue.length === 0) this.queued.delete(roomId);
    if (share.length > 0) this.busy.add(roomId);
    return share;
  }
}

class BatchSpace {
  isFull = false;
  private items = 0;
  private bytes = 0;

  constructor(private readonly most: BatchSize) {}

  /** @returns whether the item fits; the first one does */
  take(bytes: number): boolean {
    this.isFull ||= this.items === this.most.items || (this.items > 0 && this.bytes + bytes > this.most.bytes);
    if (this.isFull) return false;
    this.items += 1;
    this.bytes += bytes;
    return true;
  }
}
