import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import { Dispatch } from '@parley/realtime/dispatch';
import type { EventContext } from '@parley/realtime/requests';

import type { AuditedAct } from '../../audit/audited-act.js';
import { ConsentRepository } from '../consent/consent.repository.js';
import { JoinRequestsRepository } from '../membership/join-requests.repository.js';
import { MemberAddition } from '../membership/member-changes.js';
import { MembersRepository } from '../membership/members.repository.js';
import { RoomChanges } from '../room-changes.js';
import { entryRequested } from '../room.frames.js';
import { RoomPolicy } from '../room.policy.js';

const VERDICTS = { approve: 'approved', deny: 'denied' } as const;

export interface JoinReview {
  readonly roomId: string;
  /** The user of the join request. */
  readonly userId: number;
  readonly decision: 'approve' | 'deny';
}

/** An admin of a GroupChat approves or denies a join request. If several admins decide at once, the first decision counts. */
@Injectable()
export class ReviewJoinRequest {
  constructor(
    private readonly changes: RoomChanges,
    private readonly policy: RoomPolicy,
    private readonly requests: JoinRequestsRepository,
    private readonly members: MembersRepository,
    private readonly consent: ConsentRepository,
    private readonly memberAddition: MemberAddition,
    private readonly dispatch: Dispatch,
  ) {}

  /** @throws Refusal 4002, 4003, 4004, 4029 */
  review(
    { actor, origin }: Pick<EventContext, 'actor' | 'origin'>,
    { roomId, userId, decision }: JoinReview,
  ): Promise<undefined> {
    return this.changes.byMember(actor, roomId, async (change) => {
      const { work, membership } = change;
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
