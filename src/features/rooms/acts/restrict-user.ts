import { isDeepStrictEqual } from 'node:util';

import { Injectable } from '@nestjs/common';
import { conflict, invalid, notFound } from '@parley/protocol';
import type { RestrictionKind, User } from '@parley/protocol';
import type { Actor, Answer, RequestOrigin } from '@parley/realtime/requests';

import type { Work } from '../../../platform/database/unit-of-work.js';
import { Timers } from '../../../platform/timers/timers.js';
import { Authorities } from '../../users/roles/authority.js';
import { usersById } from '../../users/user.rows.js';
import { toChangeRecord } from '../change-log/change-record.js';
import { RoomLog } from '../change-log/room-log.js';
import { StrangerLimit } from '../consent/stranger-limit.js';
import type { Contact } from '../consent/stranger-limit.js';
import { MembersRepository } from '../membership/members.repository.js';
import type { Membership } from '../membership/membership.js';
import { Exclusion } from '../restrictions/exclusion.js';
import { restrictionEnd } from '../restrictions/restriction-ending.js';
import { MOST_INFORMED, restrictionChanged, restrictionChangeType } from '../restrictions/restriction.frames.js';
import type { RestrictedTo } from '../restrictions/restriction.frames.js';
import { RoomRestrictionsRepository } from '../restrictions/room-restrictions.repository.js';
import type { Restriction } from '../restrictions/room-restrictions.repository.js';
import { RoomChanges } from '../room-changes.js';
import type { RoomChange } from '../room-changes.js';
import { RoomPolicy } from '../room.policy.js';
import type { RestrictionGrant } from '../room.policy.js';

/** The restriction that a user is to have in place of the present one. */
export interface WantedRestriction {
  readonly kind: RestrictionKind | 'none';
  /** Undefined: it has no end. */
  readonly until: Date | undefined;
  readonly reason: string | undefined;
}

/** The user need not be a member of the room. */
export interface UserRestriction extends WantedRestriction {
  readonly roomId: string;
  readonly userId: number;
}

/** Who restricts a user: a leader of the room, or a moderator of the deployment, who need not be a member of it. */
export interface Restrictor {
  readonly actor: Actor;
  readonly as: 'leader' | 'moderator';
  /** Receives the dispatch as its answer; undefined: the request has an answer of its own. */
  readonly origin?: RequestOrigin | undefined;
}

/** A leader restricts someone whom a leader may name, a moderator anyone. */
type Restricted =
  | { readonly as: 'leader'; readonly user: Contact }
  | { readonly as: 'moderator'; readonly user: { readonly userId: number } };

/** The change of a room by a user who need not be a member. */
type Change = RoomChange<Membership | undefined>;

/**
 * Restricts a user in a room, changes the restriction, or lifts it, whoever asks for it. Without an effect if it is as
 * requested. A mute stands in what every membership is read with, and raises the version of the room, so that no earlier
 * grant is valid. A banned user is removed like any other, and asks, joins and is added no more.
 */
@Injectable()
export class RestrictUser {
  constructor(
    private readonly changes: RoomChanges,
    private readonly policy: RoomPolicy,
    private readonly authorities: Authorities,
    private readonly strangers: StrangerLimit,
    private readonly members: MembersRepository,
    private readonly restrictions: RoomRestrictionsRepository,
    private readonly exclusion: Exclusion,
    private readonly timers: Timers,
    private readonly log: RoomLog,
  ) {}

  /**
   * @returns the answer if nothing has changed
   * @throws Refusal 4002 by the roles, and for the creator of the room; 4003, 4004, 4029 for too many strangers
   */
  async restrict(by: Restrictor, { roomId, userId, ...wanted }: UserRestriction): Promise<Answer | undefined> {
    const { actor, as } = by;
    checkLifting(wanted);
    if (as === 'leader') {
      const user = await this.strangers.contactInRoom(actor, roomId, userId);
      return this.changes.byMember(actor, roomId, (change) => this.restrictIn(change, { ...by, as, user }, wanted));
    }
    if (userId === actor.user.id) throw invalid({ username: ['You cannot restrict yourself.'] });
    return this.changes.byUser(actor, roomId, (change) => {
      if (!change) throw notFound(`No such room: ${roomId}.`);
      return this.restrictIn(change, { ...by, as, user: { userId } }, wanted);
    });
  }

