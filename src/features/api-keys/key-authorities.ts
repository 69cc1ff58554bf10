import { Injectable } from '@nestjs/common';
import { notPermitted } from '@parley/protocol';

import type { AuditActor } from '../audit/audited-act.js';
import type { Authority } from '../users/roles/authority.js';
import type { DeploymentAction } from '../users/roles/deployment.policy.js';
import { UserRolesRepository } from '../users/roles/user-roles.repository.js';
import type { BackendScope } from './api-key.entity.js';

/** The key of the backend of a product, as of the moment of the check. */
export interface BackendKey {
  readonly id: string;
  /** The user that the key acts for; undefined: it has none. */
  readonly userId: number | undefined;
}

/** What each scope permits on any user of the product, and what it permits on users without a role. */
const PERMITTED: Readonly<
  Record<BackendScope, { readonly onAll: readonly DeploymentAction[]; readonly onUsers: readonly DeploymentAction[] }>
> = {
  'users:manage': {
    onAll: ['users.create', 'users.rename'],
    onUsers: ['users.set_kind', 'users.deactivate', 'users.delete'],
  },
  'tokens:issue': { onAll: ['users.create', 'users.rename', 'users.log_out'], onUsers: ['users.set_kind'] },
  'rooms:manage': { onAll: ['rooms.manage'], onUsers: [] },
};

/** The key in the audit log. */
export const actorOf = ({ id: apiKeyId, userId }: BackendKey): AuditActor =>
  userId === undefined ? { apiKeyId } : { userId, apiKeyId };

/**
 * The rights of a product's backend, by the scope of the route. Moderators and administrators are out of its reach: a
 * key that leaks takes the deployment from nobody.
 */
@Injectable()
export class KeyAuthorities {
  constructor(private readonly roles: UserRolesRepository) {}

  /** @param scope that the key has, and that its request needs */
  of(key: BackendKey, scope: BackendScope): Authority {
    const { onAll, onUsers } = PERMITTED[scope];
    const actor = actorOf(key);
    return {
      rank: 'moderator',
      permit: async (manager, action, on) => {
        if (onAll.includes(action)) return actor;
        const role = on === undefined ? 'user' : (await this.roles.lockAll(manager, [on])).get(on)?.role;
        if (onUsers.includes(action) && (role ?? 'user') === 'user') return actor;
        throw notPermitted('An API key does not do this to moderators and administrators of the deployment.');
      },
    };
  }
}
