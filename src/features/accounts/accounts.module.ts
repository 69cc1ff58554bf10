import { Module } from '@nestjs/common';

import { AuthModule } from '../auth/auth.module.js';
import { DeploymentModule } from '../deployment/deployment.module.js';
import { InvitationsModule } from '../invitations/invitations.module.js';
import { MailQueueModule } from '../mail/mail.module.js';
import { PeopleModule } from '../people/people.module.js';
import { UsersModule } from '../users/users.module.js';
import { FirstUsersRepository } from './first-start/first-users.repository.js';
import { SetUpDeployment } from './first-start/set-up-deployment.js';
import { SetupKey } from './first-start/setup-key.js';
import { RecoverPassword } from './recovery/recover-password.js';
import { RecoveryMail } from './recovery/recovery-mail.js';
import { PendingAccountsRepository } from './sign-up/pending-accounts.repository.js';
import { SignUp } from './sign-up/sign-up.js';
import { SignUpsRepository } from './sign-up/sign-ups.repository.js';
import { VerifyAddress } from './sign-up/verify-address.js';

/** How people come in: the first start, and accounts that they make for themselves. */
@Module({
  imports: [AuthModule, DeploymentModule, InvitationsModule, MailQueueModule, PeopleModule, UsersModule],
  providers: [
    FirstUsersRepository,
    PendingAccountsRepository,
    RecoverPassword,
    RecoveryMail,
    SetUpDeployment,
    SetupKey,
    SignUp,
    SignUpsRepository,
    VerifyAddress,
  ],
  exports: [RecoverPassword, SetUpDeployment, SetupKey, SignUp, VerifyAddress],
})
export class AccountsModule {}
