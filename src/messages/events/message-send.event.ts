import { Injectable } from '@nestjs/common';
import { invalid, Refusal } from '@parley/protocol';
import {
  Bool,
  ClientEvent,
  Id,
  Optional,
  PipelinedReply,
  StrictObject,
  StrictObjects,
  Text,
} from '@parley/realtime/requests';
import type { Actor, EventContext, EventHandler, Outcome, RequestOrigin } from '@parley/realtime/requests';
import type { OutgoingEvent } from '@parley/realtime/restricted-part';

import { Config } from '../../platform/config/config.js';
import { MentionCheck } from '../mentions/mention-check.js';
import { messageSent } from '../message.frames.js';
import { MessagePolicy } from '../message.policy.js';
import type { StoredMessage } from '../message.view.js';
import type { Draft } from '../sending/draft.js';
import { AttachmentRequest, attachmentsOf, MessageContent } from '../sending/message-content.js';
import { MessagePartsRequest, partsOf } from '../sending/message-parts.js';
import { MessageReferences } from '../sending/message-references.js';
import { MessageWriter } from '../sending/message-writer.js';
import { MessagesRepository } from '../sending/messages.repository.js';

class ExtraFields extends MessagePartsRequest {
  @Optional()
  @Id()
  parent_message_id?: string | null;

  @Optional()
  @Id()
  forwarded_from_id?: string | null;

  /** The room of the forwarded message. */
  @Optional()
  @Id()
  forwarded_from_room_id?: string | null;

  /** The message that starts the thread in which this is a reply. */
  @Optional()
  @Id()
  thread_id?: string | null;

  /** Whether the reply stands among the messages of the room too. */
  @Optional()
  @Bool()
  also_to_room?: boolean | null;

  @Optional()
  @StrictObjects(() => AttachmentRequest)
  media?: AttachmentRequest[] | null;
}

class MessageSendRequest {
  @Id()
  room_id!: string;

  @Text()
  content!: string;

  @Optional()
  @Id()
  client_message_id?: string | null;

  @Optional()
  @StrictObject(() => ExtraFields)
  extra_fields?: ExtraFields | null;
}

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
  request: MessageSendRequest,
  emits: ['message.dispatch'],
})
export class MessageSendEvent implements EventHandler<MessageSendRequest> {
  constructor(
    private readonly policy: MessagePolicy,
    private readonly references: MessageReferences,
    private readonly writer: MessageWriter,
    private readonly messages: MessagesRepository,
    private readonly content: MessageContent,
    private readonly mentions: MentionCheck,
    private readonly config: Config,
  ) {}

  async handle(request: MessageSendRequest, { actor, origin }: EventContext): Promise<Outcome> {
    try {
      const draft = await this.draft(request, actor, origin);
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

  private async draft(request: MessageSendRequest, actor: Actor, origin: RequestOrigin): Promise<Draft> {
    const roomId = request.room_id.toLowerCase();
    const extra = request.extra_fields ?? new ExtraFields();
    const { attachments: most, jsonBytes: mostJsonBytes } = this.config.limits;
    const attachments = attachmentsOf(extra.media ?? [], { most, mostJsonBytes });
    const parts = partsOf(extra, mostJsonBytes);
    const isForward = typeof extra.forwarded_from_id === 'string';
    if (parts.poll && isForward) throw invalid({ 'extra_fields.poll': ['A forward has no poll.'] });
    const mayBeEmpty = !parts.poll && (attachments.length > 0 || isForward);
    const content = this.content.accept(request.content, 'content', mayBeEmpty ? 0 : 1);
    const grant = await this.policy.maySend(actor, roomId);
    const referencedIds = {
      parentId: extra.parent_message_id,
      forwardedFromId: extra.forwarded_from_id,
      forwardedFromRoomId: extra.forwarded_from_room_id,
      threadId: extra.thread_id,
      alsoToRoom: extra.also_to_room,
    };
    const mentions = await this.mentions.sent(actor, roomId, extra);
    const references = await this.references.read(actor, roomId, referencedIds);
    const clientMessageId = request.client_message_id?.toLowerCase();
    return {
      ...{ actor, origin, grant, content, clientMessageId, referencedIds, references, attachments },
      ...{ parts: { ...parts, mentions, thread: references.thread }, mentionsRequest: extra },
    };
  }

  /** A retried send returns the stored message, even if a first send would be rejected now. */
  private async earlier({ user }: Actor, request: MessageSendRequest): Promise<StoredMessage | undefined> {
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
