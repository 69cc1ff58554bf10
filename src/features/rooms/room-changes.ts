import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import type { RoomNotice, User } from '@parley/protocol';
import { isWithin } from '@parley/realtime/requests';
import type { Actor } from '@parley/realtime/requests';

import { AuditRepository } from '../audit/audit.repository.js';
import { actingUser } from '../audit/audited-act.js';
import type { AuditActor, AuditedAct } from '../audit/audited-act.js';
import { KeyedMutex } from '../../platform/async/keyed-mutex.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import type { Authority } from '../users/roles/authority.js';
import type { DeploymentAction } from '../users/roles/deployment.policy.js';
import { RoomLog } from './change-log/room-log.js';
import { MembershipsRepository } from './membership/memberships.repository.js';
import { membershipFor } from './membership/membership.js';
import type { Membership } from './membership/membership.js';
import type { NewNotice } from './notices/notice.view.js';
import { RoomNoticesRepository } from './notices/room-notices.repository.js';
import { RoomsRepository } from './rooms.repository.js';
import type { Changed, LockedRoom } from './rooms.repository.js';

export interface ChangeByUser extends Changed {
  /** The entries for the audit log: empty for actions on the actor's own membership. */
  readonly audited: readonly AuditedAct[];
}

/** A number that was taken, and the notice that was written under it. */
export interface NoticedNumber {
  readonly seq: number;
  readonly notice: RoomNotice | undefined;
}

/** A right in the deployment that a change needs. */
export interface NeededRight {
  readonly action: DeploymentAction;
  /** The id of the user that the change affects, if it is about a user. */
  readonly on?: number;
}

/** A room during a change: by one of its members, a user who wants to join, an authority, or a timer. */
export interface RoomChange<ActorMembership extends Membership | undefined = Membership> {
  readonly work: Work;
  readonly roomId: string;
  /** The state of the room when it was locked. */
  readonly room: LockedRoom;
  /** The actor's membership, which holds until the change is committed. Undefined for an authority and a timer. */
  readonly membership: ActorMembership;
  /**
   * Takes the next number of the room's log, for the dispatch of the change. To be called once for each change, before
   * its rows are written. If `access` is set, every node drops its cached memberships of the room after the commit.
   */
  readonly takeNumber: (changed: ChangeByUser) => Promise<number>;
  /** {@link takeNumber} for a change that the members see among the messages. Undefined: there is no notice of it. */
  readonly takeNumberWithNotice: (changed: ChangeByUser, notice: NewNotice | undefined) => Promise<NoticedNumber>;
  /** Adds audit entries for an action that is no change of the room and takes no number. */
  readonly record: (audited: readonly AuditedAct[]) => Promise<void>;
}

/**
 * Changes of rooms, one at a time in each room. The room is locked first, so that decisions on the state of the room
 * and on its memberships hold until the change is committed. A concurrent change waits and sees the result.
 */
@Injectable()
export class RoomChanges {
  constructor(
    private readonly work: UnitOfWork,
    private readonly rooms: RoomsRepository,
    private readonly notices: RoomNoticesRepository,
    private readonly repository: MembershipsRepository,
    private readonly log: RoomLog,
    private readonly mutex: KeyedMutex,
    private readonly audit: AuditRepository,
  ) {}

  /** @throws Refusal 4004 if there is no such room or the actor is not a member: the two cannot be distinguished */
  byMember<Result>(actor: Actor, roomId: string, change: (change: RoomChange) => Promise<Result>): Promise<Result> {
    return this.byUser(actor, roomId, (found) => {
      if (!found?.membership) throw notFound('No such room.');
      return change({ ...found, membership: found.membership });
    });
  }

  /** @param change receives undefined if there is no such room, to give the same answer as for a closed room */
  async byUser<Result>(
    actor: Actor,
    roomId: string,
    change: (change: RoomChange<Membership | undefined> | undefined) => Promise<Result>,
  ): Promise<Result> {
    return this.locked(roomId, async (work, room) => {
      if (!room || !isWithin(actor, roomId)) return change(undefined);
      const found = await this.repository.find(actor.user.id, roomId, work.manager);
      const membership = found && membershipFor(actor.user, found);
      return change({ ...this.opened(work, room, actingUser(actor), actor.user), membership });
    });
  }

  /**
   * By a moderator, an administrator or an operator, who need not be a member.
   * @param change receives undefined if there is no such room
   * @throws Refusal 4002
   */
  byAuthority<Result>(
    authority: Authority,
    { action, on }: NeededRight,
    roomId: string,
    change: (change: RoomChange<undefined> | undefined) => Promise<Result>,
  ): Promise<Result> {
    return this.locked(roomId, async (work, room) => {
      const by = await authority.permit(work.manager, action, on);
      return change(room && { ...this.opened(work, room, by), membership: undefined });
    });
  }

  /** By the service itself, which writes no audit entries. @param work the transaction of a timer; by default a new one */
  async byTimer<Result>(
    roomId: string,
    change: (change: RoomChange<undefined> | undefined) => Promise<Result>,
    work?: Work,
  ): Promise<Result> {
    const open = async (opened: Work, room: LockedRoom | undefined): Promise<Result> =>
      change(room && { ...this.opened(opened, room, undefined), membership: undefined });
    return work ? open(work, await this.rooms.lock(work.manager, roomId)) : this.locked(roomId, open);
  }

  private async locked<Result>(
    roomId: string,
    change: (work: Work, room: LockedRoom | undefined) => Promise<Result>,
  ): Promise<Result> {
    const unlock = await this.mutex.lock(roomId);
    const committed = this.work.transaction(async (work) => {
      work.afterCommit(unlock);
      return change(work, await this.rooms.lock(work.manager, roomId));
    });
    return committed.finally(unlock);
  }

  /** @param by undefined: nobody, whose changes are not audited */
  private opened(
    work: Work,
    room: LockedRoom,
    by: AuditActor | undefined,
    user?: User,
  ): Omit<RoomChange<undefined>, 'membership'> {
    const roomId = room.id;
    const record: RoomChange['record'] = async (audited) => {
      if (by) await this.record(work, by, roomId, audited);
    };
    const takeNumber: RoomChange['takeNumber'] = async (changed) => {
      const seq = await this.takeNumber(work, roomId, changed);
      await record(changed.audited);
      return seq;
    };
    const takeNumberWithNotice: RoomChange['takeNumberWithNotice'] = async (changed, given) => {
      const seq = await takeNumber(changed);
      const actor = user ?? given?.actor;
      const notice = given && actor && (await this.notices.insert(work.manager, roomId, { ...given, seq, actor }));
      return { seq, notice };
    };
    return { work, roomId, room, takeNumber, takeNumberWithNotice, record };
  }

  private async takeNumber(work: Work, roomId: string, changed: Changed): Promise<number> {
    const { seq, accessVersion } = await this.rooms.takeNumber(work.manager, roomId, changed);
    if (changed.access) this.log.accessChanged(work, roomId, accessVersion);
    return seq;
  }

  private async record(work: Work, actor: AuditActor, roomId: string, audited: readonly AuditedAct[]): Promise<void> {
    const acts = audited.map((act) => ({ ...act, roomId }));
    await this.audit.record(work.manager, actor, ...acts);
  }
}
