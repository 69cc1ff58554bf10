import { Injectable } from '@nestjs/common';
import type { Answer, EventContext } from '@parley/realtime/requests';

import { toEach } from '../../audit/audited-act.js';
import { MemberRemoval } from '../membership/member-changes.js';
import { MembersRepository } from '../membership/members.repository.js';
import { RoomChanges } from '../room-changes.js';
import { RoomDirectory } from '../room-directory.js';
import { changedMembers, membersRemoved } from '../room.frames.js';
import { RoomPolicy } from '../room.policy.js';

/** A member removes others from a GroupChat or Channel. */
@Injectable()
export class RemoveMembers {
  constructor(
    private readonly changes: RoomChanges,
    private readonly policy: RoomPolicy,
    private readonly memberRemoval: MemberRemoval,
    private readonly members: MembersRepository,
    private readonly directory: RoomDirectory,
  ) {}

  /**
   * @returns the answer if none of them is a member
   * @throws Refusal 4002, 4003, 4004
   */
  remove(
    { actor, origin }: Pick<EventContext, 'actor' | 'origin'>,
    roomId: string,
    userIds: readonly number[],
  ): Promise<Answer | undefined> {
    return this.changes.byMember(actor, roomId, async (change) => {
      const { work, membership } = change;
      const by = actor.user.username;
      this.policy.mayActOnUser('room.remove_members', membership);
      const found = await this.members.membersAmong(work.manager, roomId, userIds);
      const leaving = [...found.values()];
      if (leaving.length === 0)
        return membersRemoved(await this.directory.room(work, roomId), changedMembers([], by), undefined);
      const grant = this.policy.mayChange('room.remove_members', membership, leaving);
      await this.memberRemoval.remove(change, {
        grant,
        users: leaving.map(({ user }) => user),
        by,
        farewell: (name) => `${by} removed you from ${name}.`,
        audited: toEach(
          leaving.map(({ user }) => user.id),
          { action: 'room.remove_members' },
        ),
        origin,
      });
      return undefined;
    });
  }
}
