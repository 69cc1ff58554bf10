import { isoTime, rowsOf } from '../../platform/feature/personal-data.js';
import type { PersonalData } from '../../platform/feature/personal-data.js';

export const privateLogPersonalData: PersonalData = {
  exported: {
    private_changes: `SELECT seq AS key, json_build_object(
      'seq', seq, 'kind', kind, 'key', key, 'created_at', ${isoTime('created_at')}) AS item
    FROM private_changes WHERE user_id = $1`,
  },
  numbered: ['private_changes'],
  removed: [rowsOf('private_changes'), rowsOf('private_logs')],
  notExported: { 'private_logs.*': 'is only the number of the latest of the private changes' },
};
