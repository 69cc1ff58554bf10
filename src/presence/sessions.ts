import { Injectable } from '@nestjs/common';
import { SessionLog } from '@parley/realtime/inbound';
import type { SessionOpening } from '@parley/realtime/inbound';

import { LastSeen } from './last-seen.js';

interface Session {
  readonly userId: number;
  /** The moment of the last sign of life. */
  seenAt: Date;
}

/**
 * The open connections of this node, each with the moment of its last sign of life.
 *
 * A session without heartbeats counts as inactive for presence and for nothing else: an open socket never stops
 * hearing.
 */
@Injectable()
export class Sessions extends SessionLog {
  private readonly sessions = new Map<string, Session>();

  constructor(private readonly lastSeen: LastSeen) {
    super();
  }

  override opened({ id, userId }: SessionOpening): void {
    this.sessions.set(id, { userId, seenAt: new Date() });
  }

  override closed(sessionId: string): void {
    const session = this.sessions.get(sessionId);
    if (!session) return;
    this.sessions.delete(sessionId);
    this.lastSeen.note(session.userId, session.seenAt);
  }

  /** The client of this connection says that it is there. */
  heartbeat(sessionId: string): void {
    const session = this.sessions.get(sessionId);
    if (session) session.seenAt = new Date();
  }
}
