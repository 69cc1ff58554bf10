import { Injectable } from '@nestjs/common';
import { ClientEvent, Id, UserIds } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { toEach } from '../../operations/audit/audited-act.js';
import { ConsentRepository } from '../consent/consent.repository.js';
import { Invitations } from '../consent/invitations.js';
import { StrangerLimit, withoutMembers } from '../consent/stranger-limit.js';
import { MemberAddition } from '../membership/member-changes.js';
import { MembersRepository } from '../membership/members.repository.js';
import { RoomChanges } from '../room-changes.js';
import { RoomDirectory } from '../room-directory.js';
import { changedMembers, membersAdded } from '../room.frames.js';
import { RoomPolicy } from '../room.policy.js';
import { LARGEST_ROOM } from '../types/room-fields.js';

class RoomAddMembersRequest {
  @Id()
  room_id!: string;

  @UserIds({ least: 1, most: LARGEST_ROOM })
  members!: number[];
}

/**
 * `room.add_members`: adds users to a GroupChat or Channel. They and all other members are notified. Users who may not
 * be added are invited.
 */
@Injectable()
@ClientEvent({
  name: 'room.add_members',
  summary: 'Adds users to a GroupChat or Channel.',
  request: RoomAddMembersRequest,
  emits: ['roomaddmembers.dispatch', 'roominvite.dispatch'],
})
export class RoomAddMembersEvent implements EventHandler<RoomAddMembersRequest> {
  constructor(
    private readonly changes: RoomChanges,
    private readonly policy: RoomPolicy,
    private readonly memberAddition: MemberAddition,
    private readonly members: MembersRepository,
    private readonly strangers: StrangerLimit,
    private readonly consent: ConsentRepository,
    private readonly invitations: Invitations,
    private readonly directory: RoomDirectory,
  ) {}

  async handle(request: RoomAddMembersRequest, { actor, origin }: EventContext): Promise<Answer | undefined> {
    const contacts = await this.strangers.contact(actor, request.members);
    return this.changes.byMember(actor, request.room_id.toLowerCase(), async (change) => {
      const { work, roomId, membership } = change;
      const grant = this.policy.mayChange('room.add_members', membership);
      const there = await this.members.membersAmong(work.manager, roomId, contacts.userIds);
      const newcomers = withoutMembers(contacts, there);
      const { consenting, others } = await this.consent.lockNamed(work.manager, grant, newcomers);
      const invitations = await this.invitations.invite(work, grant, others);
      const invited = invitations.map(({ user }) => user.id);
      await change.record(toEach(invited, { action: 'room.invite' }));
      const by = actor.user.username;
      const added = consenting.users.map(({ id }) => id);
      if (added.length === 0)
        return membersAdded(await this.directory.room(work, roomId), changedMembers([], by), undefined);
      const audited = toEach(added, { action: 'room.add_members' });
      await this.memberAddition.add(change, {
        grant,
        consenting,
        kind: 'added',
        by,
        field: 'members',
        audited,
        origin,
      });
      return undefined;
    });
  }
}
