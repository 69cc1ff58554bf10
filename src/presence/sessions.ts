import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { CloseCode } from '@parley/protocol';
import { SessionRegistry } from '@parley/realtime/requests';
import type { OpenedSession, SessionEnd } from '@parley/realtime/requests';

import { Signals } from '../signals/index.js';
import { LastSeen } from './last-seen.js';
import { sessionsClosed } from './sessions-closed.signal.js';
import { Subscriptions } from './subscriptions.js';

/** What the table should say of one connection. */
export interface SessionState {
  readonly id: string;
  readonly userId: number;
  readonly device: string;
  readonly connectedAt: Date;
  /** The moment of the last sign of life. */
  readonly seenAt: Date;
}

/** A connection that is closed. */
export interface ClosedSession extends SessionEnd {
  readonly id: string;
  readonly userId: number;
  readonly device: string;
  readonly connectedAt: Date;
  readonly closedAt: Date;
}

/** What the tables do not say yet. */
export interface SessionChanges {
  readonly current: readonly SessionState[];
  readonly gone: readonly ClosedSession[];
}

interface OpenSession {
  readonly opening: OpenedSession;
  /** Moments are in milliseconds since 1970: there are many sessions, and a `Date` takes six times the memory. */
  readonly connectedAt: number;
  seenAt: number;
  /** The sign of life that the table has for certain. */
  storedSeenAt: number | undefined;
}

const LONGEST_DEVICE = 256;

/**
 * The open connections of this node, each with the moment of its last sign of life, and what of them the table of
 * sessions has yet to be told.
 *
 * A session without heartbeats counts as inactive for presence and for nothing else: an open socket never stops
 * hearing.
 */
@Injectable()
export class Sessions extends SessionRegistry implements OnModuleInit {
  private readonly sessions = new Map<string, OpenSession>();
  /** Closed, which the tables do not say yet. */
  private readonly gone = new Map<string, ClosedSession>();

  constructor(
    private readonly lastSeen: LastSeen,
    private readonly signals: Signals,
    private readonly subscriptions: Subscriptions,
  ) {
    super();
  }

  onModuleInit(): void {
    this.signals.on(sessionsClosed, ({ userId }) => {
      this.closeAll(userId);
    });
  }

  override opened(opening: OpenedSession): void {
    const now = Date.now();
    this.sessions.set(opening.connection.id, {
      opening,
      connectedAt: now,
      seenAt: now,
      storedSeenAt: undefined,
    });
  }

  override closed(sessionId: string, end: SessionEnd): void {
    this.subscriptions.end(sessionId);
    const session = this.sessions.get(sessionId);
    if (!session) return;
    this.sessions.delete(sessionId);
    this.gone.set(sessionId, closedOf(session, end));
    this.lastSeen.note(session.opening.userId, new Date(session.seenAt));
  }

  /** Connections that were opened or closed, which the table does not say yet. */
  get waiting(): number {
    let waiting = this.gone.size;
    for (const { storedSeenAt } of this.sessions.values()) if (storedSeenAt === undefined) waiting += 1;
    return waiting;
  }

  /** Whether the connection is open. */
  has(sessionId: string): boolean {
    return this.sessions.has(sessionId);
  }

  /** The client of this connection says that it is there. */
  heartbeat(sessionId: string): void {
    const session = this.sessions.get(sessionId);
    if (session) session.seenAt = Date.now();
  }

  /**
   * What is to be written. It stays to be written until it is {@link stored}.
   * @param heartbeatsToo whether also sessions of which the table knows only an earlier sign of life
   */
  changes(heartbeatsToo: boolean): SessionChanges {
    const isNews = ({ seenAt, storedSeenAt }: OpenSession): boolean =>
      storedSeenAt === undefined || (heartbeatsToo && seenAt > storedSeenAt);
    const current = [...this.sessions.values()].filter(isNews);
    return { current: current.map(stateOf), gone: [...this.gone.values()] };
  }

  /** The table says these now. */
  stored({ current, gone }: SessionChanges): void {
    for (const { id, seenAt } of current) {
      const session = this.sessions.get(id);
      if (session) session.storedSeenAt = seenAt.getTime();
    }
    for (const { id } of gone) this.gone.delete(id);
  }

  /** The table says nothing of this node any more. */
  forgotten(): void {
    for (const session of this.sessions.values()) session.storedSeenAt = undefined;
  }

  private closeAll(userId: number): void {
    for (const { opening } of this.sessions.values()) {
      if (opening.userId === userId) opening.connection.close(CloseCode.goingDown, 'session_closed');
    }
  }
}

const stateOf = ({ opening, connectedAt, seenAt }: OpenSession): SessionState => ({
  id: opening.connection.id,
  userId: opening.userId,
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
