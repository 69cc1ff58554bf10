import { Injectable } from '@nestjs/common';
import type { Answer, EventContext } from '@parley/realtime/requests';

import { toEach } from '../../audit/audited-act.js';
import { ConsentRepository } from '../consent/consent.repository.js';
import { Invitations } from '../consent/invitations.js';
import { StrangerLimit, withoutMembers } from '../consent/stranger-limit.js';
import { MemberAddition } from '../membership/member-changes.js';
import { MembersRepository } from '../membership/members.repository.js';
import { RoomChanges } from '../room-changes.js';
import { RoomDirectory } from '../room-directory.js';
import { changedMembers, membersAdded } from '../room.frames.js';
import { RoomPolicy } from '../room.policy.js';

/** A member adds users to a GroupChat or Channel. Those who may not be added are invited. */
@Injectable()
export class AddMembers {
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

  /**
   * @returns the answer if nobody is added
   * @throws Refusal 4002, 4003, 4004, 4005, 4029
   */
  async add(
    { actor, origin }: Pick<EventContext, 'actor' | 'origin'>,
    roomId: string,
    userIds: readonly number[],
  ): Promise<Answer | undefined> {
    const contacts = await this.strangers.contact(actor, userIds);
    return this.changes.byMember(actor, roomId, async (change) => {
      const { work, membership } = change;
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
