import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import { Choice, ClientEvent, Id, UserId } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';
import { Dispatch } from '@parley/realtime/dispatch';

import type { AuditedAct } from '../../operations/audit/audited-act.js';
import { ConsentRepository } from '../consent/consent.repository.js';
import { JoinRequestsRepository } from '../membership/join-requests.repository.js';
import { MemberAddition } from '../membership/member-changes.js';
import { MembersRepository } from '../membership/members.repository.js';
import { RoomChanges } from '../room-changes.js';
import { entryRequested } from '../room.frames.js';
import { RoomPolicy } from '../room.policy.js';

class RoomReviewJoinRequest {
  @Id()
  room_id!: string;

  @UserId()
  user_id!: number;

  @Choice(['approve', 'deny'])
  decision!: 'approve' | 'deny';
}

const VERDICTS = { approve: 'approved', deny: 'denied' } as const;

/**
 * `room.review_join`: an admin of a GroupChat approves or denies a join request. The user of the request and the admins
 * receive the decision on every device. If several admins decide at once, the first decision counts.
 */
@Injectable()
@ClientEvent({
  name: 'room.review_join',
  summary: 'Approves or denies a request to join a GroupChat.',
  request: RoomReviewJoinRequest,
  emits: ['roomaddmembers.dispatch', 'joinrequest.dispatch'],
})
export class RoomReviewJoinEvent implements EventHandler<RoomReviewJoinRequest> {
  constructor(
    private readonly changes: RoomChanges,
    private readonly policy: RoomPolicy,
    private readonly requests: JoinRequestsRepository,
    private readonly members: MembersRepository,
    private readonly consent: ConsentRepository,
    private readonly memberAddition: MemberAddition,
    private readonly dispatch: Dispatch,
  ) {}

  handle(request: RoomReviewJoinRequest, { actor, origin }: EventContext): Promise<Answer | undefined> {
    const { user_id: userId, decision } = request;
    return this.changes.byMember(actor, request.room_id.toLowerCase(), async (change) => {
      const { work, roomId, membership } = change;
      const grant = this.policy.mayChange('room.review_join', membership);
      const user = await this.requests.settle(work.manager, grant, userId);
      if (!user) throw notFound('No such request.');
      const recipients = [userId, ...(await this.members.leaders(work.manager, roomId))];
      const verdict = entryRequested(roomId, user, VERDICTS[decision]);
      const audited: AuditedAct[] = [{ action: 'room.review_join', subjectId: userId, details: { decision } }];
      if (decision === 'deny') {
        await change.record(audited);
        work.afterCommit(() => this.dispatch.toUsers(recipients, verdict, origin));
        return undefined;
      }
      work.afterCommit(() => this.dispatch.toUsers(recipients, verdict));
      const by = actor.user.username;
      const consenting = await this.consent.lockWilling(work.manager, grant, userId);
      await this.memberAddition.add(change, {
        grant,
        consenting,
        kind: 'joined',
        by,
        field: 'user_id',
        audited,
        origin,
      });
      return undefined;
    });
  }
}
