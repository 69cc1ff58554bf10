import type { Feature } from '../../platform/feature/feature.js';
import { isoTime, rowsOf } from '../../platform/feature/personal-data.js';
import { DeliveryRecording, SyncRecordRow } from './records/sync-record.entity.js';

export const deliveryTraceFeature: Feature = {
  entities: [DeliveryRecording, SyncRecordRow],
  personalData: {
    exported: {
      syncs: `SELECT id AS key, json_build_object(
      'session_id', session_id, 'synced_at', ${isoTime('synced_at')}, 'rooms', rooms) AS item
    FROM sync_records WHERE user_id = $1`,
    },
    numbered: ['syncs'],
    removed: [rowsOf('sync_records')],
  },
};
