import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';

import { PeriodicTask } from '../../platform/async/periodic-task.js';
import { partsOf } from '../../platform/collections/groups.js';
import { DatabasePulse } from '../../platform/database/pulse/database-pulse.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import { MessageAudiences } from './message-audiences.js';
import { MESSAGES_ARE_DUE, PushRecipientsRepository } from './push-recipients.repository.js';
import { PushMetrics } from './push-metrics.js';
import { WaitingMessagesRepository } from './waiting-messages.repository.js';
import type { PushableMessage } from './waiting-messages.repository.js';
import { WebPush } from './web-push.js';
import { PushRequestPublisher } from './push-request-publisher.js';
import type { PushRequest } from './push-request-publisher.js';
import { SendPushesJob } from './send-pushes.job.js';

/** The maximum number of recipients of one request. */
const RECIPIENTS = 500;

/** Resolves the recipients of pushes after a delay, in which users may connect or read the message. */
@Injectable()
export class PushRecipientResolver implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly webPush: boolean;
  private readonly rounds = new PeriodicTask(
    () => this.resolveDue(),
    new Logger('Pushes'),
    'Cannot resolve the recipients of pushes',
  );

  constructor(
    private readonly repository: PushRecipientsRepository,
    private readonly waiting: WaitingMessagesRepository,
    private readonly publisher: PushRequestPublisher,
    private readonly audiences: MessageAudiences,
    private readonly unitOfWork: UnitOfWork,
    private readonly metrics: PushMetrics,
    private readonly sending: SendPushesJob,
    private readonly pulse: DatabasePulse,
    webPush: WebPush,
  ) {
    this.webPush = webPush.publicKey !== undefined;
  }

  onApplicationBootstrap(): void {
    this.pulse.runWhen('push_recipients', MESSAGES_ARE_DUE, this.rounds);
  }

  onApplicationShutdown(): Promise<void> {
    return this.rounds.stop();
  }

  /** @param manager the transaction of the outbox consumer */
  async enqueue(manager: Work['manager'], messages: readonly PushableMessage[]): Promise<void> {
    if (messages.length === 0) return;
    const isWantedOfAll = this.audiences.areWanted || (await this.publisher.isWanted(manager));
    if (this.webPush || isWantedOfAll) await this.waiting.insert(manager, messages, isWantedOfAll);
  }

  /** Runs one transaction a batch, until nothing is due. */
  private async resolveDue(): Promise<void> {
    const isWebhookWanted = await this.publisher.isWanted();
    if (!this.webPush && !isWebhookWanted && !this.audiences.areWanted) return;
    let messages: number;
    do messages = await this.resolveBatch(isWebhookWanted);
    while (messages > 0);
  }

  private resolveBatch(isWebhookWanted: boolean): Promise<number> {
    return this.unitOfWork.transaction(async ({ manager, afterCommit }) => {
      const { messages, unsent, requests } = await this.repository.takeDue(manager, {
        webPush: this.webPush,
        isWebhookWanted,
      });
      if (requests.length > 0) await this.publisher.publish(manager, requests.flatMap(inParts));
      afterCommit(() => this.metrics.ended('unsent', unsent));
      if (messages > 0) afterCommit(() => this.sending.wake());
      return messages;
    });
  }
}

const inParts = (request: PushRequest): PushRequest[] =>
  partsOf(request.recipients, RECIPIENTS).map((recipients) => ({ ...request, recipients }));
