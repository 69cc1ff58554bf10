import { Injectable } from '@nestjs/common';
import { ClientEvent, Id } from '@parley/realtime/requests';
import type { EventContext, EventHandler } from '@parley/realtime/requests';

import { ScheduledMessagesService } from '../scheduled-messages.service.js';

class ScheduleCancelRequest {
  @Id()
  id!: string;
}

/** `schedule.cancel`: a scheduled message of the requester is not sent. */
@Injectable()
@ClientEvent({
  name: 'schedule.cancel',
  summary: 'Cancels a scheduled message.',
  request: ScheduleCancelRequest,
  stores: false,
  emits: ['schedulecancel.dispatch'],
})
export class ScheduleCancelEvent implements EventHandler<ScheduleCancelRequest> {
  constructor(private readonly scheduled: ScheduledMessagesService) {}

  handle({ id }: ScheduleCancelRequest, context: EventContext): Promise<undefined> {
    return this.scheduled.cancel(context, id.toLowerCase());
  }
}
