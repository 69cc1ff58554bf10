import { Injectable } from '@nestjs/common';

import { Signals } from '../../platform/cluster-signals/signals.js';
import type { SignalKind } from '../../platform/cluster-signals/signals.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import { OutboxConsumersRepository } from '../outbox/outbox.repository.js';
import { externalIdsOfRooms } from '../../features/rooms/product/room-external-ids.repository.js';
import { externalIdsOf } from '../../features/users/user.rows.js';
import { idsIn, withExternalIds } from './external-ids.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import type { WebhookEvent } from './webhook-event.js';
import { WebhooksRepository } from './webhooks.repository.js';

/** An operator has created, changed or deleted a webhook. */
export const webhooksChanged: SignalKind<object> = { name: 'webhooks.changed' };

/** The name of webhooks as an outbox consumer. */
export const WEBHOOKS_CONSUMER = 'webhooks';

/** Enqueues deliveries for webhooks, in the transaction of the caller. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly consumers: OutboxConsumersRepository,
    private readonly signals: Signals,
  ) {}

  /**
   * Enqueues events for every active webhook that subscribes to them. The users and rooms of a product have their external ids.
   * @returns the number of deliveries
   */
  async enqueue(manager: Work['manager'], events: readonly WebhookEvent[]): Promise<number> {
    if (events.length === 0) return 0;
    const active = await this.webhooks.active(manager);
    const wanted = events.filter(({ event }) => active.some((webhook) => webhook.events.includes(event)));
    const found = wanted.map(({ data }) => idsIn(data));
    const ids = {
      users: await externalIdsOf(
        manager,
        found.flatMap(({ users }) => users),
      ),
      rooms: await externalIdsOfRooms(
        manager,
        found.flatMap(({ rooms }) => rooms),
      ),
    };
    const hasAny = ids.users.size + ids.rooms.size > 0;
    const deliveries = wanted.flatMap((given) => {
      const webhookEvent = hasAny ? { ...given, data: withExternalIds(given.data, ids) } : given;
      return active
        .filter(({ events }) => events.includes(given.event))
        .map(({ id }) => ({ webhookId: id, webhookEvent }));
    });
    return (await this.deliveries.insert(manager, deliveries)).length;
  }

  /** Whether an active webhook subscribes to this event. @param manager the open transaction, if there is one */
  isWanted(event: string, manager?: Work['manager']): Promise<boolean> {
    return this.webhooks.isWanted(event, manager);
  }

  /** The outbox records changes of rooms while a webhook is active. Must be called when that may have changed. */
  async changed(manager: Work['manager']): Promise<void> {
    await this.signals.publish(manager, webhooksChanged, {});
    await this.consumers.lock(manager);
    if (await this.webhooks.isAnyActive(manager)) await this.consumers.subscribe(manager, WEBHOOKS_CONSUMER);
    else await this.consumers.unsubscribe(manager, WEBHOOKS_CONSUMER);
  }
}
