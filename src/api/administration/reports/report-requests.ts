import type { ReportAction, ReportState } from '@parley/protocol';
import { Choice, Id, Ids, Moment, Optional, Text } from '@parley/realtime/requests';

import { LONGEST_NOTE } from '../../../features/reports/report.entity.js';
import { PageRequest } from '../access/page-request.js';

/** The most reports that one request resolves. */
const MOST_AT_ONCE = 50;

/** Selects reports for a page of the list. */
export class ReportPageRequest extends PageRequest {
  /** By default `open`. */
  @Optional()
  @Choice(['open', 'resolved'])
  state?: ReportState | null;

  @Optional()
  @Id()
  room_id?: string | null;
}

export class ReportResolutionRequest {
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

export class ReportResolutionsRequest extends ReportResolutionRequest {
  @Ids({ least: 1, most: MOST_AT_ONCE })
  report_ids!: string[];
}
