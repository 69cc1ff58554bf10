import { Module } from '@nestjs/common';

import { MailQueueModule } from '../../features/mail/mail.module.js';
import { NotificationLevelsModule } from '../../features/notification-levels/notification-levels.module.js';
import { PushModule } from '../push/push.module.js';
import { AwayPeopleRepository } from './away-people.repository.js';
import { DecideMissedMailsJob } from './decide-missed-mails.job.js';
import { DueMissedMailsRepository } from './due-missed-mails.repository.js';
import { MissedMessagesMail } from './missed-messages.mail.js';
import { MissedMessagesRepository } from './missed-messages.repository.js';
import { UnsubscribeController } from './unsubscribe.controller.js';
import { UnsubscribeLinks } from './unsubscribe-links.js';

/** For a server, which mails missed messages. */
@Module({
  imports: [MailQueueModule, NotificationLevelsModule, PushModule],
  controllers: [UnsubscribeController],
  providers: [
    AwayPeopleRepository,
    DecideMissedMailsJob,
    DueMissedMailsRepository,
    MissedMessagesMail,
    MissedMessagesRepository,
    UnsubscribeLinks,
  ],
})
export class MissedMailsModule {}
