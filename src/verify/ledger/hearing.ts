/** How a number came to a connection. */
export type Arrival = 'in order' | 'again' | 'out of order';

/**
 * The numbers of one room that one connection has been told. From the moment when it has synced it must be told every
 * number that follows, once and in order. What came before that may have holes, which the sync has filled.
 */
export class Hearing {
  private readonly told = new Set<number>();
  private newest = 0;
  private synced: number | undefined;

  /** The first frame told this already, and no live frame tells it again. */
  greets(seq: number): void {
    this.told.add(seq);
  }

  hears(seq: number): Arrival {
    if (this.told.has(seq)) return 'again';
    this.told.add(seq);
    if (seq < this.newest) return 'out of order';
    this.newest = seq;
    return 'in order';
  }

  /** The client has everything up to this number. Asked a second time, a connection owes what it owed before. */
  syncs(upTo: number): void {
    this.synced ??= upTo;
  }

  /** @param upTo the number that must have come by now; without it, the newest that came */
  missing(upTo = this.newest): number[] {
    const missing: number[] = [];
    for (let seq = (this.synced ?? upTo) + 1; seq <= upTo; seq += 1) if (!this.told.has(seq)) missing.push(seq);
    return missing;
  }
}
