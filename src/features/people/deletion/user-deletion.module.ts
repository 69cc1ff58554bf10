import { Module } from '@nestjs/common';

import { RoomActsModule } from '../../rooms/acts/room-acts.module.js';
import { UsersModule } from '../../users/users.module.js';
import { DeleteUser } from './delete-user.js';
import { UserDataRepository } from './user-data.repository.js';
import { UserDeletionRepository } from './user-deletion.repository.js';

/** The deletion of users, for services and commands. */
@Module({
  imports: [RoomActsModule, UsersModule],
  providers: [DeleteUser, UserDataRepository, UserDeletionRepository],
  exports: [DeleteUser],
})
export class UserDeletionModule {}
