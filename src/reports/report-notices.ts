import { Injectable } from '@nestjs/common';
import type { Report, ServerEvent } from '@parley/protocol';
import { Dispatch } from '@parley/realtime/dispatch';
import type { RequestOrigin } from '@parley/realtime/requests';

import type { Work } from '../platform/database/unit-of-work.js';
import { MembersRepository } from '../rooms/membership/members.repository.js';
import { UserRolesRepository } from '../users/roles/user-roles.repository.js';
import { usersById } from '../users/user.rows.js';
import type { ReportRow } from './report.entity.js';
import { peopleOf, toReport } from './report.view.js';

/** The most leaders of a room who are notified of a report; all of them can read it in the list. */
const MOST_LEADERS = 200;

/** The user whose request receives the frame as its answer. */
interface Requester {
  readonly userId: number;
  readonly origin: RequestOrigin;
}

/**
 * Notifies the connections of moderators, and of leaders of the room, of a report and of its resolution. Who is not
 * connected reads the list: a frame has no number.
 */
@Injectable()
export class ReportNotices {
  constructor(
    private readonly roles: UserRolesRepository,
    private readonly members: MembersRepository,
    private readonly dispatch: Dispatch,
  ) {}

  /** @param requester one of the notified users */
  async publish({ manager, afterCommit }: Work, row: ReportRow, requester?: Requester): Promise<void> {
    const moderators = (await this.roles.withRole(manager)).filter((id) => id !== row.subjectId);
    const users = await usersById(manager, peopleOf([row]));
    const all = row.roomId === null ? [] : await this.members.leaders(manager, row.roomId, MOST_LEADERS);
    const leaders = all.filter((id) => id !== row.subjectId && !moderators.includes(id));
    const audiences = [
      { userIds: moderators, frame: reported(toReport(row, users, 'moderator')) },
      { userIds: leaders, frame: reported(toReport(row, users, 'leader')) },
    ];
    afterCommit(() => {
      for (const { userIds, frame } of audiences) {
        const isAnswer = requester !== undefined && userIds.includes(requester.userId);
        if (userIds.length > 0) this.dispatch.toUsers(userIds, frame, isAnswer ? requester.origin : undefined);
      }
    });
  }
}

export const reported = (report: Report): ServerEvent<'report.dispatch'> => ({
  eventType: 'report.dispatch',
  data: report,
});
