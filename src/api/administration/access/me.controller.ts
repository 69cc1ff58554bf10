import { Controller } from '@nestjs/common';
import type { DeploymentRole, User } from '@parley/protocol';

import { DEPLOYMENT_ROLES } from '../../../features/users/roles/deployment-role.js';
import { DeploymentPolicy, IN_DEPLOYMENT, ON_USERS } from '../../../features/users/roles/deployment.policy.js';
import { Config } from '../../../platform/config/config.js';
import { Administration, AdministrationRoute } from './administration-route.js';
import { CurrentAdministrator } from './administrator.guard.js';
import type { Administrator } from './administrator.guard.js';

/** Names of rights on users, by the role of the user that they are about. */
export interface RightsOnUsers {
  readonly user: readonly string[];
  readonly moderator: readonly string[];
  readonly admin: readonly string[];
}

/** The user of the administration page, with the rights of the role. */
export interface AdministrationUser {
  readonly user: User;
  readonly role: DeploymentRole;
  /** The names of the rights in the whole deployment. */
  readonly rights: readonly string[];
  readonly rights_on_users: RightsOnUsers;
  /** Whether the service serves the web client, to which the page leads back. */
  readonly has_web_client: boolean;
}

/** What the page may show to its user. */
@Controller('api/admin/me')
@Administration()
export class MeController {
  constructor(
    private readonly policy: DeploymentPolicy,
    private readonly config: Config,
  ) {}

  @AdministrationRoute('GET', '', {
    summary: 'Returns the user of the access token, with the role and its rights.',
    // Every role but `user` has it.
    right: 'figures.read',
    answer: { description: 'The user.', type: 'AdministrationUser' },
  })
  show(@CurrentAdministrator() { actor: { user, role = DEPLOYMENT_ROLES[0] } }: Administrator): AdministrationUser {
    const rightsOn = (on: DeploymentRole): string[] =>
      ON_USERS.filter((right) => this.policy.permits({ role }, right, { role: on }));
    return {
      user,
      role,
      rights: IN_DEPLOYMENT.filter((right) => this.policy.permits({ role }, right)),
      rights_on_users: { user: rightsOn('user'), moderator: rightsOn('moderator'), admin: rightsOn('admin') },
      has_web_client: this.config.pages.webClient,
    };
  }
}
