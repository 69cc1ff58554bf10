import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { OutboxConsumersRepository } from '../outbox/outbox-consumers.repository.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';
import { PushRequestPublisher } from './push-request-publisher.js';

/** The name of push as an outbox consumer. */
export const PUSH_CONSUMER = 'push';

/**
 * Decides whether push consumes the outbox. While no browser and no webhook receives pushes, it does not, and push
 * costs nothing.
 */
@Injectable()
export class PushOutboxSubscription {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly consumers: OutboxConsumersRepository,
    private readonly publisher: PushRequestPublisher,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Starts or stops the consumption by the current subscriptions and webhooks. */
  async update(): Promise<void> {
    await this.unitOfWork.transaction(async ({ manager }) => {
      if ((await this.publisher.isWanted(manager)) || (await this.subscriptions.areThere(manager)))
        await this.consumers.subscribe(manager, PUSH_CONSUMER);
      else await this.consumers.unsubscribe(manager, PUSH_CONSUMER);
    });
  }
}
