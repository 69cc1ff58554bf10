import { Injectable } from '@nestjs/common';
import { invalid, notFound } from '@parley/protocol';

import { AuditRepository } from '../../operations/audit/audit.repository.js';
import { Signals } from '../../platform/cluster-signals/signals.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Authority } from '../../users/roles/authority.js';
import { roomChangeTypes, toChangeRecord } from '../change-log/change-record.js';
import { ConsentRepository } from '../consent/consent.repository.js';
import { SELF } from '../membership/member-changes.js';
import { MembersRepository } from '../membership/members.repository.js';
import { usersEntered } from '../membership/membership-events.js';
import { RoomNoticesRepository } from '../notices/room-notices.repository.js';
import { changedMembers } from '../room.frames.js';
import { operatorGrant } from '../room.policy.js';
import { RoomsRepository } from '../rooms.repository.js';
import { roomIdOf } from './room-id.js';

/** Adds users to rooms for operators. Running nodes learn of it by a signal, and read it from the log of the room. */
@Injectable()
export class MemberAdmission {
  constructor(
    private readonly rooms: RoomsRepository,
    private readonly members: MembersRepository,
    private readonly notices: RoomNoticesRepository,
    private readonly consent: ConsentRepository,
    private readonly work: UnitOfWork,
    private readonly signals: Signals,
    private readonly audit: AuditRepository,
  ) {}

  /**
   * The members see that the user has joined.
   * @returns false if the user is a member already
   * @throws Refusal 4002 if the user is banned from the room, 4003 if it is full or a OneToOneChat, 4004, 4029 if the
   *   user is a member of too many rooms
   */
  admit(authority: Authority, given: string, userId: number): Promise<boolean> {
    const roomId = roomIdOf(given);
    return this.work.transaction(async ({ manager }) => {
      const actor = await authority.permit(manager, 'rooms.manage');
      const room = await this.rooms.lock(manager, roomId);
      if (!room) throw notFound(`No such room: ${given}.`);
      if (room.type === 'OneToOneChat') throw invalid('A OneToOneChat has two members: it takes no others.');
      const consenting = await this.consent.lockWilling(manager, operatorGrant(roomId), userId);
      if ((await this.members.membersAmong(manager, roomId, [userId])).has(userId)) return false;
      const most = room.maxMembers ?? Infinity;
      if ((await this.members.count(manager, roomId)) >= most) {
        throw invalid(`The room may have at most ${String(most)} members.`);
      }
      const changeRecord = toChangeRecord(roomChangeTypes.membersAdded, changedMembers(consenting.users, SELF));
      const { seq } = await this.rooms.takeNumber(manager, roomId, { room: true, changeRecord });
      for (const user of consenting.users) {
        await this.notices.insert(manager, roomId, { kind: 'joined', users: [user], seq, actor: user });
      }
      const users = await this.members.insert(manager, operatorGrant(roomId), consenting, () => 'member', seq);
      await this.signals.publish(manager, usersEntered, { roomId, seq, users });
      await this.audit.record(manager, actor, { action: 'rooms.add_member', roomId, subjectId: userId });
      return true;
    });
  }
}
