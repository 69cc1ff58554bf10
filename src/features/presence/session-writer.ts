import { Inject, Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { NODE_ID } from '@parley/realtime/requests';
import { Gauge } from 'prom-client';

import { PeriodicTask } from '../../platform/async/periodic-task.js';
import { PresenceSettings } from './presence.settings.js';
import { MetricsRegistry } from '../../platform/metrics/metrics.module.js';
import { Sessions } from './sessions.js';
import { SessionsRepository } from './sessions.repository.js';

const FLUSH_MS = 1_000;
const RENEWAL_MS = 5_000;
const REMOVAL_MS = 10_000;
const HEARTBEATS_MS = 10_000;
/** Heartbeats are written often enough that no session looks inactive only because its last one is not written yet. */
const WRITES_PER_THRESHOLD = 3;

/**
 * Limits the rate of a periodic action: due at first, and again a fixed time after the last `postpone`. Throttle
 * functions of libraries run the action by a timer; here the caller asks, and postpones it only when it has succeeded.
 */
class WriteThrottle {
  private dueAt = 0;

  constructor(private readonly everyMs: number) {}

  isDue(): boolean {
    return performance.now() >= this.dueAt;
  }

  postpone(): void {
    this.dueAt = performance.now() + this.everyMs;
  }
}

/**
 * Writes this node and its sessions to the tables, for all processes and commands. Changes are written in batches, so
 * that no opening, closing or heartbeat costs a statement. Changes of a failed write are written with the next.
 */
@Injectable()
export class SessionWriter implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger(SessionWriter.name);
  private readonly flushMs: number;
  private readonly renewals: WriteThrottle;
  private readonly removals: WriteThrottle;
  private readonly heartbeats: WriteThrottle;
  private readonly flushes = new PeriodicTask(() => this.flush(), this.log, 'Cannot write the sessions of this node');

  constructor(
    @Inject(NODE_ID) private readonly nodeId: string,
    private readonly sessions: Sessions,
    private readonly repository: SessionsRepository,
    settings: PresenceSettings,
    registry: MetricsRegistry,
  ) {
    new Gauge({
      name: 'parley_sessions_waiting',
      help: 'Opened and closed connections that are not yet written to the table of sessions.',
      registers: [registry],
      collect() {
        this.set(sessions.waiting);
      },
    });
    const heartbeatsMs = Math.min(HEARTBEATS_MS, (settings.inactivityThreshold * 1_000) / WRITES_PER_THRESHOLD);
    this.flushMs = Math.min(FLUSH_MS, heartbeatsMs);
    // Half an interval of tolerance, so that a timer that fires slightly early does not skip a turn.
    this.renewals = new WriteThrottle(RENEWAL_MS - this.flushMs / 2);
    this.removals = new WriteThrottle(REMOVAL_MS - this.flushMs / 2);
    this.heartbeats = new WriteThrottle(heartbeatsMs - this.flushMs / 2);
  }

  /** A node is in the table before it is ready. */
  async onApplicationBootstrap(): Promise<void> {
    this.flushes.start(this.flushMs);
    await this.flushes.runNow();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.flushes.stop();
    await this.repository.end(this.nodeId, this.sessions.changes(false)).catch((error: unknown) => {
      this.log.warn(`Cannot remove the sessions of this node: ${String(error)}`);
    });
  }

  private async flush(): Promise<void> {
    await this.renew();
    await this.write();
  }

  private async renew(): Promise<void> {
    if (!this.renewals.isDue()) return;
    const { wasKnown, wasLiving } = await this.repository.renew(this.nodeId);
    if (!wasKnown) this.sessions.forgotten();
    if (wasLiving) await this.removeDead();
    else this.removals.postpone();
    this.renewals.postpone();
  }

  /** After an interruption, such as an outage of the database, other nodes first get time to renew their rows. */
  private async removeDead(): Promise<void> {
    if (!this.removals.isDue()) return;
    await this.repository.removeDead();
    this.removals.postpone();
  }

  private async write(): Promise<void> {
    const withHeartbeats = this.heartbeats.isDue();
    const changes = this.sessions.changes(withHeartbeats);
    if (changes.current.length > 0 || changes.gone.length > 0) {
      await this.repository.write(this.nodeId, changes);
      this.sessions.stored(changes);
    }
    if (withHeartbeats) this.heartbeats.postpone();
  }
}
