import { Module } from '@nestjs/common';

import { UsersModule } from '../users/users.module.js';
import { DueMailsRepository } from './due-mails.repository.js';
import { MailAdministration } from './mail-administration.js';
import { MailContent } from './mail-content.js';
import { MailKinds } from './mail-kinds.js';
import { MailListRepository } from './mail-list.repository.js';
import { MailLogo } from './mail-logo.js';
import { MailMetrics } from './mail-metrics.js';
import { MailQueue } from './mail-queue.js';
import { MailWarnings } from './mail-warnings.js';
import { SendMailsJob } from './send-mails.job.js';
import { Smtp } from './smtp.js';

/** Mails of other features: a server sends those of commands too. */
@Module({
  imports: [UsersModule],
  providers: [MailAdministration, MailContent, MailKinds, MailListRepository, MailLogo, MailQueue, Smtp],
  exports: [MailAdministration, MailContent, MailKinds, MailListRepository, MailLogo, MailQueue, Smtp],
})
export class MailQueueModule {}

/** For a server, which sends mails. */
@Module({
  imports: [MailQueueModule],
  providers: [DueMailsRepository, MailMetrics, MailWarnings, SendMailsJob],
})
export class MailModule {}
