export { LogSource } from './log-entry.js';
export type { LogEntry } from './log-entry.js';
export { RoomLines } from './room-lines.js';
export type { GapListener } from './room-lines.js';
