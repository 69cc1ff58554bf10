import { Module } from '@nestjs/common';

import { AuthModule } from '../auth/auth.module.js';
import { BlockingModule } from '../blocking/blocking.module.js';
import { MailQueueModule } from '../mail/mail.module.js';
import { ModerationModule } from '../moderation/moderation.service.js';
import { PrivateLogModule } from '../private-log/private-log.module.js';
import { RoomsModule } from '../rooms/rooms.module.js';
import { UploadClaimsModule } from '../uploads/claims/upload-claims.module.js';
import { UsersModule } from '../users/users.module.js';
import { AddressLinks } from './address/address-links.js';
import { AddressMails } from './address/address-mails.js';
import { AddressPolicy } from './address/address.policy.js';
import { ChangeAddress } from './address/change-address.js';
import { UpdateProfile } from './acts/update-profile.js';
import { BlockPages } from './blocks/block-pages.js';
import { UserBlocksService } from './blocks/user-blocks.service.js';
import { UserBlockEvent } from './events/user-block.event.js';
import { UserBlocksEvent } from './events/user-blocks.event.js';
import { UserFindEvent } from './events/user-find.event.js';
import { UserInfoEvent } from './events/user-info.event.js';
import { UserSearchEvent } from './events/user-search.event.js';
import { UserUpdateEvent } from './events/user-update.event.js';
import { EditedProfiles } from './edited-profiles.js';
import { PeoplePolicy } from './people.policy.js';
import { PeopleRepository } from './people.repository.js';
import { ProfilePublisher } from './profile-publisher.js';
import { Profiles } from './profiles.js';

const events = [UserBlockEvent, UserBlocksEvent, UserFindEvent, UserInfoEvent, UserSearchEvent, UserUpdateEvent];

/** Profiles of users, searches for users, and blocks between users. */
@Module({
  imports: [
    AuthModule,
    BlockingModule,
    MailQueueModule,
    ModerationModule,
    PrivateLogModule,
    RoomsModule,
    UploadClaimsModule,
    UsersModule,
  ],
  exports: [AddressLinks, ChangeAddress, PeopleRepository],
  providers: [
    AddressLinks,
    AddressMails,
    AddressPolicy,
    BlockPages,
    ChangeAddress,
    EditedProfiles,
    PeoplePolicy,
    PeopleRepository,
    ProfilePublisher,
    Profiles,
    UpdateProfile,
    UserBlocksService,
    ...events,
  ],
})
export class PeopleModule {}
