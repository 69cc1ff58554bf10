import { isDeepStrictEqual } from 'node:util';

import { Injectable } from '@nestjs/common';
import { invalid } from '@parley/protocol';
import type { RestrictionKind, User } from '@parley/protocol';
import { Dispatch } from '@parley/realtime/dispatch';
import type { Answer, RequestOrigin } from '@parley/realtime/requests';

import type { Work } from '../../../platform/database/unit-of-work.js';
import { Timers } from '../../../platform/timers/timers.js';
import { usersById } from '../../users/user.rows.js';
import type { TimerId } from '../../../platform/timers/timers.repository.js';
import { toChangeRecord } from '../change-log/change-record.js';
import { RoomLog } from '../change-log/room-log.js';
import { Invitations } from '../consent/invitations.js';
import { InvitationsRepository } from '../consent/invitations.repository.js';
import { JoinRequestsRepository } from '../membership/join-requests.repository.js';
import { MemberRemoval } from '../membership/member-changes.js';
import { MembersRepository } from '../membership/members.repository.js';
import type { Membership } from '../membership/membership.js';
import type { RoomChange } from '../room-changes.js';
import { entryRequested } from '../room.frames.js';
import type { RestrictionGrant } from '../room.policy.js';
import { restrictionChanged, restrictionChangeType } from './restriction.frames.js';
import type { RestrictedTo } from './restriction.frames.js';
import { RoomRestrictionsRepository } from './room-restrictions.repository.js';
import type { Restriction } from './room-restrictions.repository.js';

/** The kind of the timers that end restrictions. */
export const RESTRICTION_END = 'restriction_end';

/** The timer that ends the restriction of a user in a room. */
const restrictionEnd = (roomId: string, userId: number): TimerId => ({
  kind: RESTRICTION_END,
  key: `${roomId} ${String(userId)}`,
});

/** The most leaders who receive the reason of a restriction in its dispatch; all of them can read it in the list. */
export const MOST_INFORMED = 200;

/** Of a restriction, in characters. */
export const LONGEST_REASON = 500;

/** A restriction that is wanted in place of the present one. */
export interface RestrictionRequest {
  readonly kind: RestrictionKind | 'none';
  /** Undefined: it has no end. */
  readonly until?: Date | undefined;
  readonly reason?: string | undefined;
  /** The user of the grant. */
  readonly by: User;
  /** Receives the dispatch as its answer; undefined: the request has an answer of its own. */
  readonly origin?: RequestOrigin | undefined;
}

/** @throws Refusal 4003 */
export function checkLifting({ kind, until, reason }: Pick<RestrictionRequest, 'kind' | 'until' | 'reason'>): void {
  if (kind !== 'none' || (until === undefined && reason === undefined)) return;
  throw invalid({ kind: ['The end of a restriction has no time and no reason.'] });
}

/** The change of a room by a user who need not be a member. */
type Change = RoomChange<Membership | undefined>;

/**
 * Restricts users in rooms. A mute stands in what every membership is read with, and raises the version of the room, so
 * that no earlier grant is valid. A banned user is removed like any other, and asks, joins and is added no more.
 */
@Injectable()
export class RoomRestrictionsService {
  constructor(
    private readonly restrictions: RoomRestrictionsRepository,
    private readonly members: MembersRepository,
    private readonly requests: JoinRequestsRepository,
    private readonly removal: MemberRemoval,
    private readonly invitations: Invitations,
    private readonly invitationRows: InvitationsRepository,
    private readonly timers: Timers,
    private readonly log: RoomLog,
    private readonly dispatch: Dispatch,
  ) {}

