import { Injectable } from '@nestjs/common';
import { Refusal } from '@parley/protocol';
import { ClientEvent, PipelinedReply } from '@parley/realtime/requests';
import type { Actor, EventContext, EventHandler, Outcome } from '@parley/realtime/requests';
import type { OutgoingEvent } from '@parley/realtime/restricted-part';

import { messageSent } from '../message.frames.js';
import type { StoredMessage } from '../message.view.js';
import { DraftFactory } from '../sending/draft-factory.js';
import { MessageRequest } from '../sending/message-request.js';
import { MessageWriter } from '../sending/message-writer.js';
import { MessagesRepository } from '../sending/messages.repository.js';

/**
 * `message.send`: stores a message and dispatches it to all members of the room, including the sender's own devices.
 * The sender receives it after the commit.
 *
 * A send with a `client_message_id` can be retried safely: only the requester receives the answer to a retry, with
 * `meta.duplicate`. The answer is the stored message in its current state; a deleted one has no content.
 */
@Injectable()
@ClientEvent({
  name: 'message.send',
  summary: 'Sends a message to a room.',
  request: MessageRequest,
  emits: ['message.dispatch'],
})
export class MessageSendEvent implements EventHandler<MessageRequest> {
  constructor(
    private readonly drafts: DraftFactory,
    private readonly writer: MessageWriter,
    private readonly messages: MessagesRepository,
  ) {}

  async handle(request: MessageRequest, { actor, origin }: EventContext): Promise<Outcome> {
    try {
      const draft = await this.drafts.create(request, actor, origin);
      return new PipelinedReply(draft.grant.roomId, async () => {
        const { message, duplicate } = await this.writer.write(draft);
        return duplicate ? repeated(message) : undefined;
      });
    } catch (error) {
      const earlier = error instanceof Refusal ? await this.earlier(actor, request) : undefined;
      if (!earlier) throw error;
      return repeated(earlier);
    }
  }

  /** A retried send returns the stored message, even if a first send would be rejected now. */
  private async earlier({ user }: Actor, request: MessageRequest): Promise<StoredMessage | undefined> {
    const { room_id: roomId, client_message_id: id } = request;
    if (typeof id !== 'string') return undefined;
    return this.messages.sentByMember({
      ...{ roomId: roomId.toLowerCase(), senderId: user.id, clientMessageId: id.toLowerCase() },
    });
  }
}

const repeated = (message: StoredMessage): OutgoingEvent<'message.dispatch'> => ({
  ...messageSent(message),
  meta: { duplicate: true },
});
