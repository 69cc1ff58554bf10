import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';

import type { Work } from '../../platform/database/unit-of-work.js';
import { MESSAGE_EXPIRY, messageExpiry } from '../rooms/rules/room-rules.js';
import { TimerKinds } from '../../platform/timers/timer-kind.js';
import type { TimerKind } from '../../platform/timers/timer-kind.js';
import { Timers } from '../../platform/timers/timers.js';
import { DeleteMessages } from '../messages/acts/delete-messages.js';
import { ExpiredMessagesRepository } from './expired-messages.repository.js';

/** Few, since sends in the room wait for it. Timers of other rooms, and of users, come between two batches of a room. */
const BATCH = 100;

/**
 * Deletes messages whose lifetime is over, as their senders would, and notifies their rooms. A room has one timer. It is
 * set to the first expiry, and at the latest to the time at which a message that is sent now would expire, so that a send
 * sets none. The end of a legal hold sets it again.
 */
@Injectable()
export class MessageExpiryTimer implements TimerKind, OnModuleInit {
  readonly name = MESSAGE_EXPIRY;

  constructor(
    private readonly kinds: TimerKinds,
    private readonly timers: Timers,
    private readonly expired: ExpiredMessagesRepository,
    private readonly messages: DeleteMessages,
  ) {}

  onModuleInit(): void {
    this.kinds.add(this);
  }

  async run(work: Work, roomId: string): Promise<void> {
    const { manager } = work;
    const deleted = await this.messages.byTimer(
      { roomId, find: () => this.expired.first(manager, roomId, BATCH) },
      work,
    );
    if (deleted === 'held') return;
    const { dueAt } = await this.expired.next(manager, roomId);
    if (dueAt) await this.timers.set(work, { ...messageExpiry(roomId), dueAt });
  }
}
