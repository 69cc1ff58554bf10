import { Injectable } from '@nestjs/common';
import { invalid, notFound, Refusal } from '@parley/protocol';
import type { OutgoingEvent } from '@parley/realtime/restricted-part';
import { ClientEvent, Id, Optional, PipelinedReply, StrictObject, StrictObjects, Text } from '@parley/realtime/requests';
import type { Actor, EventContext, EventHandler, Outcome } from '@parley/realtime/requests';
import type { LogEntry } from '@parley/realtime/ordering';
import { Dispatch } from '@parley/realtime/dispatch';

import { Config } from '../../config/index.js';
import { AttachmentRequest, attachmentsOf } from '../attachment.request.js';
import type { Draft, References } from '../draft.js';
import { GroupWriter } from '../group-writer.js';
import { HistoryRepository } from '../history.repository.js';
import { MessageContent } from '../message-content.js';
import { MessagePolicy } from '../message.policy.js';
import { messageSent } from '../message.frames.js';
import type { StoredMessage } from '../message.view.js';
import { MessagesRepository } from '../messages.repository.js';

class ExtraFields {
  @Optional()
  @Id()
  parent_message_id?: string | null;

  @Optional()
  @Id()
  forwarded_from_id?: string | null;

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
 * `message.send`: stores a message and tells everybody in the room, the sender's own devices with them. That the
 * sender hears it means that the database has committed it.
 *
 * A send with a `client_message_id` is safe to repeat: the second time the first message is answered to the requester
 * alone, with `meta.duplicate`, as it reads by then: also when it was deleted, then without what it said.
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
    private readonly writer: GroupWriter,
    private readonly history: HistoryRepository,
    private readonly messages: MessagesRepository,
    private readonly content: MessageContent,
    private readonly dispatch: Dispatch,
    private readonly config: Config,
  ) {}

  async handle(request: MessageSendRequest, { actor, origin }: EventContext): Promise<Outcome> {
    try {
      let told = Promise.resolve();
      const draft = await this.draft(request, actor, (message) => {
        told = this.dispatch.append(entryOf(message), origin);
      });
      return new PipelinedReply(draft.grant.roomId, async () => {
        const { message, duplicate } = await this.writer.write(draft);
        if (duplicate) return repeated(message);
        await told;
        return undefined;
      });
    } catch (error) {
      const earlier = error instanceof Refusal ? await this.earlier(actor, request) : undefined;
      if (!earlier) throw error;
      return repeated(earlier);
    }
  }

  private async draft(request: MessageSendRequest, actor: Actor, stored: Draft['stored']): Promise<Draft> {
    const roomId = request.room_id.toLowerCase();
    const extra = request.extra_fields ?? {};
    const { attachments: most, jsonBytes: mostJsonBytes } = this.config.limits;
    const attachments = attachmentsOf(extra.media ?? [], { most, mostJsonBytes });
    const mayBeEmpty = attachments.length > 0 || typeof extra.forwarded_from_id === 'string';
    const content = this.content.accept(request.content, 'content', mayBeEmpty ? 0 : 1);
    const grant = await this.policy.maySend(actor, roomId);
    return {
      grant,
      sender: actor.user,
      content,
      clientMessageId: request.client_message_id?.toLowerCase(),
      references: await this.references(actor, roomId, extra),
      attachments,
      renew: async () => {
        const renewed = await this.policy.maySendStill(actor, roomId);
        await this.references(actor, roomId, extra);
        return renewed;
      },
      stored,
    };
  }

  /** A message that was stored is the same when it is sent again, though it could not be sent for the first time now. */
  private async earlier({ user }: Actor, request: MessageSendRequest): Promise<StoredMessage | undefined> {
    const { room_id: roomId, client_message_id: id } = request;
    if (typeof id !== 'string') return undefined;
    return this.messages.sentByMember(user.id, roomId.toLowerCase(), id.toLowerCase());
  }

  /** A message answers one of its own room; it may pass on any that the sender may read. */
  private async references(actor: Actor, roomId: string, extra: ExtraFields): Promise<References> {
    const { parent_message_id: parentId, forwarded_from_id: sourceId } = extra;
    if (typeof parentId === 'string' && typeof sourceId === 'string') {
      throw invalid({ extra_fields: ['A message is a reply or a forward, not both.'] });
    }
    const parent = await this.referred(actor, parentId);
    if (parent && parent.roomId !== roomId) throw notFound('No such message.');
    return { parent, forwardedFrom: await this.referred(actor, sourceId) };
  }

  private async referred({ user }: Actor, id: string | null | undefined): Promise<StoredMessage | null> {
    if (typeof id !== 'string') return null;
    const message = await this.history.readable(user.id, id.toLowerCase());
    if (!message) throw notFound('No such message.');
    return message;
  }
}

const entryOf = (message: StoredMessage): LogEntry => ({
  roomId: message.roomId,
  seq: message.seq,
  frame: messageSent(message),
});

const repeated = (message: StoredMessage): OutgoingEvent<'message.dispatch'> => ({
  ...messageSent(message),
  meta: { duplicate: true },
});
