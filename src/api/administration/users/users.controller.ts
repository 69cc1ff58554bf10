import { Controller, Param } from '@nestjs/common';

import { SecondFactorStateService } from '../../../features/auth/second-factor/second-factor-state.service.js';
import type { SecondFactorState } from '../../../features/auth/second-factor/second-factor-state.service.js';
import { JsonBody } from '../../../platform/http/body.js';
import { QueryOf } from '../../../platform/http/query-values.js';
import type { Nothing } from '../../../platform/http/route-contract.js';
import { AccountListRepository } from '../../../features/presence/account-list/account-list.repository.js';
import type { ListedAccount } from '../../../features/presence/account-list/listed-account.js';
import type { Account } from '../../../features/users/account.js';
import { UserKindsService } from '../../../features/users/kinds/user-kinds.service.js';
import { UserRolesService } from '../../../features/users/roles/user-roles.service.js';
import { UserEditsService } from '../../../features/users/user-edits.service.js';
import { UsersService } from '../../../features/users/users.service.js';
import { Administration, AdministrationRoute, DONE, done } from '../access/administration-route.js';
import { CurrentAdministrator } from '../access/administrator.guard.js';
import type { Administrator } from '../access/administrator.guard.js';
import { sizeOf } from '../access/page-request.js';
import { cursorOfAccount, orderOf, placeAfter } from './account-pages.js';
import {
  KindRequest,
  NewPasswordRequest,
  NewUserRequest,
  RenameRequest,
  RoleRequest,
  UserPageRequest,
} from './user-requests.js';

/** A page of users. It can have fewer users than requested, and others follow nevertheless. */
export interface AccountPage {
  readonly users: readonly ListedAccount[];
  readonly next_cursor: string | null;
}

/** A user, and whether there is a second factor. */
export interface AccountDetail extends Account {
  readonly second_factor: SecondFactorState;
}

const NO_USER = {
  404: { description: 'There is no such user: `not_found`; or `ADMIN_PAGE` is off.', type: 'HttpError' },
};

@Controller('api/admin/users')
@Administration()
export class UsersAdministrationController {
  constructor(
    private readonly accounts: AccountListRepository,
    private readonly users: UsersService,
    private readonly roles: UserRolesService,
    private readonly edits: UserEditsService,
    private readonly kinds: UserKindsService,
    private readonly factors: SecondFactorStateService,
  ) {}

  @AdministrationRoute('GET', '', {
    summary:
      'Returns a page of users by parts of a name or an e-mail address, by role, kind, or whether they are active.',
    right: 'users.read',
    query: UserPageRequest,
    answer: { description: 'A page of users.', type: 'AccountPage' },
  })
  async list(@QueryOf(UserPageRequest) request: UserPageRequest): Promise<AccountPage> {
    const { query, role, is_active: isActive, kind } = request;
    const filter = { role: role ?? undefined, isActive: isActive ?? undefined, kind: kind ?? undefined };
    const order = orderOf(request);
    const part = { after: placeAfter(request, order), limit: sizeOf(request) };
    const { items: users, after } =
      typeof query === 'string'
        ? await this.accounts.found(query, order, filter, part)
        : await this.accounts.ordered(order, filter, part);
    return { users, next_cursor: cursorOfAccount(after) };
  }

  @AdministrationRoute('POST', '', {
    summary: 'Creates a user.',
    right: 'users.create',
    body: NewUserRequest,
    answer: { description: 'The user.', type: 'Account' },
    refusals: { 409: { description: 'The username is taken, or looks like another: `conflict`.', type: 'HttpError' } },
  })
  async create(
    @CurrentAdministrator() { authority }: Administrator,
    @JsonBody(NewUserRequest) { username, password, email, first_name, last_name, is_bot, force }: NewUserRequest,
  ): Promise<Account> {
    const user = {
      username,
      password: password ?? undefined,
      email: email ?? undefined,
      isBot: is_bot ?? undefined,
      firstName: first_name ?? undefined,
      lastName: last_name ?? undefined,
    };
    const made = await this.users.create(authority, user, { force: force ?? false });
    return this.users.account(made.username);
  }

  @AdministrationRoute('GET', ':username/', {
    summary: 'Returns a user.',
    right: 'users.read',
    answer: { description: 'The user.', type: 'AccountDetail' },
    refusals: NO_USER,
  })
  async show(@Param('username') username: string): Promise<AccountDetail> {
    const account = await this.users.account(username);
    return { ...account, second_factor: await this.factors.of(account.id) };
  }