  /**
   * As {@link restrict}, as a part of a change of the locked room. It is one number of the room's log, and the removal of
   * a banned member is the next one.
   * @throws Refusal 4003 if the end is in the past, 4004 if there is no such user, 4005 for a leader who has left
   */
  async restrictIn(
    change: Change,
    by: Restrictor & Restricted,
    wanted: WantedRestriction,
  ): Promise<Answer | undefined> {
    const { work, roomId } = change;
    const grant = await this.grant(change, by);
    const user = await this.restrictedUser(work, grant, wanted);
    const present = await this.restrictions.find({ roomId, userId: user.id }, work.manager);
    const restriction = restrictionOf(wanted);
    const maker = by.actor.user;
    const leaders = await this.members.leaders(work.manager, roomId, MOST_INFORMED);
    const changed: RestrictedTo = {
      roomId,
      user,
      restriction,
      by: maker,
      informed: [...new Set([...leaders, user.id, maker.id])],
    };
    if (isSame(present, restriction)) return restrictionChanged(changed, undefined);
    const seq = await change.takeNumber({
      access: restriction?.kind === 'mute',
      changeRecord: toChangeRecord(restrictionChangeType, { userId: user.id, byId: maker.id }),
      audited: [
        {
          action: 'room.restrict',
          subjectId: user.id,
          details: { kind: wanted.kind, until: restriction?.until?.toISOString() ?? null },
        },
      ],
    });
    await this.write(work, grant, restriction);
    await this.log.append(work, { roomId, seq, frame: restrictionChanged(changed, seq) }, by.origin);
    if (restriction?.kind === 'ban') await this.exclusion.shutOut(change, grant, user, maker);
    return undefined;
  }

  /** By the present roles and memberships, which hold until the change is committed. */
  private async grant(
    { work: { manager }, room, roomId, membership }: Change,
    { actor, as, user }: Restrictor & Restricted,
  ): Promise<RestrictionGrant> {
    const { userId } = user;
    if (as === 'leader') {
      if (!membership) throw conflict('You have left the room.');
      this.policy.mayActOnUser('room.restrict', membership);
      const found = await this.members.membersAmong(manager, roomId, [userId]);
      return this.policy.mayRestrict(membership, { contact: user, member: found.get(userId) });
    }
    const right = await this.authorities.grant(manager, actor, 'members.restrict', userId);
    const found = await this.members.membersAmong(manager, roomId, [userId]);
    return this.policy.mayRestrictAnywhere(right, {
      roomId,
      type: room.type,
      user: { userId, member: found.get(userId) },
    });
  }

  /** A restriction of a deleted user can be lifted, not made. */
  private async restrictedUser(
    { manager }: Work,
    { restrictedId }: RestrictionGrant,
    { kind, until }: WantedRestriction,
  ): Promise<User> {
    if (until && !(await this.restrictions.isAhead(manager, until))) {
      throw invalid({ until: ['Must be in the future.'] });
    }
    const known = kind === 'none' ? (await usersById(manager, [restrictedId])).get(restrictedId) : undefined;
    return known ?? this.restrictions.lockUser(manager, restrictedId);
  }

  private async write(work: Work, grant: RestrictionGrant, restriction: NewRestriction | undefined): Promise<void> {
    const timer = restrictionEnd(grant.roomId, grant.restrictedId);
    if (restriction) await this.restrictions.put(work.manager, grant, restriction);
    else await this.restrictions.lift(work.manager, grant);
    if (restriction?.until) {
      await this.timers.set(work, { ...timer, dueAt: restriction.until, userId: grant.restrictedId });
    } else await this.timers.cancel(work, timer);
  }
}

type NewRestriction = Omit<Restriction, 'byId'>;

function checkLifting({ kind, until, reason }: WantedRestriction): void {
  if (kind !== 'none' || (until === undefined && reason === undefined)) return;
  throw invalid({ kind: ['The end of a restriction has no time and no reason.'] });
}

const restrictionOf = ({ kind, until, reason }: WantedRestriction): NewRestriction | undefined =>
  kind === 'none' ? undefined : { kind, until, reason };

/** Whether the present restriction is as wanted; who made it does not matter. */
const isSame = (present: Restriction | undefined, wanted: NewRestriction | undefined): boolean =>
  isDeepStrictEqual(
    present && { kind: present.kind, until: present.until, reason: present.reason },
    wanted && { kind: wanted.kind, until: wanted.until, reason: wanted.reason },
  );
