import { Injectable } from '@nestjs/common';

import type { Work } from '../database/index.js';
import { FeedFollowersRepository } from '../feed/index.js';
import { Signals } from '../signals/index.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import type { Happening } from './happenings.js';
import { ToldTextsRepository } from './told-texts.repository.js';
import { webhooksChanged } from './webhooks-changed.signal.js';
import { WebhooksRepository } from './webhooks.repository.js';

/** As the feed knows webhooks. */
export const FOLLOWER = 'webhooks';

/** What is written for webhooks, in the transaction of whoever has something to tell them. */
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
   * Tells these to every active webhook that wants to hear of such.
   * @returns how many deliveries there are to make
   */
  async enqueue(manager: Work['manager'], happenings: readonly Happening[]): Promise<number> {
    if (happenings.length === 0) return 0;
    const active = await this.webhooks.active(manager);
    const told = happenings.flatMap((happening) =>
      active.filter(({ events }) => events.includes(happening.event)).map(({ id }) => ({ webhookId: id, happening })),
    );
    return (await this.deliveries.add(manager, told)).length;
  }

  /** Whether an active webhook wants to hear of this. @param manager the transaction that is open, if one is */
  isWanted(event: string, manager?: Work['manager']): Promise<boolean> {
    return this.webhooks.isWanted(event, manager);
  }

  /** Nothing that names this user stays in what webhooks were told, or are still to be told. */
  async forgetUser(manager: Work['manager'], username: string): Promise<void> {
    await this.texts.naming(manager, username);
  }

  /** Rooms are followed while there is an active webhook. To be called where that may have changed. */
  async changed(manager: Work['manager']): Promise<void> {
    await this.signals.announce(manager, webhooksChanged, {});
    await this.following.decidesAlone(manager);
    if (await this.webhooks.isAnyActive(manager)) await this.following.follows(manager, FOLLOWER);
    else await this.following.ceases(manager, FOLLOWER);
  }
}
