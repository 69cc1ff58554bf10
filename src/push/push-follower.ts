import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';

import type { Work } from '../database/index.js';
import { OutboxReader } from '../feed/index.js';
import type { OutboxConsumer, OutboxEntry } from '../feed/index.js';
import { PUSH_CONSUMER } from './follower-name.js';
import type { NewMessage } from './looks.repository.js';
import { PushRecipientResolver } from './push-looks.js';

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
