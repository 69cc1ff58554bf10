import { createHash } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';

import { retryAfter } from '../../../platform/http/rate-limits.js';
import { SharedRedis } from '../../../platform/redis/shared-redis.js';

const MINUTE_SECONDS = 60;
/** One number counts both: failed attempts in millions, attempts in progress in ones. */
const FAILURE = 1_000_000;

/** A key by which failures are counted, such as an address. */
export interface AttemptKey {
  readonly name: string;
  /** The failures within its window from which attempts are refused; Infinity: they are only counted. */
  readonly most: number;
  /** The window, which begins with its first attempt; a minute by default. */
  readonly seconds?: number;
}

/** An attempt in progress. */
export interface Attempt {
  /** The failures of each key within its window, in the order of the keys. */
  readonly failures: readonly number[];
  ended(failed: boolean): Promise<void>;
}

/** Why an attempt may not start: too many have failed, or the attempts in progress could reach the limit. */
type NotNow = { readonly retryAfter: number } | { readonly crowded: string };

/**
 * The attempts of each key within its window: failed attempts and attempts in progress are together at most the limit
 * of the key. They are counted in Redis for all nodes. While Redis is unavailable, each node counts its own attempts,
 * so that no user is locked out and the number of guesses stays limited.
 *
 * A count is forgotten after its window. A refused attempt adds no count for the keys after the one that refused it, so
 * that new counts cost a password check.
 */
@Injectable()
export class LogInAttempts {
  private readonly here: RateLimiterAbstract;
  private readonly everywhere: RateLimiterAbstract | undefined;

  constructor(redis: SharedRedis) {
    const limits = { points: 1, duration: MINUTE_SECONDS };
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

  async begin(keys: readonly AttemptKey[]): Promise<Attempt | NotNow> {
    if (!this.everywhere) return this.beginBy(this.here, keys);
    try {
      return await this.beginBy(this.everywhere, keys);
    } catch {
      return this.beginBy(this.here, keys);
    }
  }

  private async beginBy(counts: RateLimiterAbstract, keys: readonly AttemptKey[]): Promise<Attempt | NotNow> {
    const begun: CountedKey[] = [];
    for (const key of keys) {
      const count = await counts.penalty(hashed(key.name), 1, windowOf(key));
      begun.push({ key, count });
      if (!isOver(count, key.most)) continue;
      await this.attempt(counts, begun).ended(false);
      return failuresIn(count) >= key.most
        ? { retryAfter: retryAfter(count, windowOf(key).customDuration) }
        : { crowded: key.name };
    }
    return this.attempt(counts, begun);
  }

  /** Ends in the counter in which it started. If that is unavailable, the attempt counts until its window is over. */
  private attempt(counts: RateLimiterAbstract, begun: readonly CountedKey[]): Attempt {
    const now = performance.now();
    const ends = begun.map(({ key, count }) => ({
      name: hashed(key.name),
      window: windowOf(key),
      until: now + Math.min(count.msBeforeNext, windowOf(key).customDuration * 1_000),
    }));
    const endAll = (failed: boolean): Promise<unknown> =>
      Promise.all(
        ends.map(async ({ name, window, until }) => {
          const isForgotten = performance.now() >= until;
          if (failed) await counts.penalty(name, isForgotten ? FAILURE : FAILURE - 1, window);
          else if (!isForgotten) await counts.reward(name, 1);
        }),
      );
    const ended = async (failed: boolean): Promise<void> => {
      try {
        await endAll(failed);
      } catch {
        if (!failed || counts === this.here) return;
        await Promise.all(ends.map(({ name, window }) => this.here.penalty(name, FAILURE, window)));
      }
    };
    return { failures: begun.map(({ count }) => failuresIn(count)), ended };
  }
}

interface CountedKey {
  readonly key: AttemptKey;
  readonly count: RateLimiterRes;
}

function isOver(count: RateLimiterRes, most: number): boolean {
  const failures = failuresIn(count);
  return failures + (count.consumedPoints - failures * FAILURE) > most;
}

const windowOf = ({ seconds = MINUTE_SECONDS }: AttemptKey) => ({ customDuration: seconds });

/** Rounds away the attempts in progress, and leftovers of an expired window. */
const failuresIn = ({ consumedPoints }: RateLimiterRes): number => Math.round(consumedPoints / FAILURE);

/** Hashed, because other programs may read Redis: it contains no username. */
const hashed = (name: string): string => createHash('sha256').update(name).digest('base64url');
