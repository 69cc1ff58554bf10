import { createHash } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import { ErrorCode, Refusal } from '@parley/protocol';
import type { User } from '@parley/protocol';
import { LRUCache } from 'lru-cache';

import { MessageRejected } from '../../moderation/moderated-message.js';
import { mostEntries } from '../../platform/collections/most-entries.js';
import { HeldMessages } from '../held/held-messages.js';
import type { HeldSend } from '../held/held-messages.js';
import type { Draft } from './draft.js';
import { MessageCheck } from './message-check.js';
import type { CheckedDraft } from './message-check.js';
import { MessageWriter } from './message-writer.js';
import { MessagesRepository } from './messages.repository.js';
import type { SendKey } from './messages.repository.js';
import { duplicateOf, keyOf, keyText } from './pending-send.js';
import type { WrittenMessage } from './pending-send.js';
import { SlowModeRepository } from './slow-mode.repository.js';

/** A message that is sent again is rejected again for so long, without a question to the moderation. */
const REJECTIONS_KEPT = { ...mostEntries(10_000), ttl: 600_000 };

/** The outcome of a send: the message is stored, or held. */
export type Sent = WrittenMessage | HeldSend;

/**
 * Has drafts checked, and writes those that may be stored. A message takes its number after it has been checked, and
 * one that is held takes none. The messages of one user in one room are checked side by side, and written in their
 * order; no others wait for them.
 */
@Injectable()
export class MessageSender {
  /**
   * Sends with a `client_message_id` that are being checked or written: the same send again waits for their outcome.
   */
  private readonly underway = new Map<string, Promise<Sent>>();
  private readonly rejected = new LRUCache<string, Rejected>(REJECTIONS_KEPT);
  /** The last send of each user in each room, until it is given to the writer. */
  private readonly last = new Map<string, Promise<unknown>>();

  constructor(
    private readonly check: MessageCheck,
    private readonly writer: MessageWriter,
    private readonly messages: MessagesRepository,
    private readonly held: HeldMessages,
    private readonly slowMode: SlowModeRepository,
  ) {}

  /**
   * Stores a message and dispatches it to its room, or holds it. The same send again has the same outcome.
   * @throws Refusal 4003 with the reason, if it is rejected; those of {@link MessageWriter.write} and
   *   {@link HeldMessages.hold}
   */
  async send(draft: Draft): Promise<Sent> {
    if (!this.check.isActive) return this.writer.write(draft);
    const key = sendOf(draft);
    if (key === undefined) return this.sendInOrder(draft);
    const earlier = this.underway.get(key);
    if (earlier) return { ...(await earlier), duplicate: true };
    const sent = this.sendOnce(key, draft).finally(() => this.underway.delete(key));
    this.underway.set(key, sent);
    return sent;
  }

  /**
   * A retried send returns what the first one has become, even if a first send would be rejected now.
   * @returns undefined if the user, as a member of the room, has sent nothing under this key
   * @throws Refusal 4003 if it was held and rejected
   */
  async sentBefore(user: User, key: SendKey): Promise<Sent | undefined> {
    const message = await this.messages.sentByMember(key);
    return message ? duplicateOf(message) : this.held.earlier(user, key);
  }

  private async sendOnce(key: string, draft: Draft): Promise<Sent> {
    const rejected = this.rejected.get(key);
    if (rejected) throw rejected;
    try {
      return await this.sendInOrder(draft);
    } catch (error) {
      if (error instanceof Rejected && error.isFinal) this.rejected.set(key, error);
      throw error;
    }
  }

  private async sendInOrder(draft: Draft): Promise<Sent> {
    const place = `${draft.grant.roomId}:${String(draft.actor.user.id)}`;
    const given = this.giveToWriter(draft, this.last.get(place));
    const ended = given.then(
      () => undefined,
      () => undefined,
    );
    this.last.set(place, ended);
    void ended.then(() => {
      if (this.last.get(place) === ended) this.last.delete(place);
    });
    return (await given).written;
  }

  /** @param before the send whose message is written before this one */
  private async giveToWriter(
    draft: Draft,
    before: Promise<unknown> | undefined,
  ): Promise<{ readonly written: Promise<WrittenMessage> | Sent }> {
    const [checked] = await Promise.allSettled([this.checked(draft), before]);
    if (checked.status === 'rejected') throw checked.reason;
    const { value } = checked;
    if ('earlier' in value) return { written: value.earlier };
    return { written: value.isHeld ? await this.held.hold(value.draft) : this.writer.write(value.draft) };
  }

  /**
   * @returns what an earlier send with the `client_message_id` has become, about which the moderation is not asked
   *   again
   */
  private async checked(draft: Draft): Promise<CheckedDraft | { readonly earlier: Sent }> {
    const key = keyOf(draft);
    const earlier = key && ((await this.earlier(key)) ?? (await this.held.earlier(draft.actor.user, key)));
    if (earlier) return { earlier };
    await this.slowMode.check(draft.grant);
    try {
      return await this.check.create(draft);
    } catch (error) {
      throw error instanceof MessageRejected ? new Rejected(error) : error;
    }
  }

  private async earlier(key: SendKey): Promise<WrittenMessage | undefined> {
    const [message] = await this.messages.sent([key]);
    return message && duplicateOf(message);
  }
}

/** The answer to a message that was rejected. */
class Rejected extends Refusal {
  readonly isFinal: boolean;

  constructor({ reason, isFinal }: MessageRejected) {
    super(ErrorCode.invalid, { content: [reason] });
    this.isFinal = isFinal;
  }
}

/** The `client_message_id` with what is sent under it: another text under the same id is another question. */
function sendOf(draft: Draft): string | undefined {
  const key = keyOf(draft);
  if (!key) return undefined;
  const sent = createHash('sha256').update(JSON.stringify([draft.content, draft.extraFields]));
  return `${keyText(key)}:${sent.digest('base64')}`;
}
