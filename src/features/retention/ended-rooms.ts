import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';

import { ENDED_ROOM } from '../../platform/database/distribution/derived-rows.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import { TimerKinds } from '../../platform/timers/timer-kind.js';
import type { TimerKind } from '../../platform/timers/timer-kind.js';
import { Timers } from '../../platform/timers/timers.js';
import { EndedRoomsRepository } from './ended-rooms.repository.js';

/** Long past by the clock of the database. */
const AT_ONCE = new Date(0);

/**
 * Deletes the messages of rooms that have ended, and what belongs to them, in batches. The transaction that ends a room
 * sets the timer, so that its own time does not depend on the number of messages.
 */
@Injectable()
export class EndedRooms implements TimerKind, OnModuleInit {
  readonly name = ENDED_ROOM;

  constructor(
    private readonly kinds: TimerKinds,
    private readonly timers: Timers,
    private readonly repository: EndedRoomsRepository,
  ) {}

  onModuleInit(): void {
    this.kinds.add(this);
  }

  async run(work: Work, roomId: string): Promise<void> {
    const hasMore = await this.repository.deleteSome(work.manager, roomId);
    if (hasMore) await this.timers.set(work, { kind: ENDED_ROOM, key: roomId, dueAt: AT_ONCE });
  }
}
