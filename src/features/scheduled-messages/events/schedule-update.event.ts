import { Injectable } from '@nestjs/common';
import { ClientEvent, Id, Moment, Optional, StrictObject, Text } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { ExtraFieldsRequest } from '../../messages/sending/message-request.js';
import { ScheduledMessagesService } from '../scheduled-messages.service.js';

class ScheduleUpdateRequest {
  @Id()
  id!: string;

  /** Omitted: as before. */
  @Optional({ nullable: false })
  @Text()
  content?: string;

  /** In place of the earlier ones; null: none; omitted: as before. */
  @Optional()
  @StrictObject(() => ExtraFieldsRequest)
  extra_fields?: ExtraFieldsRequest | null;

  /** Omitted: as before. */
  @Optional({ nullable: false })
  @Moment()
  send_at?: string;
}

/** `schedule.update`: changes a scheduled message of the requester, or its time. */
@Injectable()
@ClientEvent({
  name: 'schedule.update',
  summary: 'Changes a scheduled message, or its time.',
  request: ScheduleUpdateRequest,
  emits: ['messageschedule.dispatch'],
})
export class ScheduleUpdateEvent implements EventHandler<ScheduleUpdateRequest> {
  constructor(private readonly scheduled: ScheduledMessagesService) {}

  handle(
    { id, content, extra_fields, send_at }: ScheduleUpdateRequest,
    context: EventContext,
  ): Promise<Answer | undefined> {
    const update = {
      sendAt: send_at === undefined ? undefined : new Date(send_at),
      ...(content !== undefined && { content }),
      ...(extra_fields !== undefined && { extra_fields: extra_fields ?? {} }),
    };
    return this.scheduled.update(context, id.toLowerCase(), update);
  }
}
