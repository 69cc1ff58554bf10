import { createHash } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import { Refusal } from '@parley/protocol';
import type { User } from '@parley/protocol';
import { LRUCache } from 'lru-cache';

import { mostEntries } from '../../../platform/collections/most-entries.js';
import { HeldMessages } from '../held/held-messages.js';
import type { HeldSend } from '../held/held-messages.js';
import type { StoredMessage } from '../message.view.js';
import type { Draft } from './draft.js';
import { MessagesRepository } from './messages.repository.js';
import type { SendKey } from './messages.repository.js';
import { duplicateOf, keyOf, keyText } from './pending-send.js';
import type { WrittenMessage } from './pending-send.js';

/** The outcome of a send: the message is stored, or held. */
export type Sent = WrittenMessage | HeldSend;

/** A rejected send is rejected again for so long, without a question to the moderation. */
const REJECTIONS_KEPT = { ...mostEntries(10_000), ttl: 600_000 };

interface SendInFlight {
  readonly draft: Draft;
  readonly sent: Promise<Sent>;
}

/**
 * Decides what a send with a `client_message_id` is: a new one, or the same again. The same send has one outcome, which
 * is, in this order: that of the send in flight on this node; the message, stored or deleted; the held message; the
 * rejection. A send that another node is writing is found by the unique key of the statement.
 */
@Injectable()
export class SendOutcomes {
  private readonly inFlight = new Map<string, SendInFlight>();
  private readonly rejected = new LRUCache<string, Refusal>(REJECTIONS_KEPT);

  constructor(
    private readonly messages: MessagesRepository,
    private readonly held: HeldMessages,
  ) {}

  /**
   * Sends a draft. The same send again waits for the first one, and sends only if that has failed in a way that another
   * attempt may not.
   */
  once(draft: Draft, send: () => Promise<Sent>): Promise<Sent> {
    const sendKey = keyOf(draft);
    if (sendKey === undefined) return send();
    const key = keyText(sendKey);
    const earlier = this.inFlight.get(key);
    if (earlier) return this.after(earlier, draft, send);
    const sent = send().finally(() => this.inFlight.delete(key));
    this.inFlight.set(key, { draft, sent });
    return sent;
  }

  /**
   * The outcome of an earlier send of a member of the room, whose own draft may be refused now.
   * @throws Refusal 4003 if a moderator has rejected it
   */
  async ofMember(user: User, key: SendKey): Promise<Sent | undefined> {
    return this.ofStored(await this.messages.sentByMember(key), user, key);
  }

  /**
   * The outcome of an earlier send of a user who may send now.
   * @throws Refusal 4003 if a moderator has rejected it
   */
  async ofSender(draft: Draft): Promise<Sent | undefined> {
    const key = keyOf(draft);
    if (!key) return undefined;
    const [message] = await this.messages.sent([key]);
    return this.ofStored(message, draft.actor.user, key);
  }

  /** The messages that were stored under these keys, by {@link keyText}. */
  async stored(keys: readonly SendKey[]): Promise<ReadonlyMap<string, StoredMessage>> {
    if (keys.length === 0) return new Map();
    const messages = await this.messages.sent(keys);
    return new Map(
      messages.map((message) => {
        const { roomId, sender, clientMessageId } = message;
        return [keyText({ roomId, senderId: sender.id, clientMessageId: clientMessageId ?? '' }), message];
      }),
    );
  }

  /** @throws Refusal the answer to the same send, if it was rejected before */
  requireNotRejected(draft: Draft): void {
    const text = contentKeyOf(draft);
    const refusal = text === undefined ? undefined : this.rejected.get(text);
    if (refusal) throw refusal;
  }

  /** Remembers that a send is rejected, whenever it is repeated. */
  reject(draft: Draft, refusal: Refusal): void {
    const text = contentKeyOf(draft);
    if (text !== undefined) this.rejected.set(text, refusal);
  }

  private async after(earlier: SendInFlight, draft: Draft, send: () => Promise<Sent>): Promise<Sent> {
    try {
      return { ...(await earlier.sent), duplicate: true };
    } catch (error) {
      if (error instanceof Refusal && textOf(earlier.draft) === textOf(draft)) throw error;
      return this.once(draft, send);
    }
  }

  private async ofStored(message: StoredMessage | undefined, user: User, key: SendKey): Promise<Sent | undefined> {
    return message ? duplicateOf(message) : this.held.earlier(user, key);
  }
}

/** What is sent: another text under the same `client_message_id` is another question. */
const textOf = ({ content, extraFields }: Draft): string => JSON.stringify([content, extraFields]);

/** @returns undefined for a draft without a `client_message_id` */
function contentKeyOf(draft: Draft): string | undefined {
  const key = keyOf(draft);
  return key && `${keyText(key)}:${createHash('sha256').update(textOf(draft)).digest('base64')}`;
}
