import { setImmediate as turn } from 'node:timers/promises';

import { Inject, Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { NODE_ID } from '@parley/realtime/requests';

import { Config } from '../../platform/config/config.js';
import { SharedRedis } from '../../platform/redis/shared-redis.js';
import { ClusterConnectionCounter } from './cluster-connection-counter.js';
import { OpenSockets } from './open-sockets.js';

/** A third of the lease of a node: two renewals may be lost. */
const RENEWAL_MS = 2_000;
/** Closed connections within this time are reported together. */
const TOGETHER_MS = 50;
/** The maximum number of changed users in one step, besides the users with pending handshakes. */
const MAX_SYNCED = 500;

interface PendingAdmission {
  readonly userId: number;
  readonly resolve: (admitted: boolean) => void;
}

/**
 * Limits the open sockets of a user on all nodes together. Concurrent handshakes are checked in one step, and steps run
 * one after the other, so that this node never overwrites a count with an older one. An open socket costs nothing: only
 * the node renews its lease, every two seconds.
 *
 * While Redis is unavailable, each node counts its own sockets; it reports them when Redis is available again.
 */
@Injectable()
export class ConnectionLimit implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly most: number;
  private readonly counter: ClusterConnectionCounter;
  private waiting: PendingAdmission[] = [];
  /** Users whose count in Redis may differ. */
  private readonly changed = new Set<number>();
  private wake: () => void = () => undefined;
  private syncing: Promise<void> | undefined;
  private stopped = false;

  constructor(
    { sockets: { perUser } }: Config,
    private readonly redis: SharedRedis,
    private readonly sockets: OpenSockets,
    @Inject(NODE_ID) nodeId: string,
  ) {
    this.most = perUser;
    this.counter = new ClusterConnectionCounter(redis, nodeId, perUser);
  }

  onApplicationBootstrap(): void {
    if (this.redis.isConfigured) this.syncing = this.syncLoop();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    this.wake();
    await this.syncing;
    if (this.syncing) await this.counter.release().catch(() => undefined);
  }

  /**
   * Whether the user may open one more socket. If so, it counts as open from now on, until it is {@link settled}.
   */
  async admit(userId: number): Promise<boolean> {
    if (this.sockets.countOf(userId) >= this.most) return false;
    if (!this.redis.isReady) return this.admitLocally(userId);
    return new Promise((resolve) => {
      this.waiting.push({ userId, resolve });
      this.wake();
    });
  }

  /** @param opened whether the admitted socket is open now; if not, it will never open */
  settled(userId: number, opened: boolean): void {
    this.sockets.unexpect(userId);
    if (!opened) this.left(userId);
  }

  /** A socket of the user has closed. */
  left(userId: number): void {
    if (!this.redis.isConfigured) return;
    if (this.changed.size === 0) {
      setTimeout(() => this.wake(), TOGETHER_MS).unref();
    }
    this.changed.add(userId);
  }

  private admitLocally(userId: number): boolean {
    if (this.sockets.countOf(userId) >= this.most) return false;
    this.sockets.expect(userId);
    if (this.redis.isConfigured) this.changed.add(userId);
    return true;
  }

  private async syncLoop(): Promise<void> {
    while (!this.stopped) {
      await this.sync();
      if (this.waiting.length === 0) await this.waitForChange();
      // Handshakes that arrive in the same turn are checked together.
      await turn();
    }
    for (const { userId, resolve } of this.waiting) resolve(this.admitLocally(userId));
  }

  private waitForChange(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.changed.size > 0 && this.redis.isReady ? TOGETHER_MS : RENEWAL_MS);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private async sync(): Promise<void> {
    const pending = byUser(this.waiting);
    this.waiting = [];
    const users = [...new Set([...pending.keys(), ...[...this.changed].slice(0, MAX_SYNCED)])];
    for (const userId of users) this.changed.delete(userId);
    const counts = users.map((userId) => ({
      userId,
      open: this.sockets.countOf(userId),
      requested: pending.get(userId)?.length ?? 0,
    }));
    try {
      const { wasKnown, admitted } = await this.counter.sync(counts);
      users.forEach((userId, at) => {
        pending.get(userId)?.forEach((answer, place) => {
          const isAdmitted = place < (admitted[at] ?? 0);
          if (isAdmitted) this.sockets.expect(userId);
          answer(isAdmitted);
        });
      });
      if (!wasKnown) this.markChanged(this.sockets.users());
    } catch {
      for (const [userId, answers] of pending) for (const answer of answers) answer(this.admitLocally(userId));
      this.markChanged(users);
    }
  }

  private markChanged(users: Iterable<number>): void {
    for (const userId of users) this.changed.add(userId);
  }
}

function byUser(pending: readonly PendingAdmission[]): Map<number, PendingAdmission['resolve'][]> {
  const answers = new Map<number, PendingAdmission['resolve'][]>();
  for (const { userId, resolve } of pending) answers.set(userId, [...(answers.get(userId) ?? []), resolve]);
  return answers;
}
