import { Module } from '@nestjs/common';

import { TimersModule } from '../../platform/timers/timers.module.js';
import { GuestEnds } from './kinds/guest-ends.js';
import { UserKindsService } from './kinds/user-kinds.service.js';
import { NewUserListeners } from './new-user-listeners.js';
import { NewUserRules } from './new-user-rules.js';
import { OwnPasswordService } from './own-password.service.js';
import { PasswordListeners } from './password-listeners.js';
import { Passwords } from './passwords.js';
import { MakeProductUser } from './product/make-product-user.js';
import { Authorities } from './roles/authority.js';
import { DeploymentPolicy } from './roles/deployment.policy.js';
import { UserRolesRepository } from './roles/user-roles.repository.js';
import { UserRolesService } from './roles/user-roles.service.js';
import { UserEditsService } from './user-edits.service.js';
import { UserHoldsRepository } from './user-holds.repository.js';
import { UsersImportService } from './users-import.service.js';
import { UsersRepository } from './users.repository.js';
import { UsersService } from './users.service.js';
import { VerifiedAddressesRepository } from './verified-addresses.repository.js';

@Module({
  imports: [TimersModule],
  providers: [
    Authorities,
    DeploymentPolicy,
    GuestEnds,
    MakeProductUser,
    NewUserListeners,
    NewUserRules,
    OwnPasswordService,
    PasswordListeners,
    Passwords,
    UserEditsService,
    UserHoldsRepository,
    UserKindsService,
    UserRolesRepository,
    UserRolesService,
    UsersImportService,
    UsersRepository,
    UsersService,
    VerifiedAddressesRepository,
  ],
  exports: [
    Authorities,
    DeploymentPolicy,
    MakeProductUser,
    NewUserListeners,
    NewUserRules,
    OwnPasswordService,
    PasswordListeners,
    Passwords,
    UserEditsService,
    UserHoldsRepository,
    UserKindsService,
    UserRolesRepository,
    UserRolesService,
    UsersImportService,
    UsersRepository,
    UsersService,
    VerifiedAddressesRepository,
  ],
})
export class UsersModule {}
