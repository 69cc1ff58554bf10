/**
 * Items that are queued to be written, by room. A room whose items are being written is busy: its other items stay
 * queued until it is released. This keeps the order within each room while several batches are written.
 */
export class BatchQueue<Item> {
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
   * @param most the maximum number of items
   * @param together whether two items of a room may be in one batch; the first pair that may not ends the room's share
   */
  take(most: number, together: (one: Item, other: Item) => boolean): Item[] {
    const taken: Item[] = [];
    for (const [roomId, queue] of this.queued) {
      if (taken.length === most) break;
      if (this.busy.has(roomId)) continue;
      taken.push(...this.share(roomId, queue, most - taken.length, together));
    }
    return taken;
  }

  release(roomIds: Iterable<string>): void {
    for (const roomId of roomIds) this.busy.delete(roomId);
  }

  private share(roomId: string, queue: Item[], most: number, together: (one: Item, other: Item) => boolean): Item[] {
    const end = queue.findIndex((item, index) => index === most || !together(queue[0] ?? item, item));
    const share = queue.splice(0, end === -1 ? queue.length : end);
    if (queue.length === 0) this.queued.delete(roomId);
    this.busy.add(roomId);
    return share;
  }
}
