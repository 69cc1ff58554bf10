import { Module } from '@nestjs/common';

import { RemoteAddresses } from '../../platform/http/remote-addresses.js';
import { PrivacyModule } from '../../features/personal-data/privacy.module.js';
import { UserDeletionModule } from '../../features/people/deletion/delete-user.js';
import { ProvisioningModule } from '../../features/provisioning/provisioning.module.js';
import { UsersModule } from '../../features/users/users.module.js';
import { RoomsModule } from '../../features/rooms/rooms.module.js';
import { AuthModule } from '../../features/auth/auth.module.js';
import { KeyAccessModule } from '../../features/api-keys/key-access.module.js';
import { ProductRoomsController } from './backend/product-rooms.controller.js';
import { ProductTokensController } from './backend/product-tokens.controller.js';
import { ProductUsersController } from './backend/product-users.controller.js';
import { HeldController } from './held.controller.js';
import { LinkPreviewsController, MessagesController, PinsController, PollsController } from './messages.controller.js';
import { NoticesController } from './notices.controller.js';
import { RestrictionsController } from './restrictions.controller.js';
import { MembersController, RoomPreferencesController, RoomsController } from './rooms.controller.js';
import { ReportsController } from './reports.controller.js';
import { ScheduledController } from './scheduled.controller.js';
import { SessionsController } from './sessions.controller.js';
import { ThreadsController } from './threads.controller.js';
import { UsersController } from './users.controller.js';

/** The HTTP API for programs with an API key: client events as requests, and the users of a product. */
@Module({
  imports: [
    AuthModule,
    KeyAccessModule,
    PrivacyModule,
    ProvisioningModule,
    RoomsModule,
    UserDeletionModule,
    UsersModule,
  ],
  providers: [RemoteAddresses],
  controllers: [
    RoomsController,
    RoomPreferencesController,
    NoticesController,
    MembersController,
    RestrictionsController,
    MessagesController,
    PinsController,
    HeldController,
    ThreadsController,
    LinkPreviewsController,
    PollsController,
    ReportsController,
    ScheduledController,
    SessionsController,
    ProductRoomsController,
    ProductTokensController,
    ProductUsersController,
    UsersController,
  ],
})
export class ApiModule {}
