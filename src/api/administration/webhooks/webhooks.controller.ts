import { Controller, Param } from '@nestjs/common';

import { WebhookAdministrationService } from '../../../delivery/webhooks/webhook-administration.service.js';
import type { CreatedWebhook, WebhookDeletion } from '../../../delivery/webhooks/webhook-administration.service.js';
import type { Webhook } from '../../../delivery/webhooks/webhooks.repository.js';
import { partOf } from '../../../platform/collections/list-part.js';
import { JsonBody } from '../../../platform/http/body.js';
import { QueryOf } from '../../../platform/http/query-values.js';
import type { Nothing } from '../../../platform/http/route-contract.js';
import { Administration, AdministrationRoute, DONE, done } from '../access/administration-route.js';
import { CurrentAdministrator } from '../access/administrator.guard.js';
import type { Administrator } from '../access/administrator.guard.js';
import { nextCursor, PageRequest, sizeOf, textAfter } from '../access/page-request.js';
import { isId, uuidOf } from '../access/path-values.js';
import { NewWebhookRequest } from './webhook-requests.js';

/** A page of webhooks without their secrets, the oldest first. */
export interface WebhookPage {
  readonly webhooks: readonly Webhook[];
  readonly next_cursor: string | null;
}

/** A delivery that is being sent. */
export interface TestDelivery {
  readonly delivery_id: string;
}

@Controller('api/admin/webhooks')
@Administration()
export class WebhooksAdministrationController {
  constructor(private readonly webhooks: WebhookAdministrationService) {}

  @AdministrationRoute('GET', '', {
    summary: 'Returns a page of the webhooks, the oldest first. URLs are without their query.',
    right: 'webhooks.manage',
    query: PageRequest,
    answer: { description: 'A page of webhooks.', type: 'WebhookPage' },
  })
  async list(@QueryOf(PageRequest) request: PageRequest): Promise<WebhookPage> {
    const limit = sizeOf(request);
    const found = await this.webhooks.page({ after: textAfter(request, isId), limit: limit + 1 });
    const { items, after } = partOf(found, { limit }, ({ id }) => id);
    return { webhooks: items, next_cursor: nextCursor(after) };
  }

  @AdministrationRoute('POST', '', {
    summary: 'Creates a webhook that receives events from now on.',
    right: 'webhooks.manage',
    body: NewWebhookRequest,
    answer: { description: 'The id, and the secret of the signatures, once.', type: 'CreatedWebhook' },
  })
  create(
    @CurrentAdministrator() { authority }: Administrator,
    @JsonBody(NewWebhookRequest) { url, events, description }: NewWebhookRequest,
  ): Promise<CreatedWebhook> {
    return this.webhooks.create(authority, url, { ...(events && { events }), ...(description && { description }) });
  }

  @AdministrationRoute('GET', ':webhook_id/deletion/', {
    summary: 'Returns a webhook with the numbers of deliveries that its deletion would delete.',
    right: 'webhooks.manage',
    answer: { description: 'The webhook, and numbers to a million.', type: 'WebhookDeletion' },
  })
  deletion(@Param('webhook_id') id: string): Promise<WebhookDeletion> {
    return this.webhooks.deletion(uuidOf(id));
  }

  @AdministrationRoute('DELETE', ':webhook_id/', {
    summary: 'Deletes a webhook with its deliveries.',
    right: 'webhooks.manage',
    answer: DONE,
  })
  delete(@CurrentAdministrator() { authority }: Administrator, @Param('webhook_id') id: string): Promise<Nothing> {
    return done(this.webhooks.delete(authority, uuidOf(id)));
  }

  @AdministrationRoute('POST', ':webhook_id/enable/', {
    summary: 'Resumes deliveries to a webhook: those that are pending, and events from now on.',
    right: 'webhooks.manage',
    answer: DONE,
  })
  enable(@CurrentAdministrator() { authority }: Administrator, @Param('webhook_id') id: string): Promise<Nothing> {
    return done(this.webhooks.setActive(authority, uuidOf(id), true));
  }

  @AdministrationRoute('POST', ':webhook_id/disable/', {
    summary: 'Stops deliveries to a webhook until it is enabled.',
    right: 'webhooks.manage',
    answer: DONE,
  })
  disable(@CurrentAdministrator() { authority }: Administrator, @Param('webhook_id') id: string): Promise<Nothing> {
    return done(this.webhooks.setActive(authority, uuidOf(id), false));
  }

  @AdministrationRoute('POST', ':webhook_id/test/', {
    summary: 'Sends the event ping to a webhook.',
    right: 'webhooks.manage',
    answer: { description: 'The delivery.', type: 'TestDelivery' },
    refusals: { 409: { description: 'The webhook is disabled: `conflict`.', type: 'HttpError' } },
  })
  async test(
    @CurrentAdministrator() { authority }: Administrator,
    @Param('webhook_id') id: string,
  ): Promise<TestDelivery> {
    return { delivery_id: await this.webhooks.test(authority, uuidOf(id)) };
  }
}
