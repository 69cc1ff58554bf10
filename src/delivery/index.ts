export { DeliveryRecordsModule } from './delivery-records.module.js';
export { SyncRecords } from './sync-records.js';
export type { SyncedRange } from './told-room.js';
export { DeliveryTraceModule } from './trace/delivery-trace.module.js';
