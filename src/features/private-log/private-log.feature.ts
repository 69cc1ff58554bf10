import type { Feature } from '../../platform/feature/feature.js';
import { isoTime, rowsOf } from '../../platform/feature/personal-data.js';
import { PrivateChangeRow, PrivateLogRow } from './private-log.entity.js';

export const privateLogFeature: Feature = {
  entities: [PrivateChangeRow, PrivateLogRow],
  personalData: {
    exported: {
      private_changes: `SELECT seq AS key, json_build_object(
      'seq', seq, 'kind', kind, 'key', key, 'created_at', ${isoTime('created_at')}) AS item
    FROM private_changes WHERE user_id = $1`,
    },
    numbered: ['private_changes'],
    removed: [rowsOf('private_changes'), rowsOf('private_logs')],
    notExported: { 'private_logs.*': 'is only the number of the latest of the private changes' },
  },
  module: async () => (await import('./private-log.module.js')).PrivateLogModule,
};
