import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { DerivedRows } from '../../../platform/database/distribution/derived-rows.js';
import { Room } from '../room.entity.js';
import type { RoomGrant } from '../room.policy.js';
import type { HiddenFrom } from '../rooms.repository.js';
import { RoomMember } from './room-member.entity.js';

/** Which user has deleted a OneToOneChat that the other one keeps. Callers lock the room first. */
@Injectable()
export class HiddenChatsRepository {
  constructor(private readonly derived: DerivedRows) {}

  /** @param seq the number of the deletion in the room's log */
  async hide(manager: EntityManager, { roomId, userId }: RoomGrant<'room.delete'>, seq: number): Promise<void> {
    await manager.update(Room, { id: roomId }, { hiddenUserId: userId, hiddenSeq: seq });
  }

  /**
   * Makes the user a member again, who sees the messages after the deletion. A node of the previous release may have
   * stored some of them before this number: they are unread.
   * @param seq the number of the return in the room's log
   */
  async show(
    manager: EntityManager,
    { roomId }: RoomGrant<'room.show'>,
    { userId, seq: historySeq }: HiddenFrom,
    seq: number,
  ): Promise<void> {
    await manager.update(Room, { id: roomId }, { hiddenUserId: null, hiddenSeq: null });
    const marks = { joinedSeq: seq, changeSeq: seq, deliveredSeq: historySeq, readSeq: historySeq };
    await manager.insert(RoomMember, { roomId, userId, role: 'member', historySeq, ...marks });
    await this.derived.membersAdded(manager, roomId, [userId]);
  }
}
