import { randomBytes } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import { conflict, invalid, notFound } from '@parley/protocol';
import { isUUID } from 'class-validator';
import { v7 as uuidv7 } from 'uuid';

import { AuditRepository } from '../../operations/audit/audit.repository.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { DeliveryListRepository } from './delivery-list.repository.js';
import type { DeliveryFilter, Delivery } from './delivery-list.repository.js';
import { ROOM_EVENTS, WEBHOOK_EVENTS } from './webhook-event.js';
import { shownUrl } from './webhook.entity.js';
import { WebhooksRepository } from './webhooks.repository.js';
import { WebhooksService } from './webhooks.js';
import type { Webhook } from './webhooks.repository.js';

const SECRET_BYTES = 32;
const LONGEST_URL = 2_000;
const LONGEST_DESCRIPTION = 200;
/** The event of a test delivery, which has no data. */
const PING = 'ping';

/** A webhook, and the number of its deliveries. */
type WebhookDeletion = Webhook & { readonly deliveries: number; readonly pending: number };

/** Manages webhooks for operators. Running nodes read the changes from the database. */
@Injectable()
export class WebhookAdministrationService {
  constructor(
    private readonly repository: WebhooksRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly lists: DeliveryListRepository,
    private readonly webhooks: WebhooksService,
    private readonly work: UnitOfWork,
    private readonly audit: AuditRepository,
  ) {}

  /** The oldest first. URLs are without their query. */
  async list(): Promise<Webhook[]> {
    const webhooks = await this.repository.list();
    return webhooks.map((webhook) => ({ ...webhook, url: shownUrl(webhook.url) }));
  }

  /**
   * @param events names of events; undefined: all events of rooms
   * @returns the id, and the signing secret, which is never shown again
   * @throws Refusal 4003
   */
  async create(
    url: string,
    { events = ROOM_EVENTS, description = '' }: { events?: readonly string[]; description?: string },
  ): Promise<{ readonly id: string; readonly secret: string }> {
    const id = uuidv7();
    const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
    const made = { id, url: validUrl(url), events: validEvents(events), description: short(description), secret };
    await this.work.transaction(async ({ manager }) => {
      await this.repository.create(manager, made);
      await this.webhooks.changed(manager);
      await this.record(manager, 'create', id, { events: made.events });
    });
    return { id, secret };
  }

  /** What {@link delete} would delete. @throws Refusal 4003, 4004 */
  async deletion(id: string): Promise<WebhookDeletion> {
    validId(id);
    const webhook = await this.repository.one(id);
    if (!webhook) throw notFound(`No such webhook: ${id}.`);
    const [deliveries, pending] = [
      await this.lists.count({ webhookId: id }),
      await this.lists.count({ webhookId: id, state: 'pending' }),
    ];
    return { ...webhook, url: shownUrl(webhook.url), deliveries, pending };
  }

  /** Deletes the webhook and its deliveries. @throws Refusal 4003, 4004 */
  delete(id: string): Promise<void> {
    return this.change(id, async (manager) => {
      await this.repository.delete(manager, id);
      await this.record(manager, 'delete', id);
    });
  }

  /**
   * A disabled webhook gets no events that happen meanwhile; its pending deliveries wait.
   * @throws Refusal 4003, 4004
   */
  setActive(id: string, isActive: boolean): Promise<void> {
    return this.change(id, async (manager) => {
      await this.repository.setActive(manager, id, isActive);
      await this.record(manager, isActive ? 'enable' : 'disable', id);
    });
  }

  /**
   * @returns the id of a delivery without data
   * @throws Refusal 4003, 4004; 4005 if the webhook is disabled
   */
  async test(id: string): Promise<string> {
    let delivery = '';
    await this.change(id, async (manager, { is_active }) => {
      if (!is_active) throw conflict(`The webhook ${id} is disabled: enable it first.`);
      const webhookEvent = { event: PING, roomId: null, seq: null, messageIds: [], data: {} };
      [delivery = ''] = await this.deliveries.insert(manager, [{ webhookId: id, webhookEvent }]);
      await this.record(manager, 'test', id);
    });
    return delivery;
  }

  /** The newest first. @throws Refusal 4003 */
  listDeliveries(filter: DeliveryFilter, limit: number): Promise<Delivery[]> {
    return this.lists.list(validFilter(filter), limit);
  }

  /** @returns the number of deliveries that are sent again. @throws Refusal 4003 */
  async replay(filter: DeliveryFilter): Promise<number> {
    const { ids, webhookId, since } = validFilter(filter);
    if (ids === undefined && webhookId === undefined && since === undefined) {
      throw invalid('Give the ids of deliveries, --webhook or --since.');
    }
    return this.work.transaction(async ({ manager }) => {
      const count = await this.lists.replay(manager, filter);
      await this.record(manager, 'replay', webhookId ?? null, { deliveries: count });
      return count;
    });
  }

  private async change(id: string, body: (manager: Work['manager'], webhook: Webhook) => Promise<void>): Promise<void> {
    validId(id);
    await this.work.transaction(async ({ manager }) => {
      const webhook = await this.repository.lock(manager, id);
      if (!webhook) throw notFound(`No such webhook: ${id}.`);
      await body(manager, webhook);
      await this.webhooks.changed(manager);
    });
  }

  private async record(
    manager: Work['manager'],
    action: string,
    id: string | null,
    details: Readonly<Record<string, number | readonly string[]>> = {},
  ): Promise<void> {
    const act = { action: `webhooks.${action}`, details: { webhook_id: id, ...details } };
    await this.audit.record(manager, 'operator', act);
  }
}

/** `fetch` rejects a URL that contains a user or a password. */
function validUrl(url: string): string {
  const { protocol, username, password, href } = URL.canParse(url) ? new URL(url) : new URL('none:');
  if (!['https:', 'http:'].includes(protocol) || username + password !== '' || href.length > LONGEST_URL) {
    throw invalid(
      `The URL must begin with https:// or http://, contain no user or password, and have at most ${String(LONGEST_URL)} characters.`,
    );
  }
  return href;
}

function validEvents(events: readonly string[]): readonly string[] {
  if (events.length === 0 || !events.every((event) => WEBHOOK_EVENTS.includes(event))) {
    throw invalid(`--events must be some of ${WEBHOOK_EVENTS.join(', ')}, separated by commas.`);
  }
  return [...new Set(events)];
}

function short(description: string): string {
  if (description.length > LONGEST_DESCRIPTION) {
    throw invalid(`--description may have at most ${String(LONGEST_DESCRIPTION)} characters.`);
  }
  return description;
}

function validId(id: string): void {
  if (!isUUID(id))
    throw invalid(
      `Not an id: ${id}. An id is a UUID, as "parley webhooks list" and "parley webhooks deliveries" print it.`,
    );
}

function validFilter(filter: DeliveryFilter): DeliveryFilter {
  for (const id of [...(filter.ids ?? []), ...(filter.webhookId === undefined ? [] : [filter.webhookId])]) validId(id);
  return filter;
}
