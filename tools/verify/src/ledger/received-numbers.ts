/** The order in which a sequence number arrived on a connection. */
export type ArrivalOrder = 'in order' | 'again' | 'out of order';

/**
 * The sequence numbers of one room that one connection has received. After its sync, it must receive every following
 * number once and in order. Gaps before that are permitted, since the sync has closed them.
 */
export class ReceivedNumbers {
  private readonly received = new Set<number>();
  private newest = 0;
  private synced: number | undefined;

  /** Records a message of the first frame, which must not arrive live. */
  receiveInSnapshot(seq: number): void {
    this.received.add(seq);
  }

  receive(seq: number): ArrivalOrder {
    if (this.received.has(seq)) return 'again';
    this.received.add(seq);
    if (seq < this.newest) return 'out of order';
    this.newest = seq;
    return 'in order';
  }

  /** Records the position after a sync. Only the first sync of a connection counts. */
  markSynced(upTo: number): void {
    this.synced ??= upTo;
  }

  /** @param upTo the number that must have arrived; by default the newest that has arrived */
  missing(upTo = this.newest): number[] {
    const missing: number[] = [];
    for (let seq = (this.synced ?? upTo) + 1; seq <= upTo; seq += 1) if (!this.received.has(seq)) missing.push(seq);
    return missing;
  }
}
