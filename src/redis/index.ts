export { SharedRedis } from './shared-redis.js';
export { RedisModule } from './redis.module.js';
