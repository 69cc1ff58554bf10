import { createHash } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';

import { Config } from '../../platform/config/config.js';
import { retryAfter } from '../../platform/http/rate-limits.js';
import { SharedRedis } from '../../platform/redis/shared-redis.js';

const MINUTE_SECONDS = 60;
/** One number counts both: failed attempts in millions, attempts in progress in ones. */
const FAILURE = 1_000_000;

/** An attempt in progress. */
export interface Attempt {
  ended(failed: boolean): Promise<void>;
}

/** Why an attempt may not start: too many have failed, or the attempts in progress could reach the limit. */
type NotNow = { readonly retryAfter: number } | { readonly crowded: string };

/**
 * The attempts of each key within a minute: failed attempts and attempts in progress are together at most
 * FAILED_LOGINS_PER_MINUTE. They are counted in Redis for all nodes. While Redis is unavailable, each node counts its
 * own attempts, so that no user is locked out and the number of guesses stays limited.
 */
@Injectable()
export class LogInAttempts {
  private readonly most: number;
  private readonly here: RateLimiterAbstract;
  private readonly everywhere: RateLimiterAbstract | undefined;

  constructor({ tokens }: Config, redis: SharedRedis) {
    this.most = tokens.failedLoginsPerMinute;
    const limits = { points: this.most, duration: MINUTE_SECONDS };
    this.here = new RateLimiterMemory(limits);
    this.everywhere = redis.isConfigured
      ? new RateLimiterRedis({
          ...limits,
          storeClient: redis,
          useRedisPackage: true,
          keyPrefix: redis.key('log-ins'),
        })
      : undefined;
  }

  /** Whether other processes may have attempts in progress. */
  get areShared(): boolean {
    return this.everywhere !== undefined;
  }

  async begin(keys: readonly string[]): Promise<Attempt | NotNow> {
    if (!this.everywhere) return this.beginBy(this.here, keys);
    try {
      return await this.beginBy(this.everywhere, keys);
    } catch {
      return this.beginBy(this.here, keys);
    }
  }

  private async beginBy(counts: RateLimiterAbstract, keys: readonly string[]): Promise<Attempt | NotNow> {
    const begun = await Promise.all(keys.map((key) => counts.penalty(named(key), 1)));
    const attempt = this.attempt(counts, keys, begun);
    const crowded = keys.find((_, at) => this.isOver(begun[at]));
    if (crowded === undefined) return attempt;
    await attempt.ended(false);
    const refused = begun.filter((count) => failuresIn(count) >= this.most);
    return refused.length > 0 ? { retryAfter: Math.max(...refused.map(retryAfter)) } : { crowded };
  }

  /** Ends in the counter in which it started. If that is unavailable, the attempt counts until the minute is over. */
  private attempt(counts: RateLimiterAbstract, keys: readonly string[], begun: readonly RateLimiterRes[]): Attempt {
    const until = begun.map(({ msBeforeNext }) => performance.now() + msBeforeNext);
    const end = async (at: number, failed: boolean): Promise<void> => {
      const key = named(keys[at] ?? '');
      const isForgotten = performance.now() >= (until[at] ?? 0);
      if (failed) await counts.penalty(key, isForgotten ? FAILURE : FAILURE - 1);
      else if (!isForgotten) await counts.reward(key, 1);
    };
    const endAll = async (failed: boolean): Promise<void> => {
      await Promise.all(keys.map((_, at) => end(at, failed)));
    };
    return {
      ended: (failed) =>
        endAll(failed).catch(async () => {
          if (failed && counts !== this.here)
            await Promise.all(keys.map((key) => this.here.penalty(named(key), FAILURE)));
        }),
    };
  }

  private isOver(count: RateLimiterRes | undefined): boolean {
    if (!count) return false;
    const failures = failuresIn(count);
    return failures + (count.consumedPoints - failures * FAILURE) > this.most;
  }
}

/** Rounds away the attempts in progress, and leftovers of an expired minute. */
const failuresIn = ({ consumedPoints }: RateLimiterRes): number => Math.round(consumedPoints / FAILURE);

/** Hashed, because other programs may read Redis: it contains no username. */
const named = (key: string): string => createHash('sha256').update(key).digest('base64url');
