import { Injectable } from '@nestjs/common';
import { Dispatch } from '@parley/realtime/dispatch';

import { grouped } from '../../platform/collections/group-by.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import { HistoryRepository } from '../history/history.repository.js';
import { messagesDelivered } from '../message.frames.js';
import type { ReceiptGrant } from '../message.policy.js';
import type { StoredMessage } from '../message.view.js';
import { ReceiptsRepository } from './receipts.repository.js';
import type { NamedMessage } from './receipts.repository.js';

/** The result of an acknowledgement. */
export interface Acknowledged {
  /** The messages that had not been acknowledged before. */
  readonly messages: readonly StoredMessage[];
  /** Whether any notification of the user is no longer pending. */
  readonly changed: boolean;
}

/**
 * Records that messages have arrived at a user: their notifications are no longer pending. Each sender who is still a
 * member of the room receives one dispatch with the sender's own messages that have arrived.
 */
@Injectable()
export class AcknowledgementsService {
  constructor(
    private readonly receipts: ReceiptsRepository,
    private readonly history: HistoryRepository,
    private readonly dispatch: Dispatch,
  ) {}

  /**
   * Acknowledges messages, whether or not they are pending.
   * @returns undefined if none of the messages is in a room of the user
   */
  async acknowledgeNamed(work: Work, grant: ReceiptGrant, ids: readonly string[]): Promise<Acknowledged | undefined> {
    const named = await this.receipts.named(work.manager, grant, ids);
    return named.length === 0 ? undefined : this.write(work, grant, named);
  }

  /** Acknowledges the pending ones of these messages. The others are locked until the transaction ends. */
  async acknowledgePending(work: Work, grant: ReceiptGrant, ids: readonly string[]): Promise<Acknowledged> {
    const named = await this.receipts.named(work.manager, grant, ids);
    const pending = await this.receipts.pending(work.manager, grant, named);
    return pending.length === 0 ? NOTHING : this.write(work, grant, pending);
  }

  private async write(
    { manager, afterCommit }: Work,
    grant: ReceiptGrant,
    named: readonly NamedMessage[],
  ): Promise<Acknowledged> {
    const { messageIds, cleared } = await this.receipts.write(manager, grant, 'delivered', named);
    const messages = await this.history.byIds(manager, messageIds);
    const stillThere = await this.receipts.ofMembers(manager, messageIds);
    afterCommit(() => {
      this.notifySenders(
        messages.filter(({ id }) => stillThere.has(id)),
        grant.userId,
      );
    });
    return { messages, changed: messages.length > 0 || cleared };
  }

  private notifySenders(messages: readonly StoredMessage[], userId: number): void {
    for (const [senderId, sent] of grouped(messages, ({ sender }) => sender.id))
      this.dispatch.toUsers([senderId], messagesDelivered(sent, userId));
  }
}

const NOTHING: Acknowledged = { messages: [], changed: false };
