import { seenFrom, textOf } from '../database/history/witness.js';
import type { Witness } from '../database/history/witness.js';
import type { SeenState } from '../database/history/database-state.js';
import type { SharedRedis } from './shared-redis.js';

/** In the Redis of the nodes. While Redis is unavailable it keeps nothing. */
export class SharedWitness implements Witness {
  constructor(private readonly redis: SharedRedis) {}

  async read(): Promise<SeenState | undefined> {
    const text = await this.redis.eval(`return redis.call('GET', KEYS[1])`, this.arguments()).catch(() => undefined);
    return typeof text === 'string' ? seenFrom(text) : undefined;
  }

  async write(seen: SeenState): Promise<void> {
    if (!this.redis.isReady) return;
    await this.redis.eval(`redis.call('SET', KEYS[1], ARGV[1])`, this.arguments(textOf(seen)));
  }

  private arguments(...values: string[]): { keys: string[]; arguments: string[] } {
    return { keys: [this.redis.key('epoch')], arguments: values };
  }
}
