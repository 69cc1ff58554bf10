import { connectRouted } from './routed-redis.js';
import { connectSingle } from './single-redis.js';
import type { RedisOptions, RedisTransport } from './transport.js';

/**
 * @throws Error if Redis cannot be reached at the start, or without a secret
 * @throws UnsuitableRedis if it is not what the address says
 */
export async function connectRedis(options: RedisOptions): Promise<RedisTransport> {
  const { address } = options;
  return address.kind === 'single' ? connectSingle(address.url, options) : connectRouted(address, options);
}
