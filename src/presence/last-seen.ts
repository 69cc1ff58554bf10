import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';

import { LastSeenRepository } from './presence.repository.js';

const FLUSH_MS = 1_000;

/** The times at which users were last seen, collected at disconnects and written in batches. */
@Injectable()
export class LastSeen implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger(LastSeen.name);
  private recorded = new Map<number, Date>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly repository: LastSeenRepository) {}

  record(userId: number, seenAt: Date): void {
    const known = this.recorded.get(userId);
    if (!known || known < seenAt) this.recorded.set(userId, seenAt);
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.flush(), FLUSH_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  private async flush(): Promise<void> {
    if (this.recorded.size === 0) return;
    const writing = this.recorded;
    this.recorded = new Map();
    try {
      await this.repository.seen(writing);
    } catch (error) {
      this.log.warn(`Cannot write when users were last seen: ${String(error)}`);
      for (const [userId, seenAt] of writing) this.record(userId, seenAt);
    }
  }
}
