import type { SeenState } from '../database/history/database-state.js';
import { areNone, merged, NO_NUMBERS } from '../database/history/log-numbers.js';
import type { LogNumbers } from '../database/history/log-numbers.js';
import { keptFrom, numbersOf, numbersText, textOf } from '../database/history/witness.js';
import type { KeptState, Witness } from '../database/history/witness.js';
import type { SharedRedis } from './shared-redis.js';

/** Each node adds a text of its numbers when it has new ones: so many of them have those of the last moments. */
const MOST_TEXTS = 32;

const READ = `return {redis.call('GET', KEYS[1]), redis.call('LRANGE', KEYS[2], 0, -1)}`;
const WRITE = `
  redis.call('SET', KEYS[1], ARGV[1])
  if ARGV[2] then
    redis.call('LPUSH', KEYS[2], ARGV[2])
    redis.call('LTRIM', KEYS[2], 0, ${String(MOST_TEXTS - 1)})
  end`;

/** In the Redis of the nodes. While Redis is unavailable it keeps nothing, and numbers for later. */
export class SharedWitness implements Witness {
  private unsent: LogNumbers = NO_NUMBERS;

  constructor(private readonly redis: SharedRedis) {}

  async read(): Promise<KeptState | undefined> {
    const answer = await this.redis.eval(READ, this.arguments()).catch(() => undefined);
    const [text, texts] = Array.isArray(answer) ? (answer as readonly unknown[]) : [];
    const kept = typeof text === 'string' ? keptFrom(text) : undefined;
    if (!kept) return undefined;
    // The newest is the first one.
    const numbers = (Array.isArray(texts) ? texts : []).map((each) => numbersOf(kept.epochId, String(each))).reverse();
    return { ...kept, numbers: numbers.reduce(merged, NO_NUMBERS) };
  }

  async write(seen: SeenState, fresh: LogNumbers): Promise<void> {
    this.unsent = merged(this.unsent, fresh);
    if (!this.redis.isReady) return;
    const { unsent } = this;
    this.unsent = NO_NUMBERS;
    const numbers = areNone(unsent) ? [] : [numbersText(seen.epochId, unsent)];
    try {
      await this.redis.eval(WRITE, this.arguments(textOf(seen, NO_NUMBERS), ...numbers));
    } catch (error) {
      this.unsent = merged(unsent, this.unsent);
      throw error;
    }
  }

  private arguments(...values: string[]): { keys: string[]; arguments: string[] } {
    return { keys: [this.redis.key('epoch'), this.redis.key('epoch:numbers')], arguments: values };
  }
}
