import { Module } from '@nestjs/common';

import { MessagesModule } from '../messages/messages.module.js';
import { PrivateLogModule } from '../private-log/private-log.module.js';
import { TimersModule } from '../../platform/timers/timers.module.js';
import { UsersModule } from '../users/users.module.js';
import { MessageScheduleEvent } from './events/message-schedule.event.js';
import { ScheduleCancelEvent } from './events/schedule-cancel.event.js';
import { ScheduleListEvent } from './events/schedule-list.event.js';
import { ScheduleUpdateEvent } from './events/schedule-update.event.js';
import { RefusalNotificationsRepository } from './refusal-notifications.repository.js';
import { ScheduledLog } from './scheduled-log.js';
import { ScheduledMessagePolicy } from './scheduled-message.policy.js';
import { ScheduledMessagesRepository } from './scheduled-messages.repository.js';
import { ScheduledMessagesService } from './scheduled-messages.service.js';
import { ScheduledPages } from './scheduled-pages.js';
import { ScheduledRefusals } from './scheduled-refusals.js';
import { ScheduledSending } from './scheduled-sending.js';
import { ScheduledSendsRepository } from './scheduled-sends.repository.js';
import { ScheduledUploads } from './scheduled-uploads.js';
import { ScheduledUploadsRepository } from './scheduled-uploads.repository.js';

const events = [MessageScheduleEvent, ScheduleCancelEvent, ScheduleListEvent, ScheduleUpdateEvent];

@Module({
  imports: [MessagesModule, PrivateLogModule, TimersModule, UsersModule],
  providers: [
    RefusalNotificationsRepository,
    ScheduledLog,
    ScheduledMessagePolicy,
    ScheduledMessagesRepository,
    ScheduledMessagesService,
    ScheduledPages,
    ScheduledRefusals,
    ScheduledSending,
    ScheduledSendsRepository,
    ScheduledUploads,
    ScheduledUploadsRepository,
    ...events,
  ],
  exports: [RefusalNotificationsRepository],
})
export class ScheduledMessagesModule {}
