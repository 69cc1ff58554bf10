import { randomBytes } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import { conflict, invalid, notFound } from '@parley/protocol';
import { isUUID } from 'class-validator';
import { v7 as uuidv7 } from 'uuid';

import { AuditRepository } from '../../features/audit/audit.repository.js';
import type { AuditActor, AuditedAct } from '../../features/audit/audited-act.js';
import type { ListPart, PartOf } from '../../platform/collections/list-part.js';
import { WebhookSettings } from './webhook.settings.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import type { Authority } from '../../features/users/roles/authority.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { DeliveryListRepository } from './delivery-list.repository.js';
import type { Delivery, DeliveryFilter, ReplayedPart } from './delivery-list.repository.js';
import { mayBeCalled } from './webhook-call.js';
import { ROOM_EVENTS, WEBHOOK_EVENTS } from './webhook-event.js';
import { shownUrl } from './webhook.entity.js';
import { WebhooksRepository } from './webhooks.repository.js';
import { WebhooksService } from './webhooks.js';
import type { Webhook } from './webhooks.repository.js';

const SECRET_BYTES = 32;
export const LONGEST_URL = 2_000;
export const LONGEST_DESCRIPTION = 200;
/** The event of a test delivery, which has no data. */
const PING = 'ping';

/** A webhook, and the number of its deliveries. */
export interface WebhookDeletion extends Webhook {
  readonly deliveries: number;
  readonly pending: number;
}

/** A new webhook. */
export interface CreatedWebhook {
  readonly id: string;
  /** Signs deliveries, and is never shown again. */
  readonly secret: string;
}

/** Manages webhooks for operators and administrators. Running nodes read the changes from the database. */
@Injectable()
export class WebhookAdministrationService {
  constructor(
    private readonly repository: WebhooksRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly lists: DeliveryListRepository,
    private readonly webhooks: WebhooksService,
    private readonly work: UnitOfWork,
    private readonly audit: AuditRepository,
    private readonly settings: WebhookSettings,
  ) {}

  /**
   * The oldest first. URLs are without their query.
   * @param after the id of the last webhook of the page before; undefined: the first page
   */
  async page(part: PartOf<string>): Promise<Webhook[]> {
    return (await this.repository.list(part)).map(withShownUrl);
  }

  /**
   * @param events names of events; undefined: all events of rooms
   * @returns the id, and the signing secret, which is never shown again
   * @throws Refusal 4002, 4003
   */
  async create(
    authority: Authority,
    url: string,
    { events = ROOM_EVENTS, description = '' }: { events?: readonly string[]; description?: string },
  ): Promise<CreatedWebhook> {
    const id = uuidv7();
    const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
    const isPublicOnly = authority.rank !== 'operator';
    const checked = validUrl(url);
    if (isPublicOnly && !mayBeCalled(checked, this.settings.allowedHosts)) {
      throw invalid({
        url: ['Must be at a public host, or at one of WEBHOOK_ALLOWED_HOSTS. Commands may name any host.'],
      });
    }
    const made = {
      id,
      url: checked,
      events: validEvents(events),
      description: short(description),
      secret,
      isPublicOnly,
    };
    await this.work.transaction(async ({ manager }) => {
      const actor = await authority.permit(manager, 'webhooks.manage');
      await this.repository.create(manager, made);
      await this.webhooks.changed(manager);
      await this.record(manager, actor, 'create', { webhook_id: id, events: made.events });
    });
    return { id, secret };
  }

  /** Counts the rows that {@link delete} would delete. @throws Refusal 4003, 4004 */
  async deletion(id: string): Promise<WebhookDeletion> {
    validId(id);
    const webhook = await this.repository.one(id);
    if (!webhook) throw notFound(`No such webhook: ${id}.`);
    const [deliveries, pending] = [await this.lists.count(id), await this.lists.count(id, 'pending')];
    return { ...withShownUrl(webhook), deliveries, pending };
  }

  /** Deletes the webhook and its deliveries. @throws Refusal 4002, 4003, 4004 */
  delete(authority: Authority, id: string): Promise<void> {
    return this.change(authority, id, 'delete', (manager) => this.repository.delete(manager, id));
  }

  /**
   * A disabled webhook gets no events that happen meanwhile; its pending deliveries wait.
   * @throws Refusal 4002, 4003, 4004
   */
  setActive(authority: Authority, id: string, isActive: boolean): Promise<void> {
    const action = isActive ? 'enable' : 'disable';
    return this.change(authority, id, action, (manager) => this.repository.setActive(manager, id, isActive));
  }

