import { Controller, Param } from '@nestjs/common';
import { Id, Integer, Moment, Text } from '@parley/realtime/requests';

import { SenderPurgeService } from '../../../features/retention/sender-purge.service.js';
import type { SenderPurge, SenderPurgePlan } from '../../../features/retention/sender-purge.service.js';
import { DeliveryTraceService } from '../../../features/delivery-trace/delivery-trace.service.js';
import { toTraceView } from '../../../features/delivery-trace/trace.view.js';
import type { DeliveryTraceView } from '../../../features/delivery-trace/trace.view.js';
import { JsonBody } from '../../../platform/http/body.js';
import { QueryOf } from '../../../platform/http/query-values.js';
import { MAX_USERNAME_LENGTH } from '../../../features/users/username.js';
import { Administration, AdministrationRoute, INVALID_ID } from '../access/administration-route.js';
import { CurrentAdministrator } from '../access/administrator.guard.js';
import type { Administrator } from '../access/administrator.guard.js';

class SenderPurgeRequest {
  /** A username. */
  @Text({ min: 1, max: MAX_USERNAME_LENGTH })
  sender!: string;

  /** In the last 7 days. */
  @Moment()
  since!: string;
}

class TraceRequest {
  @Id()
  room_id!: string;

  /** Of the message in its room, as push notifications and events have it. */
  @Integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
  number!: number;
}

/** Messages of all rooms, for moderators and administrators. */
@Controller('api/admin/messages')
@Administration()
export class MessagesAdministrationController {
  constructor(
    private readonly purges: SenderPurgeService,
    private readonly traces: DeliveryTraceService,
  ) {}

  @AdministrationRoute('GET', 'purge/', {
    summary: 'Returns what a removal of the new messages of a user would remove.',
    right: 'users.read',
    query: SenderPurgeRequest,
    answer: { description: 'The numbers of messages and rooms.', type: 'SenderPurgePlan' },
  })
  async count(@QueryOf(SenderPurgeRequest) { sender, since }: SenderPurgeRequest): Promise<SenderPurgePlan> {
    return this.purges.count(await this.purges.sentSince(sender, new Date(since)));
  }

  @AdministrationRoute('POST', 'purge/', {
    summary: 'Removes the messages that a user has sent since a time, in all rooms that are not held.',
    right: 'users.read',
    body: SenderPurgeRequest,
    answer: { description: 'The numbers of removed messages and of rooms.', type: 'SenderPurge' },
  })
  async purge(
    @CurrentAdministrator() { authority }: Administrator,
    @JsonBody(SenderPurgeRequest) { sender, since }: SenderPurgeRequest,
  ): Promise<SenderPurge> {
    return this.purges.purge(authority, await this.purges.sentSince(sender, new Date(since)));
  }

  @AdministrationRoute('GET', ':message_id/trace/:username/', {
    summary: 'Explains the delivery of a message to a user from the stored records.',
    right: 'messages.trace',
    answer: { description: 'The records, and the verdict.', type: 'DeliveryTraceView' },
    refusals: INVALID_ID,
  })
  async trace(@Param('message_id') messageId: string, @Param('username') username: string): Promise<DeliveryTraceView> {
    return toTraceView(await this.traces.trace(messageId, username));
  }

  @AdministrationRoute('GET', 'trace/:username/', {
    summary: 'Explains the delivery of the message with a number in a room, as the trace of an id does.',
    right: 'messages.trace',
    query: TraceRequest,
    answer: { description: 'The records, and the verdict.', type: 'DeliveryTraceView' },
    refusals: {
      404: { description: 'There is no such message or user: `not_found`; or `ADMIN_PAGE` is off.', type: 'HttpError' },
    },
  })
  async traceAt(
    @Param('username') username: string,
    @QueryOf(TraceRequest) { room_id: roomId, number }: TraceRequest,
  ): Promise<DeliveryTraceView> {
    return toTraceView(await this.traces.traceAt(roomId, number, username));
  }
}
