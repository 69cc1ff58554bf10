import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import type { RoomNotice } from '@parley/protocol';
import type { Actor } from '@parley/realtime/requests';

import { AuditRepository } from '../operations/audit/audit.repository.js';
import { actingUser } from '../operations/audit/audited-act.js';
import type { AuditActor, AuditedAct } from '../operations/audit/audited-act.js';
import { KeyedMutex } from '../platform/async/keyed-mutex.js';
import { UnitOfWork } from '../platform/database/unit-of-work.js';
import type { Work } from '../platform/database/unit-of-work.js';
import { MembershipCache } from './membership/membership-cache.js';
import { MembershipsRepository } from './membership/memberships.repository.js';
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

/** A room during a change, by one of its members or by a user who wants to join. */
export interface RoomChange<ActorMembership extends Membership | undefined = Membership> {
  readonly work: Work;
  readonly roomId: string;
  /** The state of the room when it was locked. */
  readonly room: LockedRoom;
  /** The actor's membership, which holds until the change is committed. */
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
    private readonly memberships: MembershipCache,
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
    const { user } = actor;
    const unlock = await this.mutex.lock(roomId);
    const committed = this.work.transaction(async (work) => {
      work.afterCommit(unlock);
      const room = await this.rooms.lock(work.manager, roomId);
      if (!room) return change(undefined);
      const membership = await this.repository.find(user.id, roomId, work.manager);
      const record: RoomChange['record'] = (audited) => this.record(work, actingUser(actor), roomId, audited);
      const takeNumber: RoomChange['takeNumber'] = async (changed) => {
        const seq = await this.takeNumber(work, roomId, changed);
        await record(changed.audited);
        return seq;
      };
      const takeNumberWithNotice: RoomChange['takeNumberWithNotice'] = async (changed, given) => {
        const seq = await takeNumber(changed);
        return {
          seq,
          notice: given && (await this.notices.insert(work.manager, roomId, { ...given, seq, actor: user })),
        };
      };
      return change({ work, roomId, room, membership, takeNumber, takeNumberWithNotice, record });
    });
    return committed.finally(unlock);
  }

  private async takeNumber(work: Work, roomId: string, changed: Changed): Promise<number> {
    const { seq, accessVersion } = await this.rooms.takeNumber(work.manager, roomId, changed);
    if (changed.access) {
      work.afterCommit(() => this.memberships.publishAccess(roomId, accessVersion));
    }
    return seq;
  }

  private async record(work: Work, actor: AuditActor, roomId: string, audited: readonly AuditedAct[]): Promise<void> {
    const acts = audited.map((act) => ({ ...act, roomId }));
    await this.audit.record(work.manager, actor, ...acts);
  }
}
