import type { Feature } from '../../platform/feature/feature.js';
import { isoTime, rowsOf } from '../../platform/feature/personal-data.js';
import { AuditEntryRow, AuditOriginRow } from './audit-entry.entity.js';
import { AuditSealRow, AuditUnsealedRow } from './audit-seal.entity.js';

export const auditFeature: Feature = {
  entities: [AuditEntryRow, AuditOriginRow, AuditSealRow, AuditUnsealedRow],
  personalData: {
    exported: {
      audit: `SELECT id AS key, json_build_object(
      'id', id, 'at', ${isoTime('at')}, 'by_user_id', actor_id, 'by_key_id', api_key_id, 'action', action, 'room_id', room_id,
      'to_user_id', subject_id, 'details', details - 'operator', 'address', address, 'session_id', session_id) AS item
    FROM audit_entries LEFT JOIN audit_origins o ON o.entry_id = id AND o.user_id = $1 WHERE actor_id = $1 OR subject_id = $1`,
    },
    numbered: ['audit'],
    removed: [rowsOf('audit_origins')],
    notRemoved: {
      'audit_entries.actor_id': 'the log is never changed: the id names the placeholder',
      'audit_entries.subject_id': 'the log is never changed: the id names the placeholder',
    },
  },
  module: async () => (await import('./audit-sealing.js')).AuditSealingModule,
};
