import type { Report, ReportResolution, User } from '@parley/protocol';

import type { ReportRow } from './report.entity.js';

/** As whom a user sees reports: leaders of a room do not see who reported. */
export type ReportViewer = 'leader' | 'moderator';

/** The users that reports name. */
export const peopleOf = (rows: readonly ReportRow[]): (number | null)[] =>
  rows.flatMap(({ reporterId, subjectId, resolvedBy }) => [reporterId, subjectId, resolvedBy]);

/** @param users has the reported user */
export function toReport(row: ReportRow, users: ReadonlyMap<number, User>, viewer: ReportViewer): Report {
  const userOf = (id: number | null): User | null => (id === null ? null : (users.get(id) ?? null));
  const user = userOf(row.subjectId);
  if (!user) throw new Error(`the user ${String(row.subjectId)} of a report is missing`);
  return {
    report_id: row.id,
    state: row.state,
    reason: row.reason,
    comment: row.comment,
    created_at: row.createdAt.toISOString(),
    user,
    reporter: viewer === 'moderator' ? userOf(row.reporterId) : null,
    message_id: row.messageId,
    room_id: row.roomId,
    seen: row.seen,
    resolution: resolutionOf(row, userOf(row.resolvedBy)),
  };
}

const resolutionOf = ({ action, note, resolvedAt }: ReportRow, by: User | null): ReportResolution | null =>
  action === null || resolvedAt === null ? null : { action, note, at: resolvedAt.toISOString(), by };
