export { CannotStart, Config } from './config.js';
export type { ForeignIssuer, Tracing, Vapid } from './config.js';
export { ConfigModule } from './config.module.js';
export { dataFolder } from './data-folder.js';
export { secondsOf } from './parsers.js';
export { LARGEST_BULK } from './variables.js';
export { processEnvironment, readConfig } from './read-config.js';
export { newVapidKeys } from './vapid-keys.js';
