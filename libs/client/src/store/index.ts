export { IndexedDbRecords } from './indexed-db-records.js';
export type { RecordChange, RecordKey, RecordStore } from './record-store.js';
