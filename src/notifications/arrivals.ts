import { Injectable } from '@nestjs/common';

import { Gathered } from '../database/index.js';
import { GlancesRepository } from './glances.repository.js';
import type { Glance } from './glances.repository.js';
import { PendingRepository } from './pending.repository.js';
import type { PendingSnapshot } from './pending.repository.js';

/**
 * Reads the pending notifications of users who connect. A single connection takes one statement. When many connect at
 * once, as after an outage, most have nothing pending: one cheap statement checks many users together, and only those
 * with something pending are read one by one. The full statement of a user with nothing pending takes as long as the
 * check of twenty users (docs/performance.md).
 */
@Injectable()
export class Arrivals {
  private readonly glances: Gathered<number, Glance>;
  private arriving = 0;

  constructor(
    glances: GlancesRepository,
    private readonly pending: PendingRepository,
  ) {
    this.glances = new Gathered((userIds) => glances.of(userIds));
  }

  /** As {@link PendingRepository.of}: one snapshot, taken after the call. */
  async of(userId: number, perRoom: number, altogether: number): Promise<PendingSnapshot> {
    const alone = this.arriving === 0;
    this.arriving += 1;
    try {
      const glance = alone ? undefined : await this.glances.ask(userId);
      if (glance?.waits === false) return { rooms: [], numbers: new Map(Object.entries(glance.numbers ?? {})) };
      return await this.pending.of(userId, perRoom, altogether);
    } finally {
      this.arriving -= 1;
    }
  }
}
