import { Module } from '@nestjs/common';

import { AccountsModule } from '../../features/accounts/accounts.module.js';
import { AuthModule } from '../../features/auth/auth.module.js';
import { InvitationsModule } from '../../features/invitations/invitations.module.js';
import { RoomsModule } from '../../features/rooms/rooms.module.js';
import { UploadsModule } from '../../features/uploads/uploads.module.js';
import { UsersModule } from '../../features/users/users.module.js';
import { RemoteAddresses } from '../../platform/http/remote-addresses.js';
import { AccountRightsController } from './account-rights.controller.js';
import { AccountsController } from './accounts.controller.js';
import { DeploymentController } from './deployment.controller.js';
import { InvitationsController } from './invitations.controller.js';
import { RecoveryController } from './recovery.controller.js';
import { SetupController } from './setup.controller.js';

/** How people come in, over HTTP. */
@Module({
  imports: [AccountsModule, AuthModule, InvitationsModule, RoomsModule, UploadsModule, UsersModule],
  controllers: [
    AccountRightsController,
    AccountsController,
    DeploymentController,
    InvitationsController,
    RecoveryController,
    SetupController,
  ],
  providers: [RemoteAddresses],
})
export class AccountsApiModule {}
