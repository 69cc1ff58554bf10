export type { LogEntry, PrivateLogEntry, PrivateLogSource, RoomLogSource } from './log-source.js';
export { LogSequencers } from './log-sequencers.js';
export { Undelivered } from './sequenced-entry.js';
export type { GapListener } from './log-sequencers.js';
export type { SnapshotNumbers } from './late-subscribers.js';