  @AdministrationRoute('POST', ':username/activate/', {
    summary: 'Permits a deactivated user to log in again.',
    right: 'users.read',
    answer: DONE,
    refusals: { ...NO_USER, 409: { description: 'The time of the guest is over: `conflict`.', type: 'HttpError' } },
  })
  activate(
    @CurrentAdministrator() { authority }: Administrator,
    @Param('username') username: string,
  ): Promise<Nothing> {
    return done(this.users.activate(authority, username));
  }

  @AdministrationRoute('POST', ':username/deactivate/', {
    summary: 'Prevents a user from logging in, and closes the connections of the user.',
    right: 'users.read',
    answer: DONE,
    refusals: NO_USER,
  })
  deactivate(
    @CurrentAdministrator() { authority }: Administrator,
    @Param('username') username: string,
  ): Promise<Nothing> {
    return done(this.users.deactivate(authority, username));
  }

  @AdministrationRoute('POST', ':username/revoke-tokens/', {
    summary: 'Ends every log-in of a user, and closes the connections of the user.',
    right: 'users.read',
    answer: DONE,
    refusals: NO_USER,
  })
  revokeTokens(
    @CurrentAdministrator() { authority }: Administrator,
    @Param('username') username: string,
  ): Promise<Nothing> {
    return done(this.users.revokeTokens(authority, username));
  }

  @AdministrationRoute('POST', ':username/password/', {
    summary: 'Sets the password of a user, and ends every log-in of the user.',
    right: 'users.read',
    body: NewPasswordRequest,
    answer: DONE,
    refusals: NO_USER,
  })
  setPassword(
    @CurrentAdministrator() { authority }: Administrator,
    @Param('username') username: string,
    @JsonBody(NewPasswordRequest) { password, force }: NewPasswordRequest,
  ): Promise<Nothing> {
    return done(this.users.setPassword(authority, username, password, { force: force ?? false }));
  }

  @AdministrationRoute('POST', ':username/username/', {
    summary: 'Gives a user another username, and tells all who share a room. Mentions in old messages stay.',
    right: 'users.read',
    body: RenameRequest,
    answer: { description: 'The user.', type: 'Account' },
    refusals: {
      ...NO_USER,
      409: { description: 'The username is taken, or looks like another: `conflict`.', type: 'HttpError' },
    },
  })
  rename(
    @CurrentAdministrator() { authority }: Administrator,
    @Param('username') username: string,
    @JsonBody(RenameRequest) { username: newName, force }: RenameRequest,
  ): Promise<Account> {
    return this.edits.edit(authority, username, { username: newName }, { force: force ?? false });
  }

  @AdministrationRoute('POST', ':username/role/', {
    summary: 'Sets the role of a user in the deployment.',
    right: 'users.read',
    body: RoleRequest,
    answer: DONE,
    refusals: { ...NO_USER, 409: { description: 'The user is a guest: `conflict`.', type: 'HttpError' } },
  })
  setRole(
    @CurrentAdministrator() { authority }: Administrator,
    @Param('username') username: string,
    @JsonBody(RoleRequest) { role }: RoleRequest,
  ): Promise<Nothing> {
    return done(this.roles.set(authority, username, role));
  }

  @AdministrationRoute('POST', ':username/kind/', {
    summary: 'Makes a user a guest, perhaps until a time, or a guest a member.',
    right: 'users.read',
    body: KindRequest,
    answer: { description: 'The user.', type: 'Account' },
    refusals: {
      ...NO_USER,
      409: { description: 'The user is a moderator or an administrator: `conflict`.', type: 'HttpError' },
    },
  })
  async setKind(
    @CurrentAdministrator() { authority }: Administrator,
    @Param('username') username: string,
    @JsonBody(KindRequest) { kind, guest_until: until }: KindRequest,
  ): Promise<Account> {
    await this.kinds.set(authority, username, { kind, until: until ? new Date(until) : undefined });
    return this.users.account(username);
  }

  @AdministrationRoute('DELETE', ':username/second-factor/', {
    summary: 'Removes the second factor of a user who has lost it.',
    right: 'users.read',
    answer: DONE,
    refusals: NO_USER,
  })
  resetSecondFactor(
    @CurrentAdministrator() { authority }: Administrator,
    @Param('username') username: string,
  ): Promise<Nothing> {
    return done(this.factors.reset(authority, username));
  }
}
