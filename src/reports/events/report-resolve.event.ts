import { Injectable } from '@nestjs/common';
import { invalid } from '@parley/protocol';
import type { ReportAction } from '@parley/protocol';
import { Choice, ClientEvent, Id, Moment, Optional, Text } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { LONGEST_NOTE } from '../report.entity.js';
import { ReportResolutionService } from '../report-resolution.js';

class ReportResolveRequest {
  @Id()
  report_id!: string;

  @Choice(['dismiss', 'delete_message', 'mute', 'ban', 'deactivate'])
  action!: ReportAction;

  /** Why. */
  @Optional()
  @Text({ min: 1, max: LONGEST_NOTE })
  note?: string | null;

  /** The end of a mute or a ban. Without it there is none. */
  @Optional()
  @Moment()
  until?: string | null;
}

/** `report.resolve`: resolves a report, and deletes its message, or restricts or deactivates its user. */
@Injectable()
@ClientEvent({
  name: 'report.resolve',
  summary: 'Resolves a report, and deletes its message, or restricts or deactivates its user.',
  request: ReportResolveRequest,
  emits: [
    ...(['report.dispatch', 'messagemodification.dispatch', 'roomrestrict.dispatch'] as const),
    ...(['roomremovemembers.dispatch', 'roomexit.dispatch', 'roomdelete.dispatch'] as const),
    ...(['roominvite.dispatch', 'joinrequest.dispatch'] as const),
  ],
})
export class ReportResolveEvent implements EventHandler<ReportResolveRequest> {
  constructor(private readonly resolution: ReportResolutionService) {}

  handle(request: ReportResolveRequest, context: EventContext): Promise<Answer | undefined> {
    const { action, until, note } = request;
    if (until && action !== 'mute' && action !== 'ban') throw invalid({ until: ['Requires a mute or a ban.'] });
    return this.resolution.resolve(context, {
      reportId: request.report_id.toLowerCase(),
      action,
      note: note ?? null,
      until: until ? new Date(until) : undefined,
    });
  }
}
