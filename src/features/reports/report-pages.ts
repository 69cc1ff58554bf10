import { Injectable } from '@nestjs/common';
import type { ServerEvent, ReportState } from '@parley/protocol';
import type { Actor } from '@parley/realtime/requests';

import { cursorAfter, placeOfCursor } from '../../platform/pages/timed-place.js';
import { ReportPolicy } from './report.policy.js';
import { ReportsRepository } from './reports.repository.js';

const DEFAULT_SIZE = 50;

export interface ReportPageRequest {
  readonly state: ReportState;
  /** Undefined: all rooms of a leader, or all rooms and users for moderators. */
  readonly roomId: string | undefined;
  readonly limit: number | null | undefined;
  /** The `next_cursor` of the page before. */
  readonly cursor: string | null | undefined;
}

/** A page, and whether reports are missing in it because of their bytes. */
type ReportPage = ServerEvent<'reportlist.dispatch'>['data'] & { readonly truncated: boolean };

/** The reports that a user may see, the newest first, page by page. */
@Injectable()
export class ReportPages {
  constructor(
    private readonly policy: ReportPolicy,
    private readonly repository: ReportsRepository,
  ) {}

  /** @throws Refusal 4002, 4003, 4004 */
  async page(actor: Actor, { state, roomId, limit, cursor }: ReportPageRequest): Promise<ReportPage> {
    const after = placeOfCursor(cursor);
    const grant = await this.policy.mayList(actor, roomId);
    const { reports, end, truncated } = await this.repository.part(grant, {
      state,
      after,
      limit: limit ?? DEFAULT_SIZE,
    });
    // The reports of a room are not read in the statement that finds its leader, who may have been removed meanwhile.
    if (grant.as === 'leader') await this.policy.mayList(actor, roomId);
    return { reports, next_cursor: cursorAfter(end), truncated };
  }
}
