import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';

import { PeriodicTask } from '../../platform/async/periodic-task.js';
import { LastSeenRepository } from './presence.repository.js';

const FLUSH_MS = 1_000;

/**
 * The times at which users and log-ins were last seen, collected when their connections close, and written in batches.
 */
@Injectable()
export class LastSeen implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly users = new LatestMoments<number>((moments) => this.repository.seen(moments));
  private readonly logIns = new LatestMoments<string>((moments) => this.repository.logInsSeen(moments));
  private readonly writing = new PeriodicTask(
    () => this.write(),
    new Logger(LastSeen.name),
    'Cannot write when users were last seen',
  );

  constructor(private readonly repository: LastSeenRepository) {}

  /** @param logIn undefined: the token of the connection is of another issuer */
  record(userId: number, logIn: string | undefined, seenAt: Date): void {
    this.users.record(userId, seenAt);
    if (logIn !== undefined) this.logIns.record(logIn, seenAt);
  }

  onApplicationBootstrap(): void {
    this.writing.start(FLUSH_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.writing.stop();
    await this.writing.runNow();
  }

  private async write(): Promise<void> {
    await this.users.write();
    await this.logIns.write();
  }
}

/** The latest moment of each key that is not written yet. */
class LatestMoments<Key> {
  private recorded = new Map<Key, Date>();

  constructor(private readonly store: (moments: ReadonlyMap<Key, Date>) => Promise<void>) {}

  record(key: Key, moment: Date): void {
    const known = this.recorded.get(key);
    if (!known || known < moment) this.recorded.set(key, moment);
  }

  /** What cannot be written stays recorded. */
  async write(): Promise<void> {
    if (this.recorded.size === 0) return;
    const writing = this.recorded;
    this.recorded = new Map();
    try {
      await this.store(writing);
    } catch (error) {
      for (const [key, moment] of writing) this.record(key, moment);
      throw error;
    }
  }
}
