import { Module } from '@nestjs/common';

import { PrivateLogModule } from '../private-log/private-log.module.js';
import { UsersModule } from '../users/users.module.js';
import { UserNotifyEvent } from './events/user-notify.event.js';
import { UserNotifyService } from './user-notify.js';
import { UserNotifyRepository } from './user-notify.repository.js';

/** Of which messages users are notified. The choices for rooms are preferences of these. */
@Module({
  imports: [PrivateLogModule, UsersModule],
  providers: [UserNotifyEvent, UserNotifyRepository, UserNotifyService],
  exports: [UserNotifyService],
})
export class NotificationLevelsModule {}
