/** The longest transaction whose ids are awaited. */
const LONGEST_TRANSACTION_MS = 3_600_000;
/** Ids of rolled back transactions never arrive: the oldest are given up. */
const MOST_MISSING = 10_000;

/**
 * The ids of a sequence that have not arrived. Ids are given in order, but their transactions commit in any order: an
 * id below the highest one that arrived may still arrive, or belong to a transaction that was rolled back.
 */
export class MissingIds {
  /** Each missing id, with the time since when it is, in milliseconds. */
  private readonly since = new Map<number, number>();
  private latest: number;

  /** @param present ids that exist at the beginning, without those that are older than the lowest of them */
  constructor(present: readonly number[], now: number) {
    this.latest = Math.min(...present, present.length === 0 ? 0 : Infinity);
    this.arrived(present, now);
  }

  /** The highest id that arrived. */
  get highest(): number {
    return this.latest;
  }

  /** The ids below the highest one that may still arrive. */
  list(): number[] {
    return [...this.since.keys()];
  }

  /** @param ids in ascending order */
  arrived(ids: readonly number[], now: number): void {
    for (const id of ids) {
      this.since.delete(id);
      for (let missing = Math.max(this.latest + 1, id - MOST_MISSING); missing < id; missing += 1) {
        this.since.set(missing, now);
      }
      this.latest = Math.max(this.latest, id);
    }
    for (const [id, since] of this.since) {
      if (this.since.size <= MOST_MISSING && now - since < LONGEST_TRANSACTION_MS) return;
      this.since.delete(id);
    }
  }
}
