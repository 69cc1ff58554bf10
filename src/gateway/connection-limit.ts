import { setImmediate as turn } from 'node:timers/promises';

import { Inject, Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { NODE_ID } from '@parley/realtime/requests';

import { Config } from '../config/index.js';
import { SharedRedis } from '../redis/index.js';
import { OpenSockets } from './open-sockets.js';
import { SharedConnections } from './shared-connections.js';

/** A third of the lease of a node: two renewals may be lost. */
const RENEWAL_MS = 2_000;
/** Closed connections within this time are reported together. */
const TOGETHER_MS = 50;
/** The maximum number of changed users in one step, besides the users with pending handshakes. */
const MOST_TOLD = 500;

interface Asker {
  readonly userId: number;
  readonly answer: (admitted: boolean) => void;
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
  private readonly shared: SharedConnections;
  private waiting: Asker[] = [];
  /** Users whose count in Redis may differ. */
  private readonly changed = new Set<number>();
  private wake: () => void = () => undefined;
  private telling: Promise<void> | undefined;
  private stopped = false;

  constructor(
    { sockets: { perUser } }: Config,
    private readonly redis: SharedRedis,
    private readonly sockets: OpenSockets,
    @Inject(NODE_ID) nodeId: string,
  ) {
    this.most = perUser;
    this.shared = new SharedConnections(redis, nodeId, perUser);
  }

  onApplicationBootstrap(): void {
    if (this.redis.isConfigured) this.telling = this.goOnTelling();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    this.wake();
    await this.telling;
    if (this.telling) await this.shared.end().catch(() => undefined);
  }

  /**
   * Whether the user may open one more socket. If so, it counts as open from now on, until it is {@link settled}.
   */
  async admit(userId: number): Promise<boolean> {
    if (this.sockets.countOf(userId) >= this.most) return false;
    if (!this.redis.isReady) return this.admitHere(userId);
    return new Promise((answer) => {
      this.waiting.push({ userId, answer });
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
      setTimeout(() => {
        this.wake();
      }, TOGETHER_MS).unref();
    }
    this.changed.add(userId);
  }

  private admitHere(userId: number): boolean {
    if (this.sockets.countOf(userId) >= this.most) return false;
    this.sockets.expect(userId);
    if (this.redis.isConfigured) this.changed.add(userId);
    return true;
  }

  private async goOnTelling(): Promise<void> {
    while (!this.stopped) {
      await this.tell();
      if (this.waiting.length === 0) await this.somethingToTell();
      // Handshakes that arrive in the same turn are checked together.
      await turn();
    }
    for (const { userId, answer } of this.waiting) answer(this.admitHere(userId));
  }

  private somethingToTell(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.changed.size > 0 && this.redis.isReady ? TOGETHER_MS : RENEWAL_MS);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private async tell(): Promise<void> {
    const askers = byUser(this.waiting);
    this.waiting = [];
    const users = [...new Set([...askers.keys(), ...[...this.changed].slice(0, MOST_TOLD)])];
    for (const userId of users) this.changed.delete(userId);
    const told = users.map((userId) => ({
      userId,
      open: this.sockets.countOf(userId),
      asking: askers.get(userId)?.length ?? 0,
    }));
    try {
      const { wasKnown, admitted } = await this.shared.tell(told);
      users.forEach((userId, at) => {
        askers.get(userId)?.forEach((answer, place) => {
          const isAdmitted = place < (admitted[at] ?? 0);
          if (isAdmitted) this.sockets.expect(userId);
          answer(isAdmitted);
        });
      });
      if (!wasKnown) this.tellAgain(this.sockets.users());
    } catch {
      for (const [userId, answers] of askers) for (const answer of answers) answer(this.admitHere(userId));
      this.tellAgain(users);
    }
  }

  private tellAgain(users: Iterable<number>): void {
    for (const userId of users) this.changed.add(userId);
  }
}

function byUser(askers: readonly Asker[]): Map<number, Asker['answer'][]> {
  const answers = new Map<number, Asker['answer'][]>();
  for (const { userId, answer } of askers) answers.set(userId, [...(answers.get(userId) ?? []), answer]);
  return answers;
}
