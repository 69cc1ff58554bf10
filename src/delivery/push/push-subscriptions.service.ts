import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';

import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { OutboxConsumersRepository } from '../outbox/outbox.repository.js';
import { PUSH_CONSUMER } from './push-outbox-consumer.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';
import type { KeptSubscription, KnownSubscription, PushTarget, Subscriber } from './subscriptions.repository.js';

/** The browsers that receive pushes for a user. */
@Injectable()
export class PushSubscriptionsService {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly consumers: OutboxConsumersRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Adds or confirms a subscription. From the commit on push consumes the outbox. */
  subscribe(subscriber: Subscriber, target: PushTarget): Promise<KeptSubscription> {
    return this.unitOfWork.transaction(async ({ manager }) => {
      const kept = await this.subscriptions.keep(manager, uuidv7(), subscriber, target);
      await this.consumers.subscribe(manager, PUSH_CONSUMER);
      return kept;
    });
  }

  /** Does nothing if this user has no such subscription. */
  unsubscribe(userId: number, endpoint: string): Promise<void> {
    return this.subscriptions.remove(userId, endpoint);
  }

  /** The valid subscriptions of a user, the oldest first. */
  list(userId: number): Promise<readonly KnownSubscription[]> {
    return this.subscriptions.byUser(userId);
  }
}
