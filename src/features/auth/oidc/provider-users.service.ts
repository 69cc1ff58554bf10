import { Injectable } from '@nestjs/common';
import { ErrorCode, Refusal } from '@parley/protocol';
import type { DeploymentRole } from '@parley/protocol';

import { AuditRepository } from '../../audit/audit.repository.js';
import { OidcSettings } from './oidc.settings.js';
import { DEPLOYMENT_ROLES } from '../../users/roles/deployment-role.js';
import { UserRolesService } from '../../users/roles/user-roles.service.js';
import { UsersService } from '../../users/users.service.js';
import type { TokenHolder } from '../../users/users.service.js';
import type { Identity } from './identity-provider.js';
import { LogInFailure } from './log-in-failure.js';
import { ProviderAccountsRepository } from './provider-accounts.repository.js';

/** Another log-in of the same account has made its user at the same moment. */
class AccountCreated extends Error {}

/**
 * The users of the accounts at the provider. A user is found by the account alone, never by a name: whoever chooses a
 * name at the provider does not get the user who has it here.
 */
@Injectable()
export class ProviderUsersService {
  constructor(
    private readonly accounts: ProviderAccountsRepository,
    private readonly users: UsersService,
    private readonly roles: UserRolesService,
    private readonly audit: AuditRepository,
    private readonly oidcSettings: OidcSettings,
  ) {}

  /**
   * Finds the user, or makes one at the first log-in, and sets the role that the provider gives.
   * @throws LogInFailure
   */
  async find(identity: Identity): Promise<TokenHolder & { readonly username: string }> {
    const userId = (await this.accounts.userOf(identity)) ?? (await this.make(identity));
    const holder = await this.users.tokenHolderOf(userId).catch((error: unknown) => {
      throw error instanceof Refusal ? new LogInFailure('user_inactive') : error;
    });
    const role = this.roleOf(identity);
    if (role !== undefined) await this.roles.setByLogIn(userId, role);
    return holder;
  }

  private async make(identity: Identity): Promise<number> {
    const { [this.settings.usernameClaim]: username } = identity.claims;
    if (typeof username !== 'string')
      throw new LogInFailure('username_invalid', 'the claim of the username is missing');
    try {
      const made = await this.users.createWith(
        { username },
        { force: false, addresses: 'unverified' },
        async ({ manager }, id) => {
          if (!(await this.accounts.add(manager, identity, id))) throw new AccountCreated();
          await this.audit.record(manager, 'unknown', { action: 'log_in.user_created', subjectId: id });
        },
      );
      return made.id;
    } catch (error) {
      const userId = await this.accounts.userOf(identity);
      if (userId !== undefined) return userId;
      throw failureOf(error);
    }
  }

  /** @returns undefined: log-ins change no role */
  private roleOf({ claims }: Identity): DeploymentRole | undefined {
    const { roles } = this.settings;
    if (!roles) return undefined;
    const given = [claims[roles.claim]].flat();
    const places = roles.groups
      .filter(({ group }) => given.includes(group))
      .map(({ role }) => DEPLOYMENT_ROLES.indexOf(role));
    return DEPLOYMENT_ROLES[Math.max(0, ...places)];
  }

  private get settings() {
    const { provider: oidc } = this.oidcSettings;
    if (!oidc) throw new LogInFailure('provider_unavailable', 'OIDC_ISSUER is not set');
    return oidc;
  }
}

function failureOf(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error;
  return new LogInFailure(error.code === ErrorCode.conflict ? 'username_taken' : 'username_invalid');
}
