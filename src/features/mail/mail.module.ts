import { Module } from '@nestjs/common';

import { DueMailsRepository } from './due-mails.repository.js';
import { MailAdministration } from './mail-administration.js';
import { MailContent } from './mail-content.js';
import { MailKinds } from './mail-kinds.js';
import { MailListRepository } from './mail-list.repository.js';
import { MailMetrics } from './mail-metrics.js';
import { MailQueue } from './mail-queue.js';
import { SendMailsJob } from './send-mails.job.js';
import { Smtp } from './smtp.js';

/** For commands, whose mails a server sends. */
@Module({
  providers: [MailAdministration, MailContent, MailListRepository, MailQueue, Smtp],
  exports: [MailAdministration, MailContent, MailQueue, Smtp],
})
export class MailQueueModule {}

/** For a server, which sends mails. */
@Module({
  imports: [MailQueueModule],
  providers: [DueMailsRepository, MailKinds, MailMetrics, SendMailsJob],
  exports: [MailKinds, MailQueueModule],
})
export class MailModule {}
