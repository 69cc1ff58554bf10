import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';

import type { Work } from '../../../platform/database/unit-of-work.js';
import { TimerKinds } from '../../../platform/timers/timer-kind.js';
import type { TimerKind } from '../../../platform/timers/timer-kind.js';
import { Timers } from '../../../platform/timers/timers.js';
import { usersById } from '../../users/user.rows.js';
import { HeldMessagesRepository } from './held-messages.repository.js';
import { HeldNotices } from './held-notices.js';
import { HELD_MESSAGE, heldEnd, heldOf } from './held.rows.js';

/** Rejects what nobody has decided about in its time, and deletes the traces of rejected messages. */
@Injectable()
export class HeldEnding implements TimerKind, OnModuleInit {
  readonly name = HELD_MESSAGE;

  constructor(
    private readonly kinds: TimerKinds,
    private readonly timers: Timers,
    private readonly held: HeldMessagesRepository,
    private readonly notices: HeldNotices,
  ) {}

  onModuleInit(): void {
    this.kinds.add(this);
  }

  async run(work: Work, key: string): Promise<void> {
    const { manager } = work;
    const id = heldOf(key);
    if (await this.held.forget(manager, id)) return;
    const row = await this.held.find(id, manager);
    const rejected = row && (await this.held.reject(manager, id));
    if (!rejected) return;
    if (rejected.end) await this.timers.set(work, { ...heldEnd(id), userId: row.userId, dueAt: rejected.end });
    const sender = (await usersById(manager, [row.userId])).get(row.userId);
    if (sender) await this.notices.isDecided(work, row, sender, { allowed: false, by: null });
  }
}
