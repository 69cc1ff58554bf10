import { Choice, Choices, Id, Ids, Moment, Optional, Text } from '@parley/realtime/requests';

import { LONGEST_DESCRIPTION, LONGEST_URL } from '../../../delivery/webhooks/webhook-administration.service.js';
import { DELIVERY_STATES } from '../../../delivery/webhooks/webhook-delivery.entity.js';
import type { DeliveryState } from '../../../delivery/webhooks/webhook-delivery.entity.js';
import { WEBHOOK_EVENTS } from '../../../delivery/webhooks/webhook-event.js';
import { LONGEST_CURSOR, PageRequest } from '../access/page-request.js';

/** The most deliveries that a request names. */
const MOST_NAMED = 100;

export class NewWebhookRequest {
  @Text({ min: 1, max: LONGEST_URL })
  url!: string;

  /** By default all events of rooms. */
  @Optional()
  @Choices(WEBHOOK_EVENTS)
  events?: string[] | null;

  @Optional()
  @Text({ max: LONGEST_DESCRIPTION })
  description?: string | null;
}

/** Selects deliveries for a page of the list. */
export class DeliveryPageRequest extends PageRequest {
  @Optional()
  @Id()
  webhook_id?: string | null;

  @Optional()
  @Choice(DELIVERY_STATES)
  state?: DeliveryState | null;
}

/** Selects deliveries that are sent again: some of them, of one webhook, or of a time. */
export class ReplayRequest {
  @Optional()
  @Ids({ least: 1, most: MOST_NAMED })
  ids?: string[] | null;

  @Optional()
  @Id()
  webhook_id?: string | null;

  @Optional()
  @Choice(DELIVERY_STATES)
  state?: DeliveryState | null;

  /** Deliveries that were created at this time or later. */
  @Optional()
  @Moment()
  since?: string | null;

  /** The `next_cursor` of the answer before. */
  @Optional()
  @Text({ min: 1, max: LONGEST_CURSOR })
  cursor?: string | null;
}
