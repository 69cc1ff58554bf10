import { Injectable } from '@nestjs/common';
import { ClientEvent, Moment } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { MessageRequest } from '../../messages/sending/message-request.js';
import { ScheduledMessagesService } from '../scheduled-messages.service.js';

class MessageScheduleRequest extends MessageRequest {
  /** When it is sent: SCHEDULE_MIN_SECONDS to one year ahead. */
  @Moment()
  send_at!: string;
}

/** `message.schedule`: sends a message at a later time. Before that, only the requester's devices receive it. */
@Injectable()
@ClientEvent({
  name: 'message.schedule',
  summary: 'Schedules a message, which is sent to a room at a later time.',
  request: MessageScheduleRequest,
  emits: ['messageschedule.dispatch'],
})
export class MessageScheduleEvent implements EventHandler<MessageScheduleRequest> {
  constructor(private readonly scheduled: ScheduledMessagesService) {}

  handle({ send_at, ...request }: MessageScheduleRequest, context: EventContext): Promise<Answer | undefined> {
    return this.scheduled.schedule(context, request, new Date(send_at));
  }
}
