import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';

import { Signals } from '../../../platform/cluster-signals/signals.js';
import type { Work } from '../../../platform/database/unit-of-work.js';
import { TimerKinds } from '../../../platform/timers/timer-kind.js';
import { Timers } from '../../../platform/timers/timers.js';
import { accessChanged } from '../user.signals.js';
import { UsersRepository } from '../users.repository.js';

const KIND = 'guest_end';

/**
 * Ends the access of guests at their time: the guest is deactivated, every log-in ends, and the sockets close on every
 * node. The messages stay. Between the time and the timer, {@link hasAccess} refuses each new log-in and handshake.
 */
@Injectable()
export class GuestEnds implements OnModuleInit {
  constructor(
    private readonly timers: Timers,
    private readonly kinds: TimerKinds,
    private readonly users: UsersRepository,
    private readonly signals: Signals,
  ) {}

  onModuleInit(): void {
    this.kinds.add({ name: KIND, run: (work, userId) => this.end(work, Number(userId)) });
  }

  /** In the transaction that sets the time. @param until null: the access has no end */
  expect(work: Work, userId: number, until: Date | null): Promise<void> {
    const timer = { kind: KIND, key: String(userId) };
    return until === null ? this.timers.cancel(work, timer) : this.timers.set(work, { ...timer, dueAt: until, userId });
  }

  /** Nothing is left to do for a guest who is inactive already, or has got another time or become a member since. */
  private async end(work: Work, userId: number): Promise<void> {
    if (!(await this.users.endGuest(work.manager, userId))) return;
    await this.users.endLogIns(work.manager, userId);
    await this.signals.publish(work.manager, accessChanged, { userId, reason: 'user_inactive' });
  }
}
