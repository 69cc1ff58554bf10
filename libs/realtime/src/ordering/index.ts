export type { LogEntry, LogSource } from './log-entry.js';
export { RoomSequencers } from './room-sequencers.js';
export type { GapListener } from './room-sequencers.js';
