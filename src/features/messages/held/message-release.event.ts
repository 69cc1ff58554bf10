import { Injectable } from '@nestjs/common';
import { Bool, ClientEvent, Id, Optional } from '@parley/realtime/requests';
import type { EventContext, EventHandler } from '@parley/realtime/requests';

import { HeldRelease } from './held-release.js';

class MessageReleaseRequest {
  /** Of a message that is held, or of one with an edit that is held. */
  @Id()
  message_id!: string;

  /** The room of the message. */
  @Optional()
  @Id()
  room_id?: string | null;

  /** False: it is rejected, or withdrawn by its sender. */
  @Bool()
  allow!: boolean;
}

/**
 * `message.release`: a leader of the room or a moderator of the deployment allows or rejects a message or an edit that
 * is held, or its sender withdraws it.
 */
@Injectable()
@ClientEvent({
  name: 'message.release',
  summary: 'Allows or rejects a held message or edit.',
  request: MessageReleaseRequest,
  emits: ['messagerelease.dispatch', 'message.dispatch', 'messagemodification.dispatch'],
})
export class MessageReleaseEvent implements EventHandler<MessageReleaseRequest> {
  constructor(private readonly release: HeldRelease) {}

  async handle({ message_id, room_id, allow }: MessageReleaseRequest, context: EventContext): Promise<undefined> {
    const named = { messageId: message_id.toLowerCase(), roomId: room_id };
    await (allow ? this.release.allow(context, named) : this.release.reject(context, named));
  }
}
