import { Injectable } from '@nestjs/common';
import { Dispatch } from '@parley/realtime/dispatch';

import type { Work } from '../database/index.js';
import { grouped } from '../grouped.js';
import { HistoryRepository } from './history.repository.js';
import { messagesDelivered } from './message.frames.js';
import type { ReceiptGrant } from './message.policy.js';
import type { StoredMessage } from './message.view.js';
import { ReceiptsRepository } from './receipts.repository.js';
import type { NamedMessage } from './receipts.repository.js';

/** What came of it. */
export interface Acknowledged {
  /** Those that had not been acknowledged before. */
  readonly messages: readonly StoredMessage[];
  /** Whether anything that waited for the user waits no more. */
  readonly changed: boolean;
}

/**
 * A user has been given messages, and is notified of them no more. Each sender who is still in the room of a message
 * hears which of theirs arrived, in one dispatch.
 */
@Injectable()
export class Acknowledgements {
  constructor(
    private readonly receipts: ReceiptsRepository,
    private readonly history: HistoryRepository,
    private readonly dispatch: Dispatch,
  ) {}

  /**
   * Of these messages, whether or not they wait.
   * @returns undefined where none of them is there, in a room of the user's
   */
  async ofNamed(work: Work, grant: ReceiptGrant, ids: readonly string[]): Promise<Acknowledged | undefined> {
    const named = await this.receipts.named(work.manager, grant, ids);
    return named.length === 0 ? undefined : this.write(work, grant, named);
  }

  /** Of those of these messages that wait for the user; the others stay as they are until the transaction ends. */
  async ofWaiting(work: Work, grant: ReceiptGrant, ids: readonly string[]): Promise<Acknowledged> {
    const named = await this.receipts.named(work.manager, grant, ids);
    const waiting = await this.receipts.pending(work.manager, grant, named);
    return waiting.length === 0 ? NOTHING : this.write(work, grant, waiting);
  }

  private async write(
    { manager, afterCommit }: Work,
    grant: ReceiptGrant,
    named: readonly NamedMessage[],
  ): Promise<Acknowledged> {
    const { messageIds, cleared } = await this.receipts.write(manager, grant, 'delivered', named);
    const messages = await this.history.of(manager, messageIds);
    const stillThere = await this.receipts.ofMembers(manager, messageIds);
    afterCommit(() => {
      this.tellSenders(messages.filter(({ id }) => stillThere.has(id)));
    });
    return { messages, changed: messages.length > 0 || cleared };
  }

  private tellSenders(messages: readonly StoredMessage[]): void {
    for (const [senderId, sent] of grouped(messages, ({ sender }) => sender.id))
      this.dispatch.toUsers([senderId], messagesDelivered(sent));
  }
}

const NOTHING: Acknowledged = { messages: [], changed: false };
