import { Injectable } from '@nestjs/common';
import { invalid } from '@parley/protocol';
import type { ReportReason } from '@parley/protocol';
import { Choice, ClientEvent, Id, Optional, Text, UserId } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { MessageRooms } from '../../messages/message-rooms.repository.js';
import { ReportsService } from '../reports.service.js';

const LONGEST_COMMENT = 1_000;

class MessageReportRequest {
  /** Exactly one of `message_id` and `user_id`. */
  @Optional()
  @Id()
  message_id?: string | null;

  @Optional()
  @UserId()
  user_id?: number | null;

  /** The room of the message. */
  @Optional()
  @Id()
  room_id?: string | null;

  @Choice(['spam', 'abuse', 'illegal', 'other'])
  reason!: ReportReason;

  @Optional()
  @Text({ min: 1, max: LONGEST_COMMENT })
  comment?: string | null;
}

/**
 * `message.report`: reports a message that the requester can read, or a user. A copy of the message is kept. Leaders of
 * the room and moderators of the deployment are notified; the reported user is not.
 */
@Injectable()
@ClientEvent({
  name: 'message.report',
  summary: 'Reports a message or a user to leaders of the room and to moderators.',
  request: MessageReportRequest,
  cost: 5,
  roomTokens: 'open',
  emits: ['messagereport.dispatch', 'report.dispatch'],
})
export class MessageReportEvent implements EventHandler<MessageReportRequest> {
  constructor(
    private readonly rooms: MessageRooms,
    private readonly reports: ReportsService,
  ) {}

  async handle(request: MessageReportRequest, { actor }: EventContext): Promise<Answer> {
    const { message_id: given, user_id: userId, room_id: roomId, reason } = request;
    const filing = { reason, comment: request.comment ?? null };
    if (typeof given === 'string' && typeof userId !== 'number') {
      const [named] = await this.rooms.of(actor, [given.toLowerCase()], roomId);
      return filed(await this.reports.reportMessage(actor, named, filing));
    }
    if (typeof userId !== 'number' || typeof given === 'string' || typeof roomId === 'string') {
      throw invalid({ message_id: ['Give a message, with or without its room, or a user_id alone.'] });
    }
    return filed(await this.reports.reportUser(actor, userId, filing));
  }
}

const filed = ({ id, state }: { readonly id: string; readonly state: 'open' | 'resolved' }): Answer => ({
  eventType: 'messagereport.dispatch',
  data: { report_id: id, state },
});
