import { Injectable } from '@nestjs/common';
import { invalid } from '@parley/protocol';
import { ClientEvent, Id, UserIds } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { toEach } from '../../operations/audit/audited-act.js';
import { Config } from '../../platform/config/config.js';
import { LARGEST_BULK } from '../../platform/config/limit-variables.js';
import { ConsentRepository } from '../consent/consent.repository.js';
import { Invitations } from '../consent/invitations.js';
import { StrangerLimit, withoutMembers } from '../consent/stranger-limit.js';
import { MembersRepository } from '../membership/members.repository.js';
import { RoomChanges } from '../room-changes.js';
import { invitedUsers } from '../room.frames.js';
import { RoomPolicy } from '../room.policy.js';

class RoomInviteRequest {
  @Id()
  room_id!: string;

  @UserIds({ least: 1, most: LARGEST_BULK })
  user_ids!: number[];
}

/** `room.invite`: invites users to a GroupChat or Channel. Each decides with `room.answer_invite`. */
@Injectable()
@ClientEvent({
  name: 'room.invite',
  summary: 'Invites users to a GroupChat or Channel.',
  request: RoomInviteRequest,
  emits: ['roominvite.dispatch'],
})
export class RoomInviteEvent implements EventHandler<RoomInviteRequest> {
  constructor(
    private readonly changes: RoomChanges,
    private readonly policy: RoomPolicy,
    private readonly members: MembersRepository,
    private readonly strangers: StrangerLimit,
    private readonly consent: ConsentRepository,
    private readonly invitations: Invitations,
    private readonly config: Config,
  ) {}

  async handle(request: RoomInviteRequest, { actor, origin }: EventContext): Promise<Answer | undefined> {
    const named = [...new Set(request.user_ids)];
    const { bulkIds: most } = this.config.limits;
    if (named.length > most) throw invalid({ user_ids: [`Must be at most ${String(most)} user ids.`] });
    const contacts = await this.strangers.contact(actor, named);
    return this.changes.byMember(actor, request.room_id.toLowerCase(), async (change) => {
      const { work, roomId, membership } = change;
      const grant = this.policy.mayChange('room.invite', membership);
      const there = await this.members.membersAmong(work.manager, roomId, named);
      const newcomers = withoutMembers(contacts, there);
      const { consenting, others } = await this.consent.lockNamed(work.manager, grant, newcomers);
      const invitations = await this.invitations.invite(work, grant, [...consenting.users, ...others], origin);
      if (invitations.length === 0) return invitedUsers(roomId, []);
      const invitedIds = invitations.map(({ user }) => user.id);
      await change.record(toEach(invitedIds, { action: 'room.invite' }));
      return undefined;
    });
  }
}
