export { loggable } from './loggable.js';
export { LogRecord } from './log-record.js';
export type { Fields } from './log-record.js';
export { ServerLogger } from './server-logger.js';
