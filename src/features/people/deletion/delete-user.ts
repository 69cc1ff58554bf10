import { Injectable, Module } from '@nestjs/common';
import { notFound } from '@parley/protocol';

import { AuditRepository } from '../../audit/audit.repository.js';
import { Signals } from '../../../platform/cluster-signals/signals.js';
import { UnitOfWork } from '../../../platform/database/unit-of-work.js';
import type { Work } from '../../../platform/database/unit-of-work.js';
import { RoomActsModule } from '../../rooms/acts/room-acts.module.js';
import type { Authority } from '../../users/roles/authority.js';
import type { User } from '../../users/user.entity.js';
import { accessChanged, userDeleted } from '../../users/user.signals.js';
import { toUser } from '../../users/user.view.js';
import { UsersModule } from '../../users/users.module.js';
import { UsersRepository } from '../../users/users.repository.js';
import { UserDataRepository } from './user-data.repository.js';
import { UserDeletionRepository } from './user-deletion.repository.js';

/** Deletes a user. Open sockets close, and the remaining members of rooms are notified. */
@Injectable()
export class DeleteUser {
  constructor(
    private readonly users: UsersRepository,
    private readonly repository: UserDeletionRepository,
    private readonly data: UserDataRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly signals: Signals,
    private readonly audit: AuditRepository,
  ) {}

  /** @throws Refusal 4004, 4002 without the right, and while a room of the user is held */
  async delete(authority: Authority, username: string): Promise<void> {
    const user = await this.users.find(username);
    if (!user) throw notFound(`No such user: ${username}.`);
    while (!(await this.unitOfWork.transaction((work) => this.deleteIn(authority, work, user, false))));
  }

  /**
   * Like {@link delete}, but no message of the user may be left. Also for a user who is deleted already.
   * @returns false, with nothing changed, as long as a continuing room has messages of the user
   */
  async erase(authority: Authority, userId: number): Promise<boolean> {
    const user = await this.users.byId(userId);
    return this.unitOfWork.transaction((work) =>
      user.deletedAt === null ? this.deleteIn(authority, work, user, true) : this.eraseDeleted(authority, work, user),
    );
  }

  private async deleteIn(authority: Authority, { manager }: Work, user: User, erasing: boolean): Promise<boolean> {
    const actor = await authority.permit(manager, 'users.delete', user.id);
    const left = await this.repository.delete(manager, user.id, erasing);
    if (!left) return false;
    const { roomsVersion, lost, kept, removed } = left;
    await this.signals.publish(manager, accessChanged, { userId: user.id, reason: 'user_inactive' });
    const former = { ...toUser(user), avatar: null, status: null };
    await this.signals.publish(manager, userDeleted, { user: former, roomsVersion, lost, kept });
    const action = erasing ? 'users.erase' : 'users.delete';
    await this.audit.record(manager, actor, { action, subjectId: user.id, details: removed });
    return true;
  }

  private async eraseDeleted(authority: Authority, { manager }: Work, { id }: User): Promise<boolean> {
    const actor = await authority.permit(manager, 'users.delete', id);
    if (await this.repository.hasWritten(manager, id)) return false;
    const details = await this.data.removeErased(manager, id);
    await this.audit.record(manager, actor, { action: 'users.erase', subjectId: id, details });
    return true;
  }
}

/** The deletion of users, for services and commands. */
@Module({
  imports: [RoomActsModule, UsersModule],
  providers: [DeleteUser, UserDataRepository, UserDeletionRepository],
  exports: [DeleteUser],
})
export class UserDeletionModule {}
