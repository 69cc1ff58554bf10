import { Injectable } from '@nestjs/common';
import { Choice, ClientEvent, Id, IdOrIds, Optional, StrictObject } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler, RequestClass } from '@parley/realtime/requests';

import { Limits } from '../../../platform/config/limits.settings.js';
import { DeleteAsMember } from '../acts/delete-as-member.js';
import { bulkIds } from '../../rooms/among-rooms.js';
import { checkEditsAny, EditRequest } from './message-edit.js';
import { MessageEdits } from './message-edits.js';
import { heldAlready } from '../held/held-message.frames.js';
import { MessageCheck } from '../sending/message-check.js';
import { MessageContent } from '../sending/message-content.js';

class MessageModifyRequest {
  @Choice(['update', 'delete'])
  action!: 'update' | 'delete';

  /** The room of the messages. */
  @Optional()
  @Id()
  room_id?: string | null;
}

class UpdateRequest extends MessageModifyRequest {
  @Id()
  message_id!: string;

  @StrictObject(() => EditRequest)
  extra_fields!: EditRequest;
}

class DeleteRequest extends MessageModifyRequest {
  @IdOrIds()
  message_id!: string | string[];
}

const VARIANTS = { update: UpdateRequest, delete: DeleteRequest };

/**
 * `message.modify`: edits a message, or deletes one or several messages of a room, and notifies the members. Deleted
 * messages cannot be read any more: a reply that is being sent to one is rejected, and earlier replies have no parent.
 */
@Injectable()
@ClientEvent({
  name: 'message.modify',
  summary: 'Edits a message, or deletes messages of one room.',
  request: MessageModifyRequest,
  variants: { by: 'action', classes: () => VARIANTS },
  roomTokens: 'open',
  emits: ['messagemodification.dispatch', 'messageheld.dispatch'],
})
export class MessageModifyEvent implements EventHandler<UpdateRequest | DeleteRequest> {
  constructor(
    private readonly edits: MessageEdits,
    private readonly content: MessageContent,
    private readonly check: MessageCheck,
    private readonly deletion: DeleteAsMember,
    private readonly limits: Limits,
  ) {}

  refine({ action }: MessageModifyRequest): RequestClass<UpdateRequest | DeleteRequest> {
    return VARIANTS[action];
  }

  handle(request: UpdateRequest | DeleteRequest, context: EventContext): Promise<Answer | undefined> {
    return request instanceof UpdateRequest ? this.update(request, context) : this.delete(request, context);
  }

  private async update(request: UpdateRequest, { actor, origin }: EventContext): Promise<Answer | undefined> {
    const asked = request.extra_fields;
    checkEditsAny(asked);
    const named = { id: request.message_id.toLowerCase(), roomId: request.room_id };
    if (this.check.isActive) this.check.editedMetadata(asked);
    if (asked.content === undefined || !this.check.isActive) return this.edits.apply(actor, named, asked, { origin });
    // Before the room is locked, because a moderation takes its time.
    const content = this.content.accept(asked.content, 'extra_fields.content', 0);
    const { edit, isHeld, earlier } = await this.check.edit(actor, named, Object.assign({}, asked, { content }));
    if (earlier) return heldAlready(earlier);
    if (isHeld) return this.edits.hold(actor, named, edit, origin);
    return this.edits.apply(actor, named, edit, { origin, before: (change) => this.edits.supersede(change) });
  }

  private delete(request: DeleteRequest, context: EventContext): Promise<Answer | undefined> {
    const ids = bulkIds('message_id', request.message_id, this.limits.bulkIds);
    return this.deletion.delete(context, ids, request.room_id);
  }
}
