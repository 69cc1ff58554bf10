import { Module } from '@nestjs/common';

import { AuthModule } from '../auth/auth.module.js';
import { RoomsModule } from '../rooms/rooms.module.js';
import { UploadClaimsModule } from '../uploads/uploads.module.js';
import { UsersModule } from '../users/users.module.js';
import { UserInfoEvent } from './events/user-info.event.js';
import { UserSearchEvent } from './events/user-search.event.js';
import { UserUpdateEvent } from './events/user-update.event.js';
import { PeopleRepository } from './people.repository.js';
import { ProfilePublisher } from './profile-publisher.js';

/** What users show of themselves to others, and find of others. */
@Module({
  imports: [AuthModule, RoomsModule, UploadClaimsModule, UsersModule],
  exports: [PeopleRepository],
  providers: [PeopleRepository, ProfilePublisher, UserInfoEvent, UserSearchEvent, UserUpdateEvent],
})
export class PeopleModule {}
