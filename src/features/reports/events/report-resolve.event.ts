import { Injectable } from '@nestjs/common';
import type { ReportAction } from '@parley/protocol';
import { Choice, ClientEvent, Id, Moment, Optional, Text } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { LONGEST_NOTE } from '../report.entity.js';
import { ResolveReport } from '../acts/resolve-report.js';
import { UserResolvers } from '../acts/user-resolver.js';
import { reported } from '../report-notices.js';

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
    'report.dispatch',
    'messagemodification.dispatch',
    'roomrestrict.dispatch',
    'roomremovemembers.dispatch',
    'roomexit.dispatch',
    'roomdelete.dispatch',
    'roominvite.dispatch',
    'joinrequest.dispatch',
  ],
})
export class ReportResolveEvent implements EventHandler<ReportResolveRequest> {
  constructor(
    private readonly resolvers: UserResolvers,
    private readonly act: ResolveReport,
  ) {}

  /** The requester who has resolved a report receives it as one of those who are notified. */
  async handle(request: ReportResolveRequest, context: EventContext): Promise<Answer | undefined> {
    const { action, until, note } = request;
    const { report, changed } = await this.act.resolve(this.resolvers.of(context), {
      reportId: request.report_id.toLowerCase(),
      action,
      note: note ?? null,
      until: until ? new Date(until) : undefined,
    });
    return changed ? undefined : { ...reported(report), meta: { changed } };
  }
}
