import { Module } from '@nestjs/common';

import { MessagesModule } from '../messages/messages.module.js';
import { PrivateLogModule } from '../private-log/private-log.module.js';
import { TimersModule } from '../../platform/timers/timers.module.js';
import { MessageSaveEvent } from './events/message-save.event.js';
import { SavedListEvent } from './events/saved-list.event.js';
import { ReminderPushesModule } from './reminder-pushes.js';
import { Reminders } from './reminders.js';
import { RemindersRepository } from './reminders.repository.js';
import { SavedMessagePolicy } from './saved-message.policy.js';
import { SavedMessagesRepository } from './saved-messages.repository.js';
import { SavedMessagesService } from './saved-messages.service.js';
import { SavedPages } from './saved-pages.js';

const events = [MessageSaveEvent, SavedListEvent];

@Module({
  imports: [MessagesModule, PrivateLogModule, ReminderPushesModule, TimersModule],
  providers: [
    Reminders,
    RemindersRepository,
    SavedMessagePolicy,
    SavedMessagesRepository,
    SavedMessagesService,
    SavedPages,
    ...events,
  ],
})
export class SavedMessagesModule {}
