/** The longest time between the check of a token and the registration of its socket. */
const LONGEST_CHECK_MS = 60_000;

interface Versioned {
  /** Rises with each change. */
  readonly version: number;
}

/**
 * The changes of one kind of users of this node's connections, the latest of each. A change is kept for a while without
 * a connection too, as a handshake may have read the user just before it.
 */
export class LatestChanges<Known extends Versioned> {
  private readonly changes = new Map<number, { readonly known: Known; readonly at: number }>();
  private sweptAt = 0;

  /** @param connected returns the users with connections of this node */
  constructor(private readonly connected: () => ReadonlySet<number>) {}

  /** Changes may arrive twice, and in any order. */
  changed(userId: number, known: Known): void {
    if (known.version <= (this.changes.get(userId)?.known.version ?? 0)) return;
    const now = performance.now();
    this.changes.set(userId, { known, at: now });
    if (now - this.sweptAt > LONGEST_CHECK_MS) this.sweep(now);
  }

  latest(userId: number, known: Known): Known {
    const change = this.changes.get(userId)?.known;
    return change && change.version > known.version ? change : known;
  }

  private sweep(now: number): void {
    this.sweptAt = now;
    const connected = this.connected();
    for (const [id, { at }] of this.changes) {
      if (now - at > LONGEST_CHECK_MS && !connected.has(id)) this.changes.delete(id);
    }
  }
}
