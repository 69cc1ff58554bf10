/**
 * What waits to be written, room by room. A room whose items are being written gives no more of them until it is
 * released, so that the order within it holds whatever runs beside it.
 */
export class RoomQueues<Item> {
  private readonly waiting = new Map<string, Item[]>();
  private readonly busy = new Set<string>();

  /** How many items wait, of all rooms. */
  get size(): number {
    let size = 0;
    for (const items of this.waiting.values()) size += items.length;
    return size;
  }

  add(roomId: string, item: Item): void {
    const queue = this.waiting.get(roomId);
    if (queue) queue.push(item);
    else this.waiting.set(roomId, [item]);
  }

  /** Puts items before all that waits in their rooms, in the order given. */
  putBack(items: readonly (readonly [roomId: string, item: Item])[]): void {
    for (const [roomId, item] of items.toReversed())
      this.waiting.set(roomId, [item, ...(this.waiting.get(roomId) ?? [])]);
  }

  /**
   * Takes the oldest items of rooms that are not busy, and makes these rooms busy.
   * @param most items at the most
   * @param together whether two items of a room may go at once; the first pair that may not ends the room's share
   */
  take(most: number, together: (one: Item, other: Item) => boolean): Item[] {
    const taken: Item[] = [];
    for (const [roomId, queue] of this.waiting) {
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
    if (queue.length === 0) this.waiting.delete(roomId);
    this.busy.add(roomId);
    return share;
  }
}
