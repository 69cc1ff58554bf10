import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { CloseCode } from '@parley/protocol';
import { SessionRegistry } from '@parley/realtime/requests';
import type { OpenedSession, SessionEnd } from '@parley/realtime/requests';

import { SocketTokenRegistry } from '../auth/sockets/socket-token-registry.js';
import { Signals } from '../../platform/cluster-signals/signals.js';
import { sessionsClosed } from '../users/user.signals.js';
import { LastSeen } from './last-seen.js';
import { PresenceSubscriptions } from './presence-subscriptions.js';
import type { ClosedSession, SessionChanges, SessionState } from './sessions.repository.js';

interface OpenSession {
  readonly opening: OpenedSession;
  /** Times are in milliseconds since 1970: there are many sessions, and a `Date` takes six times the memory. */
  readonly connectedAt: number;
  seenAt: number;
  /** The last heartbeat that is surely in the table. */
  storedSeenAt: number | undefined;
  /** The log-in that is surely in the table with it. */
  storedLogIn: string | undefined;
}

const LONGEST_DEVICE = 256;

/**
 * The open connections of this node, each with the time of its last heartbeat, and the changes that are not yet written
 * to the table of sessions.
 *
 * A session without heartbeats counts as inactive for presence only: an open socket still receives every frame.
 */
@Injectable()
export class Sessions extends SessionRegistry implements OnModuleInit {
  private readonly sessions = new Map<string, OpenSession>();
  /** Closed sessions that are not written yet. */
  private readonly gone = new Map<string, ClosedSession>();

  constructor(
    private readonly lastSeen: LastSeen,
    private readonly signals: Signals,
    private readonly subscriptions: PresenceSubscriptions,
    private readonly tokens: SocketTokenRegistry,
  ) {
    super();
  }

  onModuleInit(): void {
    this.signals.on(sessionsClosed, ({ userId }) => this.closeAll(userId));
  }

  override opened(opening: OpenedSession): void {
    const now = Date.now();
    this.sessions.set(opening.connection.id, {
      opening,
      connectedAt: now,
      seenAt: now,
      storedSeenAt: undefined,
      storedLogIn: undefined,
    });
  }

  override closed(sessionId: string, end: SessionEnd): void {
    this.subscriptions.end(sessionId);
    const session = this.sessions.get(sessionId);
    if (!session) return;
    this.sessions.delete(sessionId);
    this.gone.set(sessionId, closedOf(session, end));
    this.lastSeen.record(session.opening.userId, this.tokens.logInOf(sessionId), new Date(session.seenAt));
  }

  /** The number of opened and closed connections that are not written yet. */
  get waiting(): number {
    let waiting = this.gone.size;
    for (const { storedSeenAt } of this.sessions.values()) if (storedSeenAt === undefined) waiting += 1;
    return waiting;
  }

  /** Whether the connection is open. */
  has(sessionId: string): boolean {
    return this.sessions.has(sessionId);
  }

  /** Records a heartbeat of the client. */
  heartbeat(sessionId: string): void {
    const session = this.sessions.get(sessionId);
    if (session) session.seenAt = Date.now();
  }

  /**
   * The changes to write. They stay pending until they are {@link stored}.
   * @param withHeartbeats whether to include sessions with only a new heartbeat
   */
  changes(withHeartbeats: boolean): SessionChanges {
    const current: SessionState[] = [];
    for (const session of this.sessions.values()) {
      const { seenAt, storedSeenAt, storedLogIn } = session;
      const logIn = this.tokens.logInOf(session.opening.connection.id);
      const isNews = storedSeenAt === undefined || logIn !== storedLogIn || (withHeartbeats && seenAt > storedSeenAt);
      if (isNews) current.push(stateOf(session, logIn));
    }
    return { current, gone: [...this.gone.values()] };
  }

  /** Marks the changes as written. */
  stored({ current, gone }: SessionChanges): void {
    for (const { id, seenAt, logIn } of current) {
      const session = this.sessions.get(id);
      if (session) Object.assign(session, { storedSeenAt: seenAt.getTime(), storedLogIn: logIn });
    }
    for (const { id } of gone) this.gone.delete(id);
  }

  /** Marks all open sessions as not written: the table no longer has this node. */
  forgotten(): void {
    for (const session of this.sessions.values()) session.storedSeenAt = undefined;
  }

  private closeAll(userId: number): void {
    for (const { opening } of this.sessions.values()) {
      if (opening.userId === userId) opening.connection.close(CloseCode.goingDown, 'session_closed');
    }
  }
}

const stateOf = ({ opening, connectedAt, seenAt }: OpenSession, logIn: string | undefined): SessionState => ({
  id: opening.connection.id,
  userId: opening.userId,
  logIn,
  device: opening.device.slice(0, LONGEST_DEVICE),
  connectedAt: new Date(connectedAt),
  seenAt: new Date(seenAt),
});

const closedOf = ({ opening, connectedAt }: OpenSession, { code, reason }: SessionEnd): ClosedSession => ({
  id: opening.connection.id,
  userId: opening.userId,
  device: opening.device.slice(0, LONGEST_DEVICE),
  connectedAt: new Date(connectedAt),
  closedAt: new Date(),
  code,
  reason,
});
