import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown, OnModuleInit } from '@nestjs/common';

import { MailQueue } from '../../features/mail/mail-queue.js';
import { DatabasePulse } from '../../platform/database/pulse/database-pulse.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import { JobWorker } from '../../platform/jobs/job-worker.js';
import type { JobKind } from '../../platform/jobs/job-worker.js';
import { backlogGauge } from '../../platform/metrics/backlog-gauge.js';
import { MetricsRegistry } from '../../platform/metrics/metrics.module.js';
import { reasonOf } from '../../platform/logging/log-record.js';
import { MessageAudiences } from '../push/message-audiences.js';
import type { AudienceListener } from '../push/message-audiences.js';
import type { Audience } from '../push/pushed-messages.js';
import { AwayPeopleRepository } from './away-people.repository.js';
import { DueMissedMailsRepository } from './due-missed-mails.repository.js';
import type { DueMissedMail } from './due-missed-mails.repository.js';
import { MISSED_MESSAGES } from './missed-messages.mail.js';
import { MissedMailSettings } from './missed-mails.settings.js';
import { MissedMessagesRepository } from './missed-messages.repository.js';
import { after, waitsUntil } from './waiting-time.js';

/** So that the other mails of a day remain for those about the account. */
const LIMITS = { share: 0.5 };
/** Of each room, among which the message is looked for that has been unread for the longest time. */
const NEWEST = 20;

/**
 * Decides who gets a mail of missed messages: some time after a message that concerns a user, and again while the user
 * is connected. What the mail says is read when it is sent.
 */
@Injectable()
export class DecideMissedMailsJob
  implements JobKind<DueMissedMail>, AudienceListener, OnModuleInit, OnApplicationBootstrap, OnApplicationShutdown
{
  readonly name = 'missed_mails';
  readonly atOnce = 2;
  readonly log = new Logger('Mails');
  private readonly worker: JobWorker<DueMissedMail>;

  constructor(
    private readonly queue: DueMissedMailsRepository,
    private readonly people: AwayPeopleRepository,
    private readonly messages: MissedMessagesRepository,
    private readonly mails: MailQueue,
    private readonly audiences: MessageAudiences,
    private readonly unitOfWork: UnitOfWork,
    private readonly pulse: DatabasePulse,
    private readonly settings: MissedMailSettings,
    registry: MetricsRegistry,
  ) {
    this.worker = new JobWorker(this, queue);
    backlogGauge(
      registry,
      'parley_missed_mails_pending',
      'Users about whom it is to be decided whether missed messages are mailed, now; counted to 10000.',
      () => queue.count(),
    );
  }

  get isOn(): boolean {
    return this.mails.isOn;
  }

  onModuleInit(): void {
    this.audiences.add(this);
  }

  onApplicationBootstrap(): void {
    if (this.isOn) this.worker.start(this.pulse);
  }

  onApplicationShutdown(): Promise<void> {
    return this.worker.stop();
  }

  resolved(manager: Work['manager'], audiences: readonly Audience[]): Promise<void> {
    return this.queue.expect(
      manager,
      audiences.flatMap(({ candidates }) => candidates),
    );
  }

  async run(job: DueMissedMail): Promise<void> {
    const person = await this.people.find(job.id);
    if (!person) return this.queue.end(job);
    const { afterSeconds } = this.settings;
    const until = waitsUntil(person, afterSeconds);
    if (until) return this.queue.putOff(job, until);
    const sentBy = after(person.now, -afterSeconds);
    if ((await this.messages.read(job.id, person, { perRoom: 1, sentBy })).length > 0) return this.mail(job);
    const oldest = (await this.messages.read(job.id, person, { perRoom: NEWEST })).at(-1);
    return oldest ? this.queue.putOff(job, after(oldest.createdAt, afterSeconds)) : this.queue.end(job);
  }

  private async mail(job: DueMissedMail): Promise<void> {
    await this.unitOfWork.transaction(async (work) => {
      if (await this.queue.mailed(work.manager, job))
        await this.mails.toUser(work, job.id, { kind: MISSED_MESSAGES, data: {}, limits: LIMITS });
    });
  }

  failed(job: DueMissedMail, error: unknown): void {
    this.log.warn(`Cannot decide about a mail of missed messages to the user ${String(job.id)}: ${reasonOf(error)}`);
  }
}
