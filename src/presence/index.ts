export { DEAD_AFTER, isLiving } from './living-node.js';
export { PresenceModule, SessionListModule } from './presence.module.js';
