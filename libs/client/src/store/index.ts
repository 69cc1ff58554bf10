export { ChatStore } from './chat-store.js';
export type { StoreOptions } from './chat-store.js';
export type { StoreBounds } from './held-rooms.js';
export { IndexedDbRecords } from './indexed-db-records.js';
export type { RecordChange, RecordKey, RecordStore } from './record-store.js';
export type { StoredRoom } from './stored-rooms.js';
export { Tabs } from './tabs.js';
