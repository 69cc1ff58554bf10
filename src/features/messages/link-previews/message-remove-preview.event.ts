import { Injectable } from '@nestjs/common';
import { ClientEvent, Id, Optional, Text } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { RemovePreview } from './remove-preview.js';

class MessageRemovePreviewRequest {
  @Id()
  message_id!: string;

  /** The room of the message. */
  @Optional()
  @Id()
  room_id?: string | null;

  /** The link whose preview is removed, as the preview has it. */
  @Text()
  url!: string;
}

/**
 * `message.remove_preview`: removes the preview of a link from an own message, and notifies the members of the room.
 */
@Injectable()
@ClientEvent({
  name: 'message.remove_preview',
  summary: 'Removes the preview of a link from an own message.',
  request: MessageRemovePreviewRequest,
  roomTokens: 'open',
  emits: ['messagepreview.dispatch'],
})
export class MessageRemovePreviewEvent implements EventHandler<MessageRemovePreviewRequest> {
  constructor(private readonly act: RemovePreview) {}

  handle(request: MessageRemovePreviewRequest, context: EventContext): Promise<Answer | undefined> {
    const named = { id: request.message_id.toLowerCase(), roomId: request.room_id };
    return this.act.remove(context, named, request.url);
  }
}
