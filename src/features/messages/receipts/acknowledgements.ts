import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import { Dispatch } from '@parley/realtime/dispatch';
import type { Actor } from '@parley/realtime/requests';

import { grouped } from '../../../platform/collections/groups.js';
import { UnitOfWork } from '../../../platform/database/unit-of-work.js';
import type { Work } from '../../../platform/database/unit-of-work.js';
import type { NamedInRoom } from '../../rooms/among-rooms.js';
import { HistoryRepository } from '../history/history.repository.js';
import { messagesDelivered } from '../message.frames.js';
import type { ReceiptGrant } from '../message.policy.js';
import type { StoredMessage } from '../message.view.js';
import { ReceiptLocks } from './receipt-locks.js';
import type { GrantedMessages } from './receipt-locks.js';
import { ReceiptsRepository } from './receipts.repository.js';

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
    private readonly locks: ReceiptLocks,
    private readonly receipts: ReceiptsRepository,
    private readonly history: HistoryRepository,
    private readonly dispatch: Dispatch,
    private readonly work: UnitOfWork,
  ) {}

  /**
   * Acknowledges messages, whether or not they are pending.
   * @param named in the order of the rooms' ids
   * @throws Refusal 4004 if none of the messages exists there
   */
  async acknowledge(actor: Actor, named: readonly NamedInRoom[]): Promise<Acknowledged> {
    const acknowledged = await this.work.transaction(async (work) => {
      const existing = await this.locks.messages(work, await this.locks.rooms(work, actor, named));
      return existing.length === 0 ? undefined : this.write(work, existing);
    });
    if (!acknowledged) throw notFound('No such message.');
    return acknowledged;
  }

  /** Acknowledges the pending ones of these messages in locked rooms. The others are locked until the transaction ends. */
  async acknowledgePending(work: Work, granted: readonly GrantedMessages[]): Promise<Acknowledged> {
    const pending: GrantedMessages[] = [];
    for (const { grant, ids } of await this.locks.messages(work, granted)) {
      const waiting = await this.receipts.pending(work.manager, grant, ids);
      if (waiting.length > 0) pending.push({ grant, ids: waiting });
    }
    return this.write(work, pending);
  }

  private async write(work: Work, named: readonly GrantedMessages[]): Promise<Acknowledged> {
    const delivered: DeliveredMessages[] = [];
    let anyCleared = false;
    for (const { grant, ids } of named) {
      const { messageIds, cleared } = await this.receipts.write(work.manager, grant, 'delivered', ids);
      anyCleared ||= cleared;
      delivered.push({ grant, messages: await this.history.byIds(work.manager, grant, messageIds) });
    }
    const [first] = named;
    const ofMembers = await this.ofMembers(work, delivered);
    work.afterCommit(() => {
      if (first) this.notifySenders(ofMembers, first.grant.userId);
    });
    const messages = delivered.flatMap((inRoom) => inRoom.messages);
    return { messages, changed: messages.length > 0 || anyCleared };
  }

  /** The messages whose senders are still members of their rooms. */
  private async ofMembers({ manager }: Work, delivered: readonly DeliveredMessages[]): Promise<StoredMessage[]> {
    const found: StoredMessage[] = [];
    for (const { grant, messages } of delivered) {
      const ids = messages.map(({ id }) => id);
      const stillThere = new Set(await this.receipts.ofMembers(manager, grant, ids));
      found.push(...messages.filter(({ id }) => stillThere.has(id)));
    }
    return found;
  }

  private notifySenders(messages: readonly StoredMessage[], userId: number): void {
    for (const [senderId, sent] of grouped(messages, ({ sender }) => sender.id))
      this.dispatch.toUsers([senderId], messagesDelivered(sent, userId));
  }
}

interface DeliveredMessages {
  readonly grant: ReceiptGrant;
  readonly messages: readonly StoredMessage[];
}
