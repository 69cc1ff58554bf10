import { Injectable } from '@nestjs/common';
import { notPermitted } from '@parley/protocol';
import type { Actor } from '@parley/realtime/requests';

import { actingUser } from '../../audit/audited-act.js';
import type { AuditActor } from '../../audit/audited-act.js';
import type { Work } from '../../../platform/database/unit-of-work.js';
import type { Rank } from './deployment-role.js';
import { DeploymentPolicy, givesLastingPower } from './deployment.policy.js';
import type { DeploymentAction, DeploymentGrant, OrdinaryAction } from './deployment.policy.js';
import { UserRolesRepository } from './user-roles.repository.js';

/** With which right something is done in the whole deployment: that of an operator, or that of a role. */
export interface Authority {
  readonly rank: Rank;
  /**
   * Checks the right in the transaction of the action. Roles of users cannot change until it ends.
   * @param on the id of the user that the action affects, for actions on users
   * @returns who does it, for the audit log
   * @throws Refusal 4002
   */
  permit(manager: Work['manager'], action: DeploymentAction, on?: number): Promise<AuditActor>;
}

/** An operator at a command may do everything. */
export const OPERATOR: Authority = { rank: 'operator', permit: () => Promise.resolve('operator') };

/** The rights of moderators and administrators, by their roles at the moment of each action. */
@Injectable()
export class Authorities {
  constructor(
    private readonly policy: DeploymentPolicy,
    private readonly roles: UserRolesRepository,
  ) {}

  /** @param requireFreshProof throws unless the user has proven to be present, for acts that give lasting power */
  of(actor: Actor, requireFreshProof: () => void): Authority {
    return {
      rank: actor.role ?? 'user',
      permit: async (manager, action, on) => {
        await this.granted(manager, actor, action, on);
        if (givesLastingPower(action)) requireFreshProof();
        return actingUser(actor);
      },
    };
  }

  /**
   * As {@link Authority.permit}, for acts that give no lasting power.
   * @returns the permission, for policies of features
   * @throws Refusal 4002
   */
  grant<Action extends OrdinaryAction>(
    manager: Work['manager'],
    actor: Pick<Actor, 'user' | 'role'>,
    action: Action,
    on?: number,
  ): Promise<DeploymentGrant<Action>> {
    return this.granted(manager, actor, action, on);
  }

  private async granted<Action extends DeploymentAction>(
    manager: Work['manager'],
    { user, role }: Pick<Actor, 'user' | 'role'>,
    action: Action,
    on?: number,
  ): Promise<DeploymentGrant<Action>> {
    // A stolen token does not suffice for what the own settings ask a password or a code for.
    if (on === user.id) throw notPermitted('Administrators do not act on their own account: use its settings.');
    const roles = await this.roles.lockAll(manager, on === undefined ? [user.id] : [user.id, on]);
    const affected = on === undefined ? undefined : { role: roles.get(on)?.role ?? ('user' as const) };
    const own = roles.get(user.id);
    // Without a role, the log-in of the user may not use the one that is stored.
    const present = own?.isActive && role !== undefined ? own.role : undefined;
    return this.policy.require(action, { user, role: present }, affected);
  }
}
