import { Module } from '@nestjs/common';

import { AuthModule } from '../../../features/auth/auth.module.js';
import { UserDeletionModule } from '../../../features/people/deletion/delete-user.js';
import { PrivacyModule } from '../../../features/personal-data/privacy.module.js';
import { PresenceModule, SessionListModule } from '../../../features/presence/presence.module.js';
import { UsersModule } from '../../../features/users/users.module.js';
import { RemoteAddresses } from '../../../platform/http/remote-addresses.js';
import { PersonalDataController } from './personal-data.controller.js';
import { UserSessionsController } from './user-sessions.controller.js';
import { UsersAdministrationController } from './users.controller.js';

/** The list of users, each user, their log-ins and what the deployment holds of them. */
@Module({
  imports: [AuthModule, PresenceModule, PrivacyModule, SessionListModule, UserDeletionModule, UsersModule],
  providers: [RemoteAddresses],
  controllers: [PersonalDataController, UserSessionsController, UsersAdministrationController],
})
export class UsersAdministrationModule {}
