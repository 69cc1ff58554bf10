import { Module } from '@nestjs/common';

import { MessageActsModule } from '../messages/acts/message-acts.module.js';
import { RoomsModule } from '../rooms/rooms.module.js';
import { TimersModule } from '../../platform/timers/timers.module.js';
import { UploadClaimsModule } from '../uploads/claims/upload-claims.module.js';
import { EndedRoomsRepository } from './ended-rooms.repository.js';
import { EndedRooms } from './ended-rooms.js';
import { ExpiredMessagesRepository } from './expired-messages.repository.js';
import { MessageExpiryTimer } from './message-expiry-timer.js';
import { MessageRetention } from './message-retention.js';
import { OldMessagesRepository } from './removable-messages.repository.js';
import { RoomRetentionRepository } from './room-retention.repository.js';

/** For a server, which removes messages at the end of their time. */
@Module({
  imports: [MessageActsModule, RoomsModule, TimersModule, UploadClaimsModule],
  providers: [
    EndedRooms,
    EndedRoomsRepository,
    ExpiredMessagesRepository,
    MessageExpiryTimer,
    MessageRetention,
    OldMessagesRepository,
    RoomRetentionRepository,
  ],
})
export class RetentionModule {}
