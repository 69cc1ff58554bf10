import type { Feature } from '../../platform/feature/feature.js';
import { DeliveryRecording, SyncRecordRow } from './records/sync-record.entity.js';

export const deliveryTraceFeature: Feature = { entities: [DeliveryRecording, SyncRecordRow] };
