import { isoTime, rowsOf } from '../../platform/feature/personal-data.js';
import type { PersonalData } from '../../platform/feature/personal-data.js';

export const deliveryTracePersonalData: PersonalData = {
  exported: {
    syncs: `SELECT id AS key, json_build_object(
      'session_id', session_id, 'synced_at', ${isoTime('synced_at')}, 'rooms', rooms) AS item
    FROM sync_records WHERE user_id = $1`,
  },
  numbered: ['syncs'],
  removed: [rowsOf('sync_records')],
};
