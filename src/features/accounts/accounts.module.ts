import { Module } from '@nestjs/common';

import { AuthModule } from '../auth/auth.module.js';
import { DeploymentModule } from '../deployment/deployment.module.js';
import { InvitationsModule } from '../invitations/invitations.module.js';
import { UsersModule } from '../users/users.module.js';
import { FirstUsersRepository } from './first-start/first-users.repository.js';
import { SetUpDeployment } from './first-start/set-up-deployment.js';
import { SetupKey } from './first-start/setup-key.js';
import { SignUp } from './sign-up/sign-up.js';
import { SignUpsRepository } from './sign-up/sign-ups.repository.js';

/** How people come in: the first start, and accounts that they make for themselves. */
@Module({
  imports: [AuthModule, DeploymentModule, InvitationsModule, UsersModule],
  providers: [FirstUsersRepository, SetUpDeployment, SetupKey, SignUp, SignUpsRepository],
  exports: [SetUpDeployment, SetupKey, SignUp],
})
export class AccountsModule {}
