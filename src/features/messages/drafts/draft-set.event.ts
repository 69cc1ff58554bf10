import { Injectable } from '@nestjs/common';
import { ClientEvent, Id, Optional, Text } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { ComposerDrafts } from './composer-drafts.js';
import { MessageContent } from '../sending/message-content.js';

class DraftSetRequest {
  @Id()
  room_id!: string;

  /** The message that starts the thread in which the user writes. */
  @Optional()
  @Id()
  thread_id?: string | null;

  /** Empty: the draft is cleared. */
  @Text()
  content!: string;
}

/**
 * `draft.set`: keeps the text that the requester is writing in a room or in a thread, or clears it. Only the
 * requester's devices receive the change.
 */
@Injectable()
@ClientEvent({
  name: 'draft.set',
  summary: 'Keeps the text that the user is writing in a room or in a thread, or clears it.',
  request: DraftSetRequest,
  emits: ['draft.dispatch'],
})
export class DraftSetEvent implements EventHandler<DraftSetRequest> {
  constructor(
    private readonly drafts: ComposerDrafts,
    private readonly content: MessageContent,
  ) {}

  async handle(
    { room_id, thread_id, content: given }: DraftSetRequest,
    context: EventContext,
  ): Promise<Answer | undefined> {
    const content = this.content.accept(given, 'content', 0);
    const place = { roomId: room_id.toLowerCase(), threadId: thread_id?.toLowerCase() ?? null };
    return this.drafts.set(context, place, content);
  }
}
