import type { Presence, PresenceStatus, ServerEvent } from '@parley/protocol';

/** The presence of a user at one moment. */
export interface Seen {
  readonly userId: number;
  readonly status: PresenceStatus;
  /** The last heartbeat; null: none yet. */
  readonly lastSeen: Date | null;
}

interface PresenceState {
  readonly seen: Seen;
  /** Since when the user has no connection, in milliseconds; undefined: the user has one. */
  readonly goneAt: number | undefined;
}

/**
 * A user who reconnects within five seconds does not go offline. The new session is written up to a second later, and
 * read up to a second after that.
 */
export const GONE_AFTER_MS = 7_000;

/** The presence that a user sees of another one while one of the two blocks the other. */
export const concealed = (userId: number): Seen => ({ userId, status: 'offline', lastSeen: null });

/** The presence of users, without short disconnects such as a change of the network. */
export class PresenceStates {
  private readonly states = new Map<number, PresenceState>();

  /**
   * @param now in milliseconds of a monotonic clock
   * @returns the presence to report
   */
  observe(seen: Seen, now: number): Seen {
    const known = this.states.get(seen.userId);
    const goneAt = seen.status === 'offline' ? (known?.goneAt ?? now) : undefined;
    const isGone = goneAt !== undefined && now - goneAt >= GONE_AFTER_MS;
    const status = known && goneAt !== undefined && !isGone ? known.seen.status : seen.status;
    const lastSeen = latest(known?.seen.lastSeen ?? null, seen.lastSeen);
    const state = { userId: seen.userId, status, lastSeen };
    this.states.set(seen.userId, { seen: state, goneAt });
    return state;
  }

  /** Drops all other users. */
  keep(userIds: Pick<ReadonlySet<number>, 'has'>): void {
    for (const userId of this.states.keys()) {
      if (!userIds.has(userId)) this.states.delete(userId);
    }
  }
}

const latest = (one: Date | null, other: Date | null): Date | null =>
  one && other ? new Date(Math.max(one.getTime(), other.getTime())) : (one ?? other);

export const presence = (seen: readonly Seen[]): ServerEvent<'presence.dispatch'> => ({
  eventType: 'presence.dispatch',
  data: seen.map(toPresence),
});

const toPresence = ({ userId, status, lastSeen }: Seen): Presence => ({
  user_id: userId,
  status,
  last_seen: lastSeen?.toISOString() ?? null,
});
