import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';

import { AuditRepository } from '../operations/audit/audit.repository.js';
import { Signals } from '../platform/cluster-signals/signals.js';
import { UnitOfWork } from '../platform/database/unit-of-work.js';
import type { Work } from '../platform/database/unit-of-work.js';
import { UserDeletionRepository } from './user-deletion.repository.js';
import type { User } from './user.entity.js';
import { accessChanged, userDeleted } from './user.signals.js';
import { toUser } from './user.view.js';
import { UsersRepository } from './users.repository.js';

/** Deletion of a user by an operator. Open sockets close, and the remaining members of rooms are notified. */
@Injectable()
export class UserDeletionService {
  constructor(
    private readonly users: UsersRepository,
    private readonly repository: UserDeletionRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly signals: Signals,
    private readonly audit: AuditRepository,
  ) {}

  /** @throws Refusal 4004 */
  async delete(username: string): Promise<void> {
    const user = await this.users.find(username);
    if (!user) throw notFound(`No such user: ${username}.`);
    while (!(await this.unitOfWork.transaction((work) => this.deleteIn(work, user, false))));
  }

  /**
   * Like {@link delete}, but no message of the user may be left. Also for a user who is deleted already.
   * @returns false, with nothing changed, as long as a continuing room has messages of the user
   */
  async erase(userId: number): Promise<boolean> {
    const user = await this.users.byId(userId);
    return this.unitOfWork.transaction((work) =>
      user.deletedAt === null ? this.deleteIn(work, user, true) : this.eraseDeleted(work, user),
    );
  }

  private async deleteIn({ manager }: Work, user: User, erasing: boolean): Promise<boolean> {
    const left = await this.repository.delete(manager, user.id, erasing);
    if (!left) return false;
    const { roomsVersion, lost, kept, removed } = left;
    await this.signals.publish(manager, accessChanged, { userId: user.id, reason: 'user_inactive' });
    const former = { ...toUser(user), avatar: null, status: null };
    await this.signals.publish(manager, userDeleted, { user: former, roomsVersion, lost, kept });
    const action = erasing ? 'users.erase' : 'users.delete';
    await this.audit.record(manager, 'operator', { action, subjectId: user.id, details: removed });
    return true;
  }

  private async eraseDeleted({ manager }: Work, { id }: User): Promise<boolean> {
    if (await this.repository.hasWritten(manager, id)) return false;
    await this.audit.record(manager, 'operator', { action: 'users.erase', subjectId: id });
    return true;
  }
}
