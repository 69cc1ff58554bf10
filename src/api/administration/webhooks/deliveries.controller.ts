import { Controller } from '@nestjs/common';

import type { Delivery } from '../../../delivery/webhooks/delivery-list.repository.js';
import { WebhookAdministrationService } from '../../../delivery/webhooks/webhook-administration.service.js';
import { JsonBody } from '../../../platform/http/body.js';
import { QueryOf } from '../../../platform/http/query-values.js';
import { Administration, AdministrationRoute } from '../access/administration-route.js';
import { CurrentAdministrator } from '../access/administrator.guard.js';
import type { Administrator } from '../access/administrator.guard.js';
import { nextCursor, sizeOf, textAfter } from '../access/page-request.js';
import { isId } from '../access/path-values.js';
import { DeliveryPageRequest, ReplayRequest } from './webhook-requests.js';

/** A page of deliveries, the newest first. It can have fewer than requested, and others follow nevertheless. */
export interface DeliveryPage {
  readonly deliveries: readonly Delivery[];
  readonly next_cursor: string | null;
}

/** Deliveries that are sent again. */
export interface ReplayedDeliveries {
  readonly replayed: number;
  /** For the next request, with the same body beside it; null: these are all. */
  readonly next_cursor: string | null;
}

/** The deliveries of webhooks, for administrators. */
@Controller('api/admin/webhooks')
@Administration()
export class DeliveriesController {
  constructor(private readonly webhooks: WebhookAdministrationService) {}

  @AdministrationRoute('GET', 'deliveries/', {
    summary: 'Returns a page of the deliveries of webhooks, the newest first.',
    right: 'webhooks.manage',
    query: DeliveryPageRequest,
    answer: { description: 'A page of deliveries.', type: 'DeliveryPage' },
  })
  async list(@QueryOf(DeliveryPageRequest) request: DeliveryPageRequest): Promise<DeliveryPage> {
    const filter = { webhookId: request.webhook_id ?? undefined, state: request.state ?? undefined };
    const place = { after: textAfter(request, isId), limit: sizeOf(request) };
    const { items: deliveries, after } = await this.webhooks.deliveryPart(filter, place);
    return { deliveries, next_cursor: nextCursor(after) };
  }

  @AdministrationRoute('POST', 'replay/', {
    summary: 'Sends deliveries again under the same ids, at most 10000 with one request.',
    right: 'webhooks.manage',
    body: ReplayRequest,
    answer: { description: 'The number of deliveries.', type: 'ReplayedDeliveries' },
  })
  async replay(
    @CurrentAdministrator() { authority }: Administrator,
    @JsonBody(ReplayRequest) request: ReplayRequest,
  ): Promise<ReplayedDeliveries> {
    const { ids, webhook_id: webhookId, state, since } = request;
    const filter = {
      ids: ids ?? undefined,
      webhookId: webhookId ?? undefined,
      state: state ?? undefined,
      since: typeof since === 'string' ? new Date(since) : undefined,
    };
    const { replayed, after } = await this.webhooks.replayPart(authority, filter, textAfter(request, isId));
    return { replayed, next_cursor: nextCursor(after) };
  }
}
