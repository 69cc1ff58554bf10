import { Injectable } from '@nestjs/common';

import type { Work } from '../database/index.js';
import { FeedFollowersRepository } from '../feed/index.js';
import { Signals } from '../signals/index.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import type { Happening } from './happenings.js';
import { ToldTextsRepository } from './told-texts.repository.js';
import { webhooksChanged } from './webhooks-changed.signal.js';
import { WebhooksRepository } from './webhooks.repository.js';

/** The name of webhooks as an outbox consumer. */
export const FOLLOWER = 'webhooks';

/** Enqueues deliveries for webhooks, in the transaction of the caller. */
@Injectable()
export class Webhooks {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly texts: ToldTextsRepository,
    private readonly following: FeedFollowersRepository,
    private readonly signals: Signals,
  ) {}

  /**
   * Enqueues events for every active webhook that subscribes to them.
   * @returns the number of deliveries
   */
  async enqueue(manager: Work['manager'], happenings: readonly Happening[]): Promise<number> {
    if (happenings.length === 0) return 0;
    const active = await this.webhooks.active(manager);
    const told = happenings.flatMap((happening) =>
      active.filter(({ events }) => events.includes(happening.event)).map(({ id }) => ({ webhookId: id, happening })),
    );
    return (await this.deliveries.add(manager, told)).length;
  }

  /** Whether an active webhook subscribes to this event. @param manager the open transaction, if there is one */
  isWanted(event: string, manager?: Work['manager']): Promise<boolean> {
    return this.webhooks.isWanted(event, manager);
  }

  /** Redacts this user's name in sent and pending deliveries. */
  async forgetUser(manager: Work['manager'], username: string): Promise<void> {
    await this.texts.naming(manager, username);
  }

  /** The outbox records changes of rooms while a webhook is active. Must be called when that may have changed. */
  async changed(manager: Work['manager']): Promise<void> {
    await this.signals.announce(manager, webhooksChanged, {});
    await this.following.decidesAlone(manager);
    if (await this.webhooks.isAnyActive(manager)) await this.following.follows(manager, FOLLOWER);
    else await this.following.ceases(manager, FOLLOWER);
  }
}
