import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';

import type { Work } from '../../platform/database/unit-of-work.js';
import type { OutboxConsumer, OutboxEntry } from '../outbox/outbox-consumer.js';
import { OutboxReader } from '../outbox/outbox-reader.js';
import type { NewMessage } from './due-push.repository.js';
import { PUSH_CONSUMER } from './push-outbox-subscription.js';
import { PushRecipientResolver } from './push-recipient-resolver.js';

/** Consumes every new message from the outbox, on one process at a time, and enqueues its push. */
@Injectable()
export class PushOutboxConsumer implements OutboxConsumer, OnModuleInit {
  readonly name = PUSH_CONSUMER;

  constructor(
    private readonly outbox: OutboxReader,
    private readonly recipients: PushRecipientResolver,
  ) {}

  onModuleInit(): void {
    this.outbox.register(this);
  }

  async consume({ manager }: Work, entries: readonly OutboxEntry[]): Promise<void> {
    await this.recipients.enqueue(manager, entries.flatMap(newMessage));
  }
}

/** The frame under the sequence number of a message is that message, until it is deleted. */
function newMessage({ roomId, seq, frame }: OutboxEntry): NewMessage[] {
  if (frame.eventType !== 'message.dispatch') return [];
  return [{ id: frame.data.id, roomId, seq, senderId: frame.data.sender.id }];
}
