import { Injectable } from '@nestjs/common';
import { invalid } from '@parley/protocol';
import type { ServerEvent } from '@parley/protocol';
import { AnyText, ClientEvent, Deferred, hasLength, Id, Optional, StrictObject } from '@parley/realtime/inbound';
import type { EventContext, EventHandler } from '@parley/realtime/inbound';
import { Dispatch } from '@parley/realtime/outbound';

import { Config } from '../../config/index.js';
import { GroupWriter } from '../group-writer.js';
import { MessagePolicy } from '../message.policy.js';
import { toMessage } from '../message.view.js';
import type { StoredMessage } from '../message.view.js';

/** Holds no field yet: whoever names one is told so, instead of losing it. */
class ExtraFields {}

class MessageSendRequest {
  @Id()
  room_id!: string;

  @AnyText()
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
 * A send with a `client_message_id` is safe to repeat: the second time the first message is answered to the asker
 * alone, with `meta.duplicate`.
 */
@Injectable()
@ClientEvent({
  name: 'message.send',
  summary: 'Sends a message to a room.',
  request: MessageSendRequest,
  speaks: ['message.dispatch'],
})
export class MessageSendEvent implements EventHandler<MessageSendRequest> {
  constructor(
    private readonly policy: MessagePolicy,
    private readonly writer: GroupWriter,
    private readonly dispatch: Dispatch,
    private readonly config: Config,
  ) {}

  async handle(request: MessageSendRequest, { actor, asker }: EventContext): Promise<Deferred> {
    const roomId = request.room_id.toLowerCase();
    this.checkLength(request.content);
    const grant = await this.policy.maySend(actor, roomId);
    const written = this.writer.write({
      grant,
      sender: actor.user,
      content: request.content,
      clientMessageId: request.client_message_id?.toLowerCase(),
      renew: () => this.policy.maySendStill(actor, roomId),
      stored: (message) => {
        this.dispatch.toRoom(roomId, sent(message), asker);
      },
    });
    return new Deferred(written.then(({ message, duplicate }) => (duplicate ? repeated(message) : undefined)));
  }

  private checkLength(content: string): void {
    const most = this.config.limits.contentLength;
    if (!hasLength(content, 1, most)) throw invalid({ content: [`Must be 1 to ${String(most)} characters.`] });
  }
}

const sent = (message: StoredMessage): ServerEvent<'message.dispatch'> => ({
  eventType: 'message.dispatch',
  data: toMessage(message),
  room_id: message.roomId,
  seq: message.seq,
});

const repeated = (message: StoredMessage): ServerEvent<'message.dispatch'> => ({
  eventType: 'message.dispatch',
  data: toMessage(message),
  room_id: message.roomId,
  seq: message.seq,
  meta: { duplicate: true },
});
