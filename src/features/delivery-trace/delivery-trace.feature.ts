import type { Feature } from '../../platform/feature/feature.js';
import { DeliveryRecording, SyncRecordRow } from './records/sync-record.entity.js';
import { deliveryTracePersonalData } from './delivery-trace.personal-data.js';

export const deliveryTraceFeature: Feature = {
  entities: [DeliveryRecording, SyncRecordRow],
  personalData: deliveryTracePersonalData,
};
