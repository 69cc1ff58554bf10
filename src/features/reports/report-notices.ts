import type { Report, ServerEvent } from '@parley/protocol';
import type { RequestOrigin } from '@parley/realtime/requests';

import type { SignalKind } from '../../platform/cluster-signals/signals.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import type { ReportRow } from './report.entity.js';

/** A command has resolved a report. */
export const reportResolved: SignalKind<{ readonly reportId: string }> = { name: 'report.resolved' };

/** The user whose request receives the frame as its answer. */
export interface Requester {
  readonly userId: number;
  readonly origin: RequestOrigin;
}

/**
 * Notifies the connections of moderators, and of leaders of the room, of a report and of its resolution. Who is not
 * connected reads the list: a frame has no number.
 */
export abstract class ReportNotices {
  /** To be called in the transaction of the change. @param requester one of the notified users */
  abstract publish(work: Work, row: ReportRow, requester?: Requester): Promise<void>;
}

export const reported = (report: Report): ServerEvent<'report.dispatch'> => ({
  eventType: 'report.dispatch',
  data: report,
});
