import { Logger } from '@nestjs/common';
import type { RedisScripts, RedisTransport } from '@parley/realtime/hub';

/** No answer within this is none: whoever asks has to go on without it. */
const PATIENCE_MS = 1_000;
/** How long a Redis that gave no answer is not asked again, so that one alone in this time has waited for it. */
const PAUSE_MS = 5_000;

/** Redis cannot be asked now: the node has to count by itself. */
class RedisAway extends Error {}

/**
 * The Redis in which the nodes of a deployment count together what a limit allows all of them. It decides nothing that
 * cannot be decided without it: each node is answered in bounded time, or told that it is alone.
 */
export class SharedRedis {
  private readonly scripts: RedisScripts | undefined;
  private readonly prefix: string;
  private readonly log = new Logger(SharedRedis.name);
  private silentUntil = -Infinity;
  private answers = true;

  /** @param transport undefined where this process is alone */
  constructor(transport: Pick<RedisTransport, 'scripts' | 'prefix'> | undefined) {
    this.scripts = transport?.scripts;
    this.prefix = transport?.prefix ?? '';
  }

  /** Whether there can be other nodes. */
  get isConfigured(): boolean {
    return this.scripts !== undefined;
  }

  /** Whether asking is worth while now. */
  get isReady(): boolean {
    return this.scripts?.isReady === true && performance.now() >= this.silentUntil;
  }

  /** The name in Redis of what this deployment, and no other, calls by these words. */
  key(...words: readonly string[]): string {
    return [this.prefix, ...words].join(':');
  }

  /** @throws RedisAway within a second */
  async eval(script: string, options: { readonly keys: string[]; readonly arguments: string[] }): Promise<unknown> {
    const { scripts } = this;
    if (!scripts || !this.isReady) throw new RedisAway();
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        // What has come is read first: it may be this process that was late.
        setImmediate(() => {
          if (isOver) return;
          this.isSilent();
          reject(new RedisAway());
        });
      }, PATIENCE_MS);
    });
    try {
      const answer = await Promise.race([scripts.eval(script, options), tooLate]);
      this.answers = true;
      return answer;
    } catch (error) {
      throw error instanceof RedisAway ? error : new RedisAway(String(error), { cause: error });
    } finally {
      isOver = true;
      clearTimeout(timer);
    }
  }

  /** One line for a silence, however long it is. */
  private isSilent(): void {
    this.silentUntil = performance.now() + PAUSE_MS;
    if (this.answers) this.log.warn('Redis does not answer: this node counts by itself until it does');
    this.answers = false;
  }
}
