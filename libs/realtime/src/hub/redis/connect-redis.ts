import { parseRedisUrl } from '../../redis-address/redis-address.js';
import { connectRouted } from './routed-redis.js';
import { connectSingle } from './single-redis.js';
import type { RedisOptions, RedisTransport } from './transport.js';

/**
 * @throws Error if Redis cannot be reached at the start, or without a secret
 * @throws UnsuitableRedis if it is not what the URL says
 * @throws InvalidRedisUrl
 */
export async function connectRedis(options: RedisOptions): Promise<RedisTransport> {
  const address = parseRedisUrl(options.url);
  return address.kind === 'single' ? connectSingle(options) : connectRouted(address, options);
}
