import { Injectable } from '@nestjs/common';
import { conflict, invalid, notFound } from '@parley/protocol';
import type { DeploymentRole } from '@parley/protocol';

import { AuditRepository } from '../../audit/audit.repository.js';
import type { AuditActor } from '../../audit/audited-act.js';
import { Signals } from '../../../platform/cluster-signals/signals.js';
import { UnitOfWork } from '../../../platform/database/unit-of-work.js';
import type { Work } from '../../../platform/database/unit-of-work.js';
import { roleChanged } from '../user.signals.js';
import { UsersRepository } from '../users.repository.js';
import type { Authority } from './authority.js';
import { DEPLOYMENT_ROLES, isDeploymentRole } from './deployment-role.js';
import { UserRolesRepository } from './user-roles.repository.js';

/** The roles of users in the deployment, for operators. A change reaches open connections within a second. */
@Injectable()
export class UserRolesService {
  constructor(
    private readonly users: UsersRepository,
    private readonly roles: UserRolesRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly signals: Signals,
    private readonly audit: AuditRepository,
  ) {}

  /**
   * @returns false if the user has the role already
   * @throws Refusal 4002, 4003, 4004, 4005 for a guest
   */
  async set(authority: Authority, username: string, role: string): Promise<boolean> {
    if (!isDeploymentRole(role)) throw invalid(`The role must be one of these: ${DEPLOYMENT_ROLES.join(', ')}.`);
    const user = await this.users.find(username);
    if (!user) throw notFound(`No such user: ${username}.`);
    return this.unitOfWork.transaction(async (work) => {
      const actor = await authority.permit(work.manager, 'users.set_role', user.id);
      if (role !== 'user' && (await this.isGuest(work, user.id))) {
        throw conflict('A guest has no role: make the guest a member first.');
      }
      return this.write(work, user.id, role, { actor, action: 'users.set_role' });
    });
  }

  /**
   * Sets the role that a provider of identities gives a user, as a part of a log-in. A guest gets none.
   * @returns false if the user has the role already
   */
  setByLogIn(userId: number, role: DeploymentRole): Promise<boolean> {
    return this.unitOfWork.transaction(async (work) => {
      if (role !== 'user' && (await this.isGuest(work, userId))) return false;
      return this.write(work, userId, role, { actor: 'unknown', action: 'log_in.role_set' });
    });
  }

  private async isGuest({ manager }: Work, userId: number): Promise<boolean> {
    return (await this.users.lock(manager, userId))?.isGuest === true;
  }

  private async write(
    { manager }: Work,
    userId: number,
    role: DeploymentRole,
    { actor, action }: { readonly actor: AuditActor; readonly action: string },
  ): Promise<boolean> {
    const known = await this.roles.set(manager, userId, role);
    if (!known) return false;
    await this.signals.publish(manager, roleChanged, { userId, ...known });
    await this.audit.record(manager, actor, { action, subjectId: userId, details: { role } });
    return true;
  }
}
