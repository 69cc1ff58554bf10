export type { LogEntry, LogSource } from './room-log.js';
export { RoomSequencers } from './room-sequencers.js';
export type { GapListener } from './room-sequencers.js';
