import { Injectable } from '@nestjs/common';
import { invalid } from '@parley/protocol';
import type { Refusal } from '@parley/protocol';
import { Dispatch } from '@parley/realtime/dispatch';
import type { Actor, Answer, EventContext, RequestOrigin } from '@parley/realtime/requests';

import { ConsentRepository } from '../consent/consent.repository.js';
import { JoinRequestsRepository } from '../membership/join-requests.repository.js';
import { SELF } from '../membership/change-members.js';
import { MemberAddition } from '../membership/member-changes.js';
import { MembersRepository } from '../membership/members.repository.js';
import type { Membership } from '../membership/membership.js';
import { RoomRestrictionsRepository } from '../restrictions/room-restrictions.repository.js';
import { RoomChanges } from '../room-changes.js';
import type { RoomChange } from '../room-changes.js';
import { RoomDirectory } from '../room-directory.js';
import { changedMembers, entryRequested, membersAdded } from '../room.frames.js';
import { RoomPolicy } from '../room.policy.js';
import type { RoomGrant } from '../room.policy.js';

/** A user joins a public Channel, or sends a join request to the admins of a GroupChat that requires approval. */
@Injectable()
export class JoinRoom {
  constructor(
    private readonly changes: RoomChanges,
    private readonly policy: RoomPolicy,
    private readonly consent: ConsentRepository,
    private readonly memberAddition: MemberAddition,
    private readonly directory: RoomDirectory,
    private readonly requests: JoinRequestsRepository,
    private readonly members: MembersRepository,
    private readonly restrictions: RoomRestrictionsRepository,
    private readonly dispatch: Dispatch,
  ) {}

  /**
   * @returns the answer if nothing has changed
   * @throws Refusal 4002 for a guest, 4003 if the room is closed to the user: it cannot be distinguished from a missing one; 4029
   */
  async join({ actor, origin }: Pick<EventContext, 'actor' | 'origin'>, roomId: string): Promise<Answer | undefined> {
    this.policy.mayJoinAny(actor);
    return this.changes.byUser(actor, roomId, async (change) => {
      if (!change) throw notJoinable();
      const { work, room, membership } = change;
      if (membership) return membersAdded(await this.directory.room(work, roomId), changedMembers([], SELF), undefined);
      const isBanned = await this.restrictions.isBanned(work.manager, roomId, actor.user.id);
      const join = this.policy.mayEnter('room.join', actor, roomId, { ...room, isBanned });
      if (join) return this.enter(change, join, origin);
      const mustAsk = this.policy.mayEnter('room.ask_to_join', actor, roomId, { ...room, isBanned });
      if (mustAsk) return this.requestEntry(change, mustAsk, actor, origin);
      throw notJoinable();
    });
  }

  private async enter(
    change: RoomChange<Membership | undefined>,
    grant: RoomGrant<'room.join'>,
    origin: RequestOrigin,
  ): Promise<undefined> {
    const consenting = await this.consent.lockWilling(change.work.manager, grant, grant.userId);
    await this.memberAddition.add(change, {
      grant,
      consenting,
      kind: 'joined',
      by: SELF,
      field: 'room_id',
      audited: [],
      origin,
    });
  }

  /** A repeated request is answered, but the admins are notified only once. */
  private async requestEntry(
    { work, roomId }: RoomChange<Membership | undefined>,
    grant: RoomGrant<'room.ask_to_join'>,
    { user }: Actor,
    origin: RequestOrigin,
  ): Promise<Answer | undefined> {
    const frame = entryRequested(roomId, user, 'pending');
    if (!(await this.requests.insert(work.manager, grant))) return frame;
    const leaders = await this.members.leaders(work.manager, roomId);
    work.afterCommit(() => this.dispatch.toUsers([user.id, ...leaders], frame, origin));
    return undefined;
  }
}

const notJoinable = (): Refusal => invalid({ room_id: ['This room cannot be joined.'] });
