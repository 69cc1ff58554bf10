import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';

import type { Work } from '../../platform/database/unit-of-work.js';
import { OutboxReader } from '../outbox/outbox-reader.js';
import type { OutboxEntry } from '../outbox/outbox-entry-reader.js';
import type { OutboxConsumer } from '../outbox/outbox-reader.js';
import { DeliveryRedactionRepository } from './delivery-redaction.repository.js';
import { SendDeliveriesJob } from './send-deliveries.job.js';
import { webhookEventOf } from './webhook-event.js';
import { WEBHOOKS_CONSUMER, WebhooksService } from './webhooks.js';

/** Enqueues deliveries of the outbox's changes of rooms, and redacts deleted texts. */
@Injectable()
export class WebhookOutboxConsumer implements OutboxConsumer, OnModuleInit {
  readonly name = WEBHOOKS_CONSUMER;

  constructor(
    private readonly outbox: OutboxReader,
    private readonly webhooks: WebhooksService,
    private readonly redaction: DeliveryRedactionRepository,
    private readonly sending: SendDeliveriesJob,
  ) {}

  onModuleInit(): void {
    this.outbox.register(this);
  }

  async consume({ manager, afterCommit }: Work, entries: readonly OutboxEntry[]): Promise<void> {
    // Deliveries that are written after this were read after the deletion, so they do not contain the deleted texts.
    await this.redaction.redactMessages(manager, entries.flatMap(deletedMessages));
    await this.redaction.redactRooms(manager, entries.flatMap(endedRoom));
    const events = entries.flatMap((each) => webhookEventOf(each) ?? []);
    if ((await this.webhooks.enqueue(manager, events)) === 0) return;
    afterCommit(() => this.sending.wake());
  }
}

function deletedMessages({ frame }: OutboxEntry): readonly string[] {
  if (frame.eventType === 'message.dispatch') return frame.data.is_deleted ? [frame.data.id] : [];
  if (frame.eventType !== 'messagemodification.dispatch') return [];
  return frame.data.action === 'delete' ? frame.data.message_ids : [];
}

const endedRoom = ({ frame, roomId }: OutboxEntry): string[] =>
  frame.eventType === 'roomdelete.dispatch' ? [roomId] : [];
