import type { Feature } from '../../platform/feature/feature.js';
import { isoTime } from '../../platform/feature/personal-data.js';
import { ReportRow } from './report.entity.js';

/** Reports that the user made stay, without the user and the comment. */
const LEAVE_REPORTS = 'UPDATE reports SET reporter_id = NULL, comment = NULL WHERE reporter_id = $1';
const LEAVE_RESOLUTIONS = 'UPDATE reports SET resolved_by = NULL, note = NULL WHERE resolved_by = $1';

export const reportsFeature: Feature = {
  entities: [ReportRow],
  personalData: {
    exported: {
      reports_made: `SELECT id AS key, json_build_object(
      'id', id, 'user_id', subject_id, 'room_id', room_id, 'message_id', message_id, 'reason', reason,
      'comment', comment, 'state', state, 'created_at', ${isoTime('created_at')}) AS item
    FROM reports WHERE reporter_id = $1`,
      reports_about: `SELECT id AS key, json_build_object(
      'id', id, 'room_id', room_id, 'message_id', message_id, 'reason', reason, 'seen', seen, 'state', state,
      'action', action, 'created_at', ${isoTime('created_at')}, 'resolved_at', ${isoTime('resolved_at')}) AS item
    FROM reports WHERE subject_id = $1`,
    },
    removed: [
      { statement: LEAVE_REPORTS, count: 'reports_made' },
      { statement: LEAVE_RESOLUTIONS },
      { statement: 'DELETE FROM reports WHERE subject_id = $1', count: 'reports_about', onlyErased: true },
    ],
    notExported: {
      'reports.resolved_by': 'the audit log of the user has the reports that the user resolved',
      'reports.note': 'is the note of a moderator',
    },
  },
  module: async () => (await import('./reports.module.js')).ReportsModule,
};