  /**
   * Restricts the user of the grant in the locked room, changes the restriction, or lifts it. It is one number of the
   * room's log, and the removal of a banned member is the next one.
   * @returns the answer if nothing has changed; otherwise the room is notified after the commit
   * @throws Refusal 4003 if the end is in the past, 4004 if there is no such user
   */
  async restrict(change: Change, grant: RestrictionGrant, request: RestrictionRequest): Promise<Answer | undefined> {
    const { work, roomId } = change;
    const user = await this.restrictedUser(work, grant, request);
    const present = await this.restrictions.find({ roomId, userId: user.id }, work.manager);
    const wanted = wantedBy(request);
    const changed: RestrictedTo = {
      roomId,
      user,
      restriction: wanted,
      by: request.by,
      informed: [
        ...new Set([...(await this.members.leaders(work.manager, roomId, MOST_INFORMED)), user.id, request.by.id]),
      ],
    };
    if (isSame(present, wanted)) return restrictionChanged(changed, undefined);
    const seq = await change.takeNumber({
      access: wanted?.kind === 'mute',
      changeRecord: toChangeRecord(restrictionChangeType, { userId: user.id, byId: request.by.id }),
      audited: [
        {
          action: 'room.restrict',
          subjectId: user.id,
          details: { kind: request.kind, until: wanted?.until?.toISOString() ?? null },
        },
      ],
    });
    await this.write(work, grant, wanted);
    const frame = restrictionChanged(changed, seq);
    await this.log.append(work, { roomId, seq, frame }, request.origin);
    if (wanted?.kind === 'ban') await this.shutOut(change, grant, user, request.by);
    return undefined;
  }

  /** A restriction of a deleted user can be lifted, not made. */
  private async restrictedUser(
    { manager }: Work,
    { restrictedId }: RestrictionGrant,
    { kind, until }: RestrictionRequest,
  ): Promise<User> {
    if (until && !(await this.restrictions.isAhead(manager, until))) {
      throw invalid({ until: ['Must be in the future.'] });
    }
    const known = kind === 'none' ? (await usersById(manager, [restrictedId])).get(restrictedId) : undefined;
    return known ?? this.restrictions.lockUser(manager, restrictedId);
  }

  private async write(work: Work, grant: RestrictionGrant, wanted: WantedRestriction | undefined): Promise<void> {
    const timer = restrictionEnd(grant.roomId, grant.restrictedId);
    if (wanted) await this.restrictions.put(work.manager, grant, wanted);
    else await this.restrictions.lift(work.manager, grant);
    if (wanted?.until) await this.timers.set(work, { ...timer, dueAt: wanted.until, userId: grant.restrictedId });
    else await this.timers.cancel(work, timer);
  }

  /** Ends everything by which the user is in the room, or may come into it. */
  private async shutOut(change: Change, grant: RestrictionGrant, user: User, by: User): Promise<void> {
    const { work, roomId } = change;
    await this.restrictions.depart(work.manager, grant);
    const hadAsked = await this.requests.end(work.manager, grant, user.id);
    const withdrawn = await this.invitationRows.withdraw(work.manager, grant, [user.id]);
    this.invitations.publish(work, grant, withdrawn);
    if (hadAsked) {
      const leaders = await this.members.leaders(work.manager, roomId);
      work.afterCommit(() => this.dispatch.toUsers([user.id, ...leaders], entryRequested(roomId, user, 'denied')));
    }
    const found = await this.members.membersAmong(work.manager, roomId, [user.id]);
    if (found.size === 0) return;
    await this.removal.remove(change, {
      grant,
      users: [user],
      by: by.username,
      audited: [],
      origin: undefined,
      farewell: (name) => `${by.username} banned you from ${name}.`,
    });
  }
}

type WantedRestriction = Omit<Restriction, 'byId'>;

const wantedBy = ({ kind, until, reason }: RestrictionRequest): WantedRestriction | undefined =>
  kind === 'none' ? undefined : { kind, until, reason };

/** Whether the present restriction is as wanted; who made it does not matter. */
const isSame = (present: Restriction | undefined, wanted: WantedRestriction | undefined): boolean =>
  isDeepStrictEqual(
    present && { kind: present.kind, until: present.until, reason: present.reason },
    wanted && { kind: wanted.kind, until: wanted.until, reason: wanted.reason },
  );
