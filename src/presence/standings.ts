import type { PresenceStatus } from '@parley/protocol';

/** A user as the tables showed them at one moment. */
export interface Seen {
  readonly userId: number;
  readonly status: PresenceStatus;
  /** The last sign of life; null: none yet. */
  readonly lastSeen: Date | null;
}

interface Standing {
  readonly seen: Seen;
  /** Since when they are away from everywhere, in milliseconds; undefined: they are not. */
  readonly goneAt: number | undefined;
}

/**
 * Whoever comes back within five seconds was not gone. That they came stands in the tables up to a second later, and is
 * read up to a second after that.
 */
export const GONE_AFTER_MS = 7_000;

/** How users stand, without the moments in which they only change from one line to another. */
export class Standings {
  private readonly standings = new Map<number, Standing>();

  /**
   * @param now in milliseconds, of a clock that never goes back
   * @returns how the user stands since
   */
  observe(seen: Seen, now: number): Seen {
    const known = this.standings.get(seen.userId);
    const goneAt = seen.status === 'offline' ? (known?.goneAt ?? now) : undefined;
    const isGone = goneAt !== undefined && now - goneAt >= GONE_AFTER_MS;
    const status = known && goneAt !== undefined && !isGone ? known.seen.status : seen.status;
    const lastSeen = latest(known?.seen.lastSeen ?? null, seen.lastSeen);
    const standing = { userId: seen.userId, status, lastSeen };
    this.standings.set(seen.userId, { seen: standing, goneAt });
    return standing;
  }

  /** Nobody asks after others any more. */
  keep(userIds: ReadonlySet<number>): void {
    for (const userId of this.standings.keys()) {
      if (!userIds.has(userId)) this.standings.delete(userId);
    }
  }
}

const latest = (one: Date | null, other: Date | null): Date | null =>
  one && other ? new Date(Math.max(one.getTime(), other.getTime())) : (one ?? other);
