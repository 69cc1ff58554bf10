import { Injectable } from '@nestjs/common';
import { Refusal } from '@parley/protocol';
import { ClientEvent, isWithin, PipelinedReply } from '@parley/realtime/requests';
import type { Actor, Answer, EventContext, EventHandler, Outcome } from '@parley/realtime/requests';
import type { OutgoingEvent } from '@parley/realtime/restricted-part';

import { heldAlready } from '../held/held-message.frames.js';
import { messageSent } from '../message.frames.js';
import { DraftFactory } from './draft.js';
import { MessageRequest } from './message-request.js';
import { MessageSender } from './message-sender.js';
import { SendOutcomes } from './send-outcomes.js';
import type { Sent } from './send-outcomes.js';

/**
 * `message.send`: stores a message and dispatches it to all members of the room, including the sender's own devices.
 * The sender receives it after the commit.
 *
 * A message that is held by the moderation takes no number: its sender and the leaders of the room receive
 * `messageheld.dispatch`.
 *
 * A send with a `client_message_id` can be retried safely: only the requester receives the answer to a retry, with
 * `meta.duplicate`. The answer is the stored message in its current state; a deleted one has no content.
 */
@Injectable()
@ClientEvent({
  name: 'message.send',
  summary: 'Sends a message to a room.',
  request: MessageRequest,
  roomTokens: 'open',
  emits: ['message.dispatch', 'messageheld.dispatch'],
})
export class MessageSendEvent implements EventHandler<MessageRequest> {
  constructor(
    private readonly drafts: DraftFactory,
    private readonly sender: MessageSender,
    private readonly outcomes: SendOutcomes,
  ) {}

  async handle(request: MessageRequest, { actor, origin }: EventContext): Promise<Outcome> {
    try {
      const draft = await this.drafts.create(request, actor, origin);
      return new PipelinedReply(draft.grant.roomId, async () => {
        const sent = await this.sender.send(draft);
        return sent.duplicate ? repeated(sent) : undefined;
      });
    } catch (error) {
      const earlier = error instanceof Refusal ? await this.earlier(actor, request) : undefined;
      if (!earlier) throw error;
      return earlier;
    }
  }

  /** A retried send returns what the first one has become, even if a first send would be rejected now. */
  private async earlier(actor: Actor, request: MessageRequest): Promise<Answer | undefined> {
    const { room_id: roomId, client_message_id: id } = request;
    if (typeof id !== 'string' || !isWithin(actor, roomId)) return undefined;
    const { user } = actor;
    const key = { roomId: roomId.toLowerCase(), senderId: user.id, clientMessageId: id.toLowerCase() };
    const sent = await this.outcomes.ofMember(user, key);
    return sent && repeated(sent);
  }
}

/** The answer to a send that is not the first. */
const repeated = (sent: Sent): OutgoingEvent<'message.dispatch' | 'messageheld.dispatch'> =>
  'held' in sent ? heldAlready(sent.held) : { ...messageSent(sent.message), meta: { duplicate: true } };
