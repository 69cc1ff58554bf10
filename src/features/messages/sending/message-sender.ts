import { Injectable } from '@nestjs/common';
import { ErrorCode, Refusal } from '@parley/protocol';

import { MessageRejected } from '../../moderation/moderated-message.js';
import { HeldMessages } from '../held/held-messages.js';
import type { Draft } from './draft.js';
import { MessageCheck } from './message-check.js';
import type { CheckedDraft } from './message-check.js';
import { MessageWriter } from './message-writer.js';
import type { WrittenMessage } from './pending-send.js';
import { SendOutcomes } from './send-outcomes.js';
import type { Sent } from './send-outcomes.js';
import { SlowModeRepository } from './slow-mode.repository.js';

/**
 * Has drafts checked, and writes those that may be stored. A message takes its number after it has been checked, and
 * one that is held takes none. The messages of one user in one room are checked side by side, and written in their
 * order; no others wait for them.
 */
@Injectable()
export class MessageSender {
  /** The last send of each user in each room, until it is given to the writer. */
  private readonly last = new Map<string, Promise<unknown>>();

  constructor(
    private readonly check: MessageCheck,
    private readonly writer: MessageWriter,
    private readonly outcomes: SendOutcomes,
    private readonly held: HeldMessages,
    private readonly slowMode: SlowModeRepository,
  ) {}

  /**
   * Stores a message and dispatches it to its room, or holds it. The same send again has the same outcome.
   * @throws Refusal 4003 with the reason, if it is rejected; those of {@link MessageWriter.write} and
   *   {@link HeldMessages.hold}
   */
  send(draft: Draft): Promise<Sent> {
    return this.outcomes.once(draft, () => (this.check.isActive ? this.sendChecked(draft) : this.writer.write(draft)));
  }

  private async sendChecked(draft: Draft): Promise<Sent> {
    this.outcomes.requireNotRejected(draft);
    try {
      return await this.sendInOrder(draft);
    } catch (error) {
      if (error instanceof Rejected && error.isFinal) this.outcomes.reject(draft, error);
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
    const earlier = await this.outcomes.ofSender(draft);
    if (earlier) return { earlier };
    await this.slowMode.check(draft.grant);
    try {
      return await this.check.create(draft);
    } catch (error) {
      throw error instanceof MessageRejected ? new Rejected(error) : error;
    }
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
