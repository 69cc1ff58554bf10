import { Injectable } from '@nestjs/common';

import { Config } from '../../config/index.js';
import { Throttle, throttled } from '../../http/index.js';

const MINUTE_SECONDS = 60;

/** A log-in that has begun, or the moment at which one that is under way has ended. */
type Decision<Holder> = { readonly attempt: Promise<Holder> } | { readonly room: Promise<unknown> };

/**
 * Counts the log-ins that fail, and lets nobody try who has failed too often. As each one under way may yet fail, no
 * more are under way than may fail: a guesser gains nothing by haste, and whoever is right waits at most for a moment.
 */
@Injectable()
export class FailedLogIns {
  private readonly failures: Throttle;
  private readonly underWay = new Map<string, Set<Promise<unknown>>>();
  private decided: Promise<unknown> = Promise.resolve();

  constructor({ tokens }: Config) {
    this.failures = new Throttle({ most: tokens.failedLoginsPerMinute, seconds: MINUTE_SECONDS });
  }

  /**
   * @param keys under which a failure counts: from where, and as whom
   * @param logIn gives undefined where it fails; never called for who has failed too often
   * @throws ApiError 429
   */
  async watch<Holder>(keys: readonly string[], logIn: () => Promise<Holder | undefined>): Promise<Holder | undefined> {
    for (;;) {
      const decision = await this.oneAtATime(() => this.decide(keys, logIn));
      if ('attempt' in decision) return decision.attempt;
      await decision.room;
    }
  }

  /** Each decision knows what the one before it has begun. */
  private oneAtATime<Result>(decide: () => Promise<Result>): Promise<Result> {
    const decision = this.decided.then(decide);
    this.decided = decision.catch(() => undefined);
    return decision;
  }

  private async decide<Holder>(
    keys: readonly string[],
    logIn: () => Promise<Holder | undefined>,
  ): Promise<Decision<Holder | undefined>> {
    const ahead = keys.map((key) => [...(this.underWay.get(key) ?? [])]);
    const allowances = await Promise.all(keys.map((key) => this.failures.allowance(key)));
    const retryAfter = Math.max(...allowances.map((allowance) => allowance.retryAfter));
    if (retryAfter > 0) throw throttled('Too many log-ins have failed. Try again later.', retryAfter);
    const crowd = ahead.find((attempts, at) => attempts.length >= (allowances[at]?.left ?? 0));
    if (crowd) return { room: Promise.race(crowd) };
    const attempt = this.counted(keys, logIn);
    this.watchOver(keys, attempt);
    return { attempt };
  }

  private async counted<Holder>(
    keys: readonly string[],
    logIn: () => Promise<Holder | undefined>,
  ): Promise<Holder | undefined> {
    const holder = await logIn();
    if (holder === undefined) await Promise.all(keys.map((key) => this.failures.count(key)));
    return holder;
  }

  private watchOver(keys: readonly string[], attempt: Promise<unknown>): void {
    const ended = attempt
      .catch(() => undefined)
      .then(() => {
        for (const key of keys) this.forget(key, ended);
      });
    for (const key of keys) this.underWay.set(key, (this.underWay.get(key) ?? new Set()).add(ended));
  }

  private forget(key: string, ended: Promise<unknown>): void {
    const attempts = this.underWay.get(key);
    attempts?.delete(ended);
    if (attempts?.size === 0) this.underWay.delete(key);
  }
}
