import { Injectable } from '@nestjs/common';
import { ClientEvent, Id, UserIds } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { toEach } from '../../operations/audit/audited-act.js';
import { MemberRemoval } from '../membership/member-changes.js';
import { MembersRepository } from '../membership/members.repository.js';
import { RoomChanges } from '../room-changes.js';
import { RoomDirectory } from '../room-directory.js';
import { changedMembers, membersRemoved } from '../room.frames.js';
import { RoomPolicy } from '../room.policy.js';
import { LARGEST_ROOM } from '../types/room-fields.js';

class RoomRemoveMembersRequest {
  @Id()
  room_id!: string;

  @UserIds({ least: 1, most: LARGEST_ROOM })
  members!: number[];
}

/** `room.remove_members`: removes members of a GroupChat or Channel. After their notification they receive nothing. */
@Injectable()
@ClientEvent({
  name: 'room.remove_members',
  summary: 'Removes members of a GroupChat or Channel.',
  request: RoomRemoveMembersRequest,
  emits: ['roomremovemembers.dispatch', 'roomexit.dispatch', 'roomdelete.dispatch'],
})
export class RoomRemoveMembersEvent implements EventHandler<RoomRemoveMembersRequest> {
  constructor(
    private readonly changes: RoomChanges,
    private readonly policy: RoomPolicy,
    private readonly memberRemoval: MemberRemoval,
    private readonly members: MembersRepository,
    private readonly directory: RoomDirectory,
  ) {}

  handle(request: RoomRemoveMembersRequest, { actor, origin }: EventContext): Promise<Answer | undefined> {
    return this.changes.byMember(actor, request.room_id.toLowerCase(), async (change) => {
      const { work, roomId, membership } = change;
      const by = actor.user.username;
      this.policy.mayActOnUser('room.remove_members', membership);
      const found = await this.members.membersAmong(work.manager, roomId, request.members);
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
