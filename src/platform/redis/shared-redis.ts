import { Logger, Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import type { RedisScripts, RedisTransport } from '@parley/realtime/hub';

/** The timeout of a request. */
const TIMEOUT_MS = 1_000;
/** The pause after a timeout, so that only one request in this time waits for an unavailable Redis. */
const PAUSE_MS = 5_000;

/** Redis is unavailable: the node must count by itself. */
class RedisAway extends Error {}

/**
 * The Redis in which the nodes of a deployment count for common limits. It is optional: each request ends within a
 * bounded time, and if it fails, the node counts by itself.
 */
export class SharedRedis {
  private readonly scripts: RedisScripts | undefined;
  private readonly prefix: string;
  private readonly log = new Logger(SharedRedis.name);
  private silentUntil = -Infinity;
  private answers = true;

  /** @param transport undefined if this is the only process */
  constructor(transport: Pick<RedisTransport, 'scripts' | 'prefix'> | undefined) {
    this.scripts = transport?.scripts;
    this.prefix = transport?.prefix ?? '';
  }

  /** Whether there may be other nodes. */
  get isConfigured(): boolean {
    return this.scripts !== undefined;
  }

  /** Whether Redis is expected to respond now. */
  get isReady(): boolean {
    return this.scripts?.isReady === true && performance.now() >= this.silentUntil;
  }

  /** A Redis key with the prefix of this deployment. */
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
        // Reads pending responses first: this process may have been blocked.
        setImmediate(() => {
          if (isOver) return;
          this.isSilent();
          reject(new RedisAway());
        });
      }, TIMEOUT_MS);
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

  /** Logs one line per outage. */
  private isSilent(): void {
    this.silentUntil = performance.now() + PAUSE_MS;
    if (this.answers) this.log.warn('Redis does not respond: this node counts by itself until it does');
    this.answers = false;
  }
}

@Module({})
export class RedisModule {
  static with(redis: SharedRedis): DynamicModule {
    return {
      module: RedisModule,
      global: true,
      providers: [{ provide: SharedRedis, useValue: redis }],
      exports: [SharedRedis],
    };
  }
}
