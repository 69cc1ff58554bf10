import { Injectable } from '@nestjs/common';

import type { Work } from '../../platform/database/unit-of-work.js';
import type { WebhookEvent } from '../webhooks/webhook-event.js';
import { WebhooksService } from '../webhooks/webhooks.js';

/** A user to notify. */
export interface Recipient {
  readonly id: number;
  readonly username: string;
}

/** Members of a room who are to be notified of one message. */
export interface PushRequest {
  readonly roomId: string;
  readonly messageId: string;
  readonly seq: number;
  /** A part of the members if they are many: then there are several requests. */
  readonly recipients: readonly Recipient[];
}

const EVENT = 'push.requested';

/**
 * Requests pushes from programs that reach phones by the services of their vendors. Each request is a webhook event,
 * signed and retried like all of them.
 */
@Injectable()
export class PushRequestPublisher {
  constructor(private readonly webhooks: WebhooksService) {}

  /**
   * Whether any webhook subscribes to the requests.
   * @param manager the open transaction, if there is one
   */
  isWanted(manager?: Work['manager']): Promise<boolean> {
    return this.webhooks.isWanted(EVENT, manager);
  }

  /** @param manager the transaction that decides on the recipients */
  async publish(manager: Work['manager'], requests: readonly PushRequest[]): Promise<void> {
    await this.webhooks.enqueue(manager, requests.map(toWebhookEvent));
  }
}

/** Without the content of the message: the receiver reads the current content by the id. */
const toWebhookEvent = ({ roomId, messageId, seq, recipients }: PushRequest): WebhookEvent => ({
  event: EVENT,
  roomId,
  seq,
  messageIds: [],
  data: { message_id: messageId, recipients: recipients.map(({ id, username }) => ({ id, username })) },
});