  /**
   * @returns the id of a delivery without data
   * @throws Refusal 4002, 4003, 4004; 4005 if the webhook is disabled
   */
  async test(authority: Authority, id: string): Promise<string> {
    let delivery = '';
    await this.change(authority, id, 'test', async (manager, { is_active }) => {
      if (!is_active) throw conflict(`The webhook ${id} is disabled: enable it first.`);
      const webhookEvent = { event: PING, roomId: null, seq: null, messageIds: [], data: {} };
      [delivery = ''] = await this.deliveries.insert(manager, [{ webhookId: id, webhookEvent }]);
    });
    return delivery;
  }

  /** The newest first. @throws Refusal 4003 */
  deliveryPart(filter: DeliveryFilter, part: PartOf<string>): Promise<ListPart<Delivery, string>> {
    return this.lists.part(validFilter(filter), part);
  }

  /**
   * Each part of them is committed for itself. @returns the number of deliveries that are sent again. @throws Refusal
   * 4002, 4003
   */
  async replay(authority: Authority, filter: DeliveryFilter): Promise<number> {
    let part = await this.replayPart(authority, filter, undefined);
    let { replayed } = part;
    while (part.after !== undefined) {
      part = await this.replayPart(authority, filter, part.after);
      replayed += part.replayed;
    }
    return replayed;
  }

  /**
   * Sends the next part of the chosen deliveries again.
   * @param after the end of the part before; undefined: the first part
   * @throws Refusal 4002, 4003
   */
  async replayPart(authority: Authority, filter: DeliveryFilter, after: string | undefined): Promise<ReplayedPart> {
    const { ids, webhookId, since } = validFilter(filter);
    if (ids === undefined && webhookId === undefined && since === undefined) {
      throw invalid({ ids: ['Required without a webhook and a time since which deliveries were created.'] });
    }
    return this.work.transaction(async ({ manager }) => {
      const actor = await authority.permit(manager, 'webhooks.manage');
      const part = await this.lists.replay(manager, filter, after);
      await this.record(manager, actor, 'replay', { webhook_id: webhookId ?? null, deliveries: part.replayed });
      return part;
    });
  }

  private async change(
    authority: Authority,
    id: string,
    action: string,
    write: (manager: Work['manager'], webhook: Webhook) => Promise<void>,
  ): Promise<void> {
    validId(id);
    await this.work.transaction(async ({ manager }) => {
      const actor = await authority.permit(manager, 'webhooks.manage');
      const webhook = await this.repository.lock(manager, id);
      if (!webhook) throw notFound(`No such webhook: ${id}.`);
      await write(manager, webhook);
      await this.webhooks.changed(manager);
      await this.record(manager, actor, action, { webhook_id: id });
    });
  }

  private record(
    manager: Work['manager'],
    actor: AuditActor,
    action: string,
    details: NonNullable<AuditedAct['details']>,
  ): Promise<void> {
    return this.audit.record(manager, actor, { action: `webhooks.${action}`, details });
  }
}

const withShownUrl = (webhook: Webhook): Webhook => ({ ...webhook, url: shownUrl(webhook.url) });

/** `fetch` rejects a URL that contains a user or a password. */
function validUrl(url: string): string {
  const { protocol, username, password, href } = URL.canParse(url) ? new URL(url) : new URL('none:');
  if (!['https:', 'http:'].includes(protocol) || username + password !== '' || href.length > LONGEST_URL) {
    throw invalid({
      url: [
        `Must begin with https:// or http://, contain no user or password, and have at most ${String(LONGEST_URL)} characters.`,
      ],
    });
  }
  return href;
}

function validEvents(events: readonly string[]): readonly string[] {
  if (events.length === 0 || !events.every((event) => WEBHOOK_EVENTS.includes(event))) {
    throw invalid({ events: [`Must be some of ${WEBHOOK_EVENTS.join(', ')}.`] });
  }
  return [...new Set(events)];
}

function short(description: string): string {
  if (description.length > LONGEST_DESCRIPTION) {
    throw invalid({ description: [`Must have at most ${String(LONGEST_DESCRIPTION)} characters.`] });
  }
  return description;
}

function validId(id: string): void {
  if (!isUUID(id)) throw invalid(`Not an id: ${id}. The id of a webhook or a delivery is a UUID.`);
}

function validFilter(filter: DeliveryFilter): DeliveryFilter {
  for (const id of [...(filter.ids ?? []), ...(filter.webhookId === undefined ? [] : [filter.webhookId])]) validId(id);
  return filter;
}
