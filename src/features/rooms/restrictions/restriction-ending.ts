import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';

import type { Work } from '../../../platform/database/unit-of-work.js';
import { TimerKinds } from '../../../platform/timers/timer-kind.js';
import type { TimerKind } from '../../../platform/timers/timer-kind.js';
import type { TimerId } from '../../../platform/timers/timers.repository.js';
import { usersById } from '../../users/user.rows.js';
import { toChangeRecord } from '../change-log/change-record.js';
import { RoomLog } from '../change-log/room-log.js';
import { RoomsRepository } from '../rooms.repository.js';
import { restrictionChanged, restrictionChangeType } from './restriction.frames.js';
import { RoomRestrictionsRepository } from './room-restrictions.repository.js';

const RESTRICTION_END = 'restriction_end';

/** The timer that ends the restriction of a user in a room. */
export const restrictionEnd = (roomId: string, userId: number): TimerId => ({
  kind: RESTRICTION_END,
  key: `${roomId} ${String(userId)}`,
});

/**
 * Notifies rooms of restrictions whose time is over, and deletes them. They have no effect from that time on, whether
 * or not this has been done yet.
 */
@Injectable()
export class RestrictionEnding implements TimerKind, OnModuleInit {
  readonly name = RESTRICTION_END;

  constructor(
    private readonly kinds: TimerKinds,
    private readonly rooms: RoomsRepository,
    private readonly restrictions: RoomRestrictionsRepository,
    private readonly log: RoomLog,
  ) {}

  onModuleInit(): void {
    this.kinds.add(this);
  }

  async run(work: Work, key: string): Promise<void> {
    const { manager } = work;
    const [roomId = '', id = ''] = key.split(' ');
    const userId = Number(id);
    if (!(await this.rooms.lock(manager, roomId)) || !(await this.restrictions.end(manager, roomId, userId))) return;
    const changeRecord = toChangeRecord(restrictionChangeType, { userId, byId: null });
    const { seq } = await this.rooms.takeNumber(manager, roomId, { changeRecord });
    const user = (await usersById(manager, [userId])).get(userId);
    const frame = user && restrictionChanged({ roomId, user, restriction: undefined, by: null, informed: [] }, seq);
    await this.log.append(work, { roomId, seq, frame });
  }
}
