import { Injectable } from '@nestjs/common';
import type { Answer, EventContext } from '@parley/realtime/requests';

import { Moderation } from '../moderation/moderation.service.js';
import type { Permitted } from '../moderation/shown-texts.js';
import { toChangeRecord } from '../rooms/change-log/change-record.js';
import { RoomLog } from '../rooms/change-log/room-log.js';
import { MembersRepository } from '../rooms/membership/members.repository.js';
import { MembershipCache } from '../rooms/membership/membership-cache.js';
import { membersNamed } from '../rooms/modifications/modification.js';
import { RoomChanges } from '../rooms/room-changes.js';
import { nicknameChanged, nicknameChangeType } from './nickname.frames.js';
import { NicknamePolicy } from './nickname.policy.js';
import { NicknamesRepository } from './nicknames.repository.js';

export interface WantedNickname {
  readonly roomId: string;
  /** Empty: none. */
  readonly nickname: string;
  /** Undefined: the actor. */
  readonly userId: number | undefined;
}

/** Sets the nickname of the actor in a room, or removes that of a member, and notifies the members. */
@Injectable()
export class SetNickname {
  constructor(
    private readonly changes: RoomChanges,
    private readonly policy: NicknamePolicy,
    private readonly memberships: MembershipCache,
    private readonly moderation: Moderation,
    private readonly members: MembersRepository,
    private readonly repository: NicknamesRepository,
    private readonly log: RoomLog,
  ) {}

  /**
   * @returns the answer if the nickname is as requested
   * @throws Refusal 4002, 4003, 4004
   */
  async set(
    { actor, origin }: Pick<EventContext, 'actor' | 'origin'>,
    wanted: WantedNickname,
  ): Promise<Answer | undefined> {
    const { roomId, userId = actor.user.id } = wanted;
    const { nickname } = await this.permitted({ actor }, wanted);
    return this.changes.byMember(actor, roomId, async (change) => {
      const { work, membership } = change;
      this.policy.mayName(membership, userId, nickname);
      const [member] = await membersNamed(this.members, change, [userId], 'user_id');
      if (!member) return undefined;
      const grant = this.policy.mayChange(membership, member, nickname);
      const changed = { roomId, user: member.user, nickname: nickname === '' ? null : nickname, by: actor.user };
      if (changed.nickname === (await this.repository.find(work.manager, grant))) {
        return nicknameChanged(changed, undefined);
      }
      const audited = userId === actor.user.id ? [] : [{ action: 'member.nickname', subjectId: userId }];
      const changeRecord = toChangeRecord(nicknameChangeType, { userId, byId: actor.user.id });
      const seq = await change.takeNumber({ room: true, changeRecord, audited });
      await this.repository.set(work.manager, grant, changed.nickname, seq);
      await this.log.append(work, { roomId, seq, frame: nicknameChanged(changed, seq) }, origin);
      return undefined;
    });
  }

  /** Without the lock of the room: the moderation may ask a service of the operator. */
  private async permitted(
    { actor }: Pick<EventContext, 'actor'>,
    wanted: WantedNickname,
  ): Promise<Permitted<WantedNickname>> {
    const { room } = await this.memberships.find(actor, wanted.roomId);
    const place = { action: 'profile', room: { id: room.id, type: room.type }, sender: actor.user } as const;
    return this.moderation.permit(place, wanted, { paths: ['nickname'], fixed: [] });
  }
}
