import { Injectable } from '@nestjs/common';
import { notPermitted } from '@parley/protocol';

import type { Branded } from '../../platform/types/branded.js';
import type { Member } from '../rooms/membership/members.repository.js';
import type { Membership } from '../rooms/membership/membership.js';
import { CLOSED_CHAT, muted } from '../rooms/room.policy.js';

/** Permission to change the nickname of one member of one room. Only the policy makes it. */
export interface NicknameGrant extends Branded<'member.nickname'> {
  readonly roomId: string;
  readonly memberId: number;
}

/**
 * Members choose their own nicknames, unless they are muted or the chat is closed. Leaders remove those of others, but
 * not that of the creator. Everybody removes the own one.
 */
@Injectable()
export class NicknamePolicy {
  /**
   * Whether the actor may do this to any member at all: checked before the named user is looked up.
   * @throws Refusal 4002
   */
  mayName({ room, userId, role, isCreator, mute }: Membership, memberId: number, nickname: string): void {
    if (memberId === userId) {
      if (nickname === '') return;
      if (room.isClosed) throw notPermitted(CLOSED_CHAT);
      if (mute) throw muted(mute);
      return;
    }
    const leads = room.type !== 'OneToOneChat' && (role !== 'member' || isCreator);
    if (!leads) throw notPermitted('You may not change the nicknames of others.');
    if (nickname !== '') throw notPermitted('Members choose their nicknames themselves. You may remove them.');
  }

  /**
   * For a locked room, so that the memberships hold until the commit.
   * @throws Refusal 4002
   */
  mayChange(membership: Membership, { user, isCreator }: Member, nickname: string): NicknameGrant {
    this.mayName(membership, user.id, nickname);
    if (isCreator && user.id !== membership.userId) {
      throw notPermitted('You may not remove the nickname of the creator.');
    }
    return { roomId: membership.room.id, memberId: user.id } as NicknameGrant;
  }
}
