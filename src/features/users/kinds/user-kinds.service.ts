import { Injectable } from '@nestjs/common';
import { conflict, invalid, notFound } from '@parley/protocol';

import { AuditRepository } from '../../audit/audit.repository.js';
import { Signals } from '../../../platform/cluster-signals/signals.js';
import { UnitOfWork } from '../../../platform/database/unit-of-work.js';
import type { Work } from '../../../platform/database/unit-of-work.js';
import type { UserKind } from '../account.js';
import type { Authority } from '../roles/authority.js';
import type { User } from '../user.entity.js';
import { profileEdited } from '../user.signals.js';
import { toUser } from '../user.view.js';
import { UsersRepository } from '../users.repository.js';
import { GuestEnds } from './guest-ends.js';

/** What a user is to become. */
export interface NewKind {
  readonly kind: UserKind;
  /** When the access of a guest ends; undefined: it has no end. */
  readonly until: Date | undefined;
}

/**
 * Makes users guests, and guests members. A change reaches open connections within a second: all who share a room with
 * the user receive the profile, and the requests of the user are decided by it.
 */
@Injectable()
export class UserKindsService {
  constructor(
    private readonly users: UsersRepository,
    private readonly ends: GuestEnds,
    private readonly unitOfWork: UnitOfWork,
    private readonly signals: Signals,
    private readonly audit: AuditRepository,
  ) {}

  /**
   * A guest whose time is over has access again, unless somebody has deactivated the guest.
   * @returns false if nothing changes
   * @throws Refusal 4002, 4003 for the time, 4004, 4005 for a moderator or an administrator
   */
  async set(authority: Authority, username: string, wanted: NewKind): Promise<boolean> {
    requireTime(wanted);
    const found = await this.users.find(username);
    if (!found) throw notFound(`No such user: ${username}.`);
    return this.unitOfWork.transaction(async (work) => {
      const actor = await authority.permit(work.manager, 'users.set_kind', found.id);
      const user = await this.users.lock(work.manager, found.id);
      if (!user) throw notFound(`No such user: ${username}.`);
      if (!(await this.setLocked(work, user, wanted))) return false;
      const details = { kind: wanted.kind, guest_until: wanted.until?.toISOString() ?? null };
      await this.audit.record(work.manager, actor, { action: 'users.set_kind', subjectId: user.id, details });
      return true;
    });
  }

  /**
   * {@link set} of a locked user, by somebody with the right, who records it.
   * @throws Refusal 4005 for a moderator or an administrator
   */
  async setLocked(work: Work, user: User, { kind, until }: NewKind): Promise<boolean> {
    if (kind === 'guest' && user.role !== 'user') {
      throw conflict('A moderator or an administrator cannot become a guest: take the role first.');
    }
    const changes = { isGuest: kind === 'guest', guestUntil: until ?? null };
    if (user.isGuest === changes.isGuest && user.guestUntil?.getTime() === changes.guestUntil?.getTime()) return false;
    const { id } = user;
    if (user.isGuest !== changes.isGuest) {
      const version = await this.users.changeProfile(work.manager, id, changes);
      await this.signals.publish(work.manager, profileEdited, { user: toUser(Object.assign(user, changes)), version });
    } else {
      await this.users.setGuestUntil(work.manager, id, changes.guestUntil);
    }
    await this.users.reviveGuest(work.manager, id);
    await this.ends.expect(work, id, changes.guestUntil);
    return true;
  }
}

/** @throws Refusal 4003 about `guest_until` */
export function requireTime({ kind, until }: NewKind): void {
  if (until === undefined) return;
  if (kind !== 'guest') throw invalid({ guest_until: ['Only the access of a guest has an end.'] });
  if (until.getTime() <= Date.now()) throw invalid({ guest_until: ['Must be in the future.'] });
}
