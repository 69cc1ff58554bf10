import { Injectable } from '@nestjs/common';
import { invalid, notFound } from '@parley/protocol';

import type { Authority } from '../../users/roles/authority.js';
import { roomChangeTypes, toChangeRecord } from '../change-log/change-record.js';
import { RoomLog } from '../change-log/room-log.js';
import { ConsentRepository } from '../consent/consent.repository.js';
import { SELF } from '../membership/member-changes.js';
import { MembersRepository } from '../membership/members.repository.js';
import { RoomNoticesRepository } from '../notices/room-notices.repository.js';
import { RoomChanges } from '../room-changes.js';
import { changedMembers } from '../room.frames.js';
import { operatorGrant } from '../room.policy.js';
import { roomIdOf } from './room-id.js';

/** Adds users to rooms for operators and administrators. */
@Injectable()
export class MemberAdmission {
  constructor(
    private readonly changes: RoomChanges,
    private readonly members: MembersRepository,
    private readonly notices: RoomNoticesRepository,
    private readonly consent: ConsentRepository,
    private readonly log: RoomLog,
  ) {}

  /**
   * The members see that the user has joined.
   * @returns false if the user is a member already
   * @throws Refusal 4002 if the user is banned from the room, 4003 if it is full or a OneToOneChat, 4004, 4029 if the
   *   user is a member of too many rooms
   */
  admit(authority: Authority, given: string, userId: number): Promise<boolean> {
    const roomId = roomIdOf(given);
    return this.changes.byAuthority(authority, { action: 'rooms.manage' }, roomId, async (change) => {
      if (!change) throw notFound(`No such room: ${given}.`);
      const { room, work } = change;
      const { manager } = work;
      if (room.type === 'OneToOneChat') throw invalid('A OneToOneChat has two members: it takes no others.');
      const consenting = await this.consent.lockWilling(manager, operatorGrant(roomId), userId);
      if ((await this.members.membersAmong(manager, roomId, [userId])).has(userId)) return false;
      const most = room.maxMembers ?? Infinity;
      if ((await this.members.count(manager, roomId)) >= most) {
        throw invalid(`The room may have at most ${String(most)} members.`);
      }
      const changeRecord = toChangeRecord(roomChangeTypes.membersAdded, changedMembers(consenting.users, SELF));
      const audited = [{ action: 'rooms.add_member', subjectId: userId }];
      const seq = await change.takeNumber({ room: true, changeRecord, audited });
      for (const user of consenting.users) {
        await this.notices.insert(manager, roomId, { kind: 'joined', users: [user], seq, actor: user });
      }
      const entered = await this.members.insert(manager, operatorGrant(roomId), consenting, () => 'member', seq);
      await this.log.append(work, { roomId, seq, frame: undefined, entering: [userId], entered });
      return true;
    });
  }
}
