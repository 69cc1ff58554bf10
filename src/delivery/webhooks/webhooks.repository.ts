import { Injectable } from '@nestjs/common';
import { ArrayContains, DataSource, MoreThan } from 'typeorm';
import type { EntityManager } from 'typeorm';

import type { PartOf } from '../../platform/collections/list-part.js';
import { WebhookRow } from './webhook.entity.js';

/** A webhook as operators see it: without its secret. */
export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly description: string;
  readonly is_active: boolean;
  readonly created_at: string;
}

export type NewWebhook = Readonly<
  Pick<WebhookRow, 'id' | 'url' | 'events' | 'description' | 'secret' | 'isPublicOnly'>
>;

/** The table of webhooks. */
@Injectable()
export class WebhooksRepository {
  constructor(private readonly source: DataSource) {}

  async create(
    manager: EntityManager,
    { id, url, events, description, secret, isPublicOnly }: NewWebhook,
  ): Promise<void> {
    await manager.insert(WebhookRow, { id, url, events, description, secret, isPublicOnly });
  }

  /** Creates or replaces a webhook, which is active then. */
  async put(
    manager: EntityManager,
    { id, url, events, description, secret }: Omit<NewWebhook, 'isPublicOnly'>,
  ): Promise<void> {
    const webhook = { id, url, events: [...events], description, secret, isActive: true };
    await manager.upsert(WebhookRow, webhook, ['id']);
  }

  /** The oldest first. @param after the id of the last webhook of the part before; undefined: the first part */
  async list({ after, limit }: PartOf<string>): Promise<Webhook[]> {
    const webhooks = await this.source.manager.find(WebhookRow, {
      order: { id: 'ASC' },
      ...(after !== undefined && { where: { id: MoreThan(after) } }),
      take: limit,
    });
    return webhooks.map(toWebhook);
  }

  async one(id: string): Promise<Webhook | undefined> {
    const webhook = await this.source.manager.findOneBy(WebhookRow, { id });
    return webhook ? toWebhook(webhook) : undefined;
  }

  /** Locks a webhook until the transaction ends. Undefined: it does not exist. */
  async lock(manager: EntityManager, id: string): Promise<Webhook | undefined> {
    const webhook = await manager.findOne(WebhookRow, { where: { id }, lock: { mode: 'pessimistic_write' } });
    return webhook ? toWebhook(webhook) : undefined;
  }

  async setActive(manager: EntityManager, id: string, isActive: boolean): Promise<void> {
    await manager.update(WebhookRow, { id }, { isActive });
  }

  async delete(manager: EntityManager, id: string): Promise<void> {
    await manager.delete(WebhookRow, { id });
  }

  /** The active webhooks, which cannot be deleted until the transaction ends. */
  async active(manager: EntityManager): Promise<Pick<WebhookRow, 'id' | 'events'>[]> {
    return manager.find(WebhookRow, {
      select: { id: true, events: true },
      where: { isActive: true },
      order: { id: 'ASC' },
      lock: { mode: 'for_key_share' },
    });
  }

  async isWanted(event: string, manager: EntityManager = this.source.manager): Promise<boolean> {
    return manager.existsBy(WebhookRow, { isActive: true, events: ArrayContains([event]) });
  }

  async isAnyActive(manager: EntityManager): Promise<boolean> {
    return manager.existsBy(WebhookRow, { isActive: true });
  }
}

const toWebhook = (row: WebhookRow): Webhook => ({
  id: row.id,
  url: row.url,
  events: row.events,
  description: row.description,
  is_active: row.isActive,
  created_at: row.createdAt.toISOString(),
});
