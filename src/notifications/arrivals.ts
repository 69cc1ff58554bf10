import { Injectable } from '@nestjs/common';

import { Gathered } from '../database/index.js';
import { GlancesRepository } from './glances.repository.js';
import type { Glance } from './glances.repository.js';
import { PendingRepository } from './pending.repository.js';
import type { PendingSnapshot } from './pending.repository.js';

/**
 * What users find who arrive: for one alone, one statement. Where a crowd comes, as after an outage, most find nothing:
 * all of it is told apart at a glance, in one statement for many, and only those for whom something waits are asked for
 * one by one. Even where it finds nothing, that statement takes as long as a glance at twenty users (docs/performance.md).
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

  /** As {@link PendingRepository.of}: one snapshot, of a moment after this is asked. */
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
