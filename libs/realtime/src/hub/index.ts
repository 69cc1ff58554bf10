export { AdapterNamespace } from './adapter-bridge.js';
export type { AdapterFactory } from './adapter-bridge.js';
export type { Connection } from './connection.js';
export { roomGroup, userGroup } from './group.js';
export type { Group } from './group.js';
export { Hub } from './hub.js';
export { OutboundFrame } from './outbound-frame.js';
export { connectRedis } from './redis-transport.js';
export type { RedisTransport } from './redis-transport.js';
