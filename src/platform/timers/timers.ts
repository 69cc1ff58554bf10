import { Injectable } from '@nestjs/common';

import type { Work } from '../database/unit-of-work.js';
import { TimersRepository } from './timers.repository.js';
import type { SetTimer, TimerId } from './timers.repository.js';

/**
 * Timers of features: work that one node of the deployment does at a time, exactly once, whatever process is killed. A
 * timer is written in the transaction of the change that needs it, and runs within a second of its time on a node
 * without load. Only the clock of the database counts.
 */
@Injectable()
export class Timers {
  constructor(private readonly repository: TimersRepository) {}

  /** Sets a timer, or moves it to another time. A time in the past is due at once. */
  set({ manager }: Pick<Work, 'manager'>, timer: SetTimer): Promise<void> {
    return this.repository.set(manager, timer);
  }

  /** Has no effect if the timer is not set any more. */
  cancel({ manager }: Pick<Work, 'manager'>, timer: TimerId): Promise<void> {
    return this.repository.cancel(manager, timer);
  }
}
