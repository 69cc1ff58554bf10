import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';

import { Backoff, spread } from '../../platform/async/backoff.js';
import { DatabasePulse } from '../../platform/database/pulse/database-pulse.js';
import { JobWorker } from '../../platform/jobs/job-worker.js';
import type { JobKind } from '../../platform/jobs/job-worker.js';
import { reasonOf } from '../../platform/logging/log-record.js';
import { DeploymentSettings } from '../deployment/deployment.settings.js';
import { DueMailsRepository } from './due-mails.repository.js';
import type { DueMail } from './due-mails.repository.js';
import { MailContent } from './mail-content.js';
import { MailKinds } from './mail-kinds.js';
import { mailPage } from './mail-layout.js';
import { MailLogo } from './mail-logo.js';
import { MailMetrics } from './mail-metrics.js';
import { MailQueue } from './mail-queue.js';
import { MailSettings } from './mail.settings.js';
import { Smtp } from './smtp.js';
import type { SmtpResult } from './smtp.js';

const AN_HOUR = 3_600;

/**
 * Composes mails and sends them. One that the server does not take is tried for a day. If a node is killed between the
 * answer of the server and the end of the job, the mail is sent twice, with one Message-ID.
 */
@Injectable()
export class SendMailsJob implements JobKind<DueMail>, OnApplicationBootstrap, OnApplicationShutdown {
  readonly name = 'mails';
  readonly atOnce = 4;
  readonly log = new Logger('Mails');
  private readonly worker: JobWorker<DueMail>;
  private readonly pauses: Backoff;
  /** Whether the last attempt of this process found the server away. */
  private isAway = false;

  constructor(
    private readonly queue: DueMailsRepository,
    private readonly waiting: MailQueue,
    private readonly kinds: MailKinds,
    private readonly content: MailContent,
    private readonly smtp: Smtp,
    private readonly logo: MailLogo,
    private readonly metrics: MailMetrics,
    private readonly pulse: DatabasePulse,
    private readonly settings: MailSettings,
    private readonly deployment: DeploymentSettings,
  ) {
    this.worker = new JobWorker(this, queue);
    this.pauses = new Backoff(settings.retrySeconds, Math.max(settings.retrySeconds, AN_HOUR));
  }

  onApplicationBootstrap(): void {
    if (this.settings.smtpUrl === undefined) return;
    this.worker.start(this.pulse);
    this.waiting.onAdded(() => this.worker.wake());
  }

  onApplicationShutdown(): Promise<void> {
    return this.worker.stop();
  }

  async run(mail: DueMail): Promise<void> {
    const { kind, userId, address, language, content } = mail;
    const data = await this.content.open(content ?? '');
    const text = await this.kinds.find(kind)?.compose({ userId, address, language, data });
    if (!text) {
      await this.queue.end(mail, 'dropped');
      this.metrics.ended('dropped');
      return;
    }
    const logo = await this.logo.bytes();
    const sender = { name: this.deployment.name, hasLogo: logo !== undefined };
    const page = mailPage(sender, language, text);
    const unsubscribeUrl = text.unsubscribe?.oneClickUrl;
    const result = await this.smtp.send({ id: mail.id, address, page, logo, unsubscribeUrl });
    await this.settle(mail, result);
  }

  /** It could not be composed. */
  async failed(mail: DueMail, error: unknown): Promise<void> {
    this.log.warn(`Cannot compose the mail ${mail.id} of the kind ${mail.kind}: ${reasonOf(error)}`);
    await this.putOff(mail, 'It could not be composed.');
  }

  private async settle(mail: DueMail, result: SmtpResult): Promise<void> {
    if (result.outcome !== 'away' && this.isAway) this.log.log('The SMTP server takes mails again');
    if (result.outcome === 'sent') {
      this.isAway = false;
      await this.queue.end(mail, 'sent');
      this.metrics.ended('sent');
    } else if (result.outcome === 'refused') {
      this.isAway = false;
      await this.queue.end(mail, 'failed', result.why);
      this.metrics.ended('failed');
      this.log.warn(`The SMTP server refuses the mail ${mail.id} of the kind ${mail.kind} for good`);
    } else {
      if (!this.isAway) this.log.warn('The SMTP server takes no mails. They are tried for a day: see parley mail list');
      this.isAway = true;
      await this.putOff(mail, result.why);
    }
  }

  private async putOff(mail: DueMail, why: string): Promise<void> {
    const seconds = spread(this.pauses.pause(mail.attempts - 1), 0.2);
    if (await this.queue.putOff(mail, seconds, why)) this.metrics.ended('failed');
  }
}
