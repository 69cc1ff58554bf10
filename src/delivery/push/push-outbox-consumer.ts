import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';

import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import { OutboxReader } from '../outbox/outbox-reader.js';
import type { OutboxEntry } from '../outbox/outbox-entry-reader.js';
import { OutboxConsumersRepository } from '../outbox/outbox.repository.js';
import type { OutboxConsumer } from '../outbox/outbox-reader.js';
import type { PushableMessage } from './waiting-messages.repository.js';
import { MessageAudiences } from './message-audiences.js';
import { PushRecipientResolver } from './push-recipient-resolver.js';
import { PushRequestPublisher } from './push-request-publisher.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';

/** The name of push as an outbox consumer. */
export const PUSH_CONSUMER = 'push';

/** Consumes every new message and edit from the outbox, on one process at a time, and enqueues their pushes. */
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
    await this.recipients.enqueue(manager, entries.flatMap(pushable));
  }
}

/**
 * The frame under the sequence number of a message is that message, until it is deleted. An edit may have added
 * mentions only if the message mentions anybody now.
 */
function pushable({ roomId, seq, frame }: OutboxEntry): PushableMessage[] {
  if (frame.eventType === 'message.dispatch') {
    return [{ id: frame.data.id, roomId, seq, senderId: frame.data.sender.id, editSeq: null }];
  }
  if (frame.eventType !== 'messagemodification.dispatch' || frame.data.action !== 'update') return [];
  const { id, seq: messageSeq, sender, mentions, mention_room: mentionsRoom } = frame.data.message;
  if (mentions.length === 0 && !mentionsRoom) return [];
  return [{ id, roomId, seq: messageSeq, senderId: sender.id, editSeq: seq }];
}

/**
 * Decides whether push consumes the outbox. While no browser and no webhook receives pushes, and no mail is sent, it
 * does not, and push costs nothing.
 */
@Injectable()
export class PushOutboxSubscription {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly consumers: OutboxConsumersRepository,
    private readonly publisher: PushRequestPublisher,
    private readonly audiences: MessageAudiences,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Starts or stops the consumption by the current subscriptions, webhooks and settings. */
  async update(): Promise<void> {
    await this.unitOfWork.transaction(async ({ manager }) => {
      const isWanted = this.audiences.areWanted || (await this.publisher.isWanted(manager));
      if (isWanted || (await this.subscriptions.areThere(manager)))
        await this.consumers.subscribe(manager, PUSH_CONSUMER);
      else await this.consumers.unsubscribe(manager, PUSH_CONSUMER);
    });
  }
}
