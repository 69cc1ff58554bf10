import { setTimeout as delay } from 'node:timers/promises';

import { Injectable } from '@nestjs/common';

import { throttled } from '../../platform/http/api-error.js';
import { LogInAttempts } from './log-in-attempts.js';
import type { Attempt } from './log-in-attempts.js';

/** The interval at which a node polls whether attempts of other nodes have ended, which sends no notification. */
const CHECK_MS = 50;
/** A log-in that has waited this long for other attempts is refused, and the client may retry. */
const TIMEOUT_MS = 30_000;
const COME_AGAIN_SECONDS = 1;

/** A log-in that has started, or the moment at which it may start. */
type Decision<Holder> = { readonly attempt: Promise<Holder> } | { readonly room: Promise<void> };

/**
 * Counts failed log-ins, and refuses further attempts once too many have failed. Every attempt in progress may fail, so
 * no more are in progress than may still fail. Concurrent guesses gain nothing; a correct log-in waits only briefly.
 */
@Injectable()
export class FailedLogIns {
  private readonly underWay = new Map<string, Set<Promise<unknown>>>();
  /** By key: resolves when an attempt may be possible. All waiting log-ins of a key share one poll. */
  private readonly crowded = new Map<string, Promise<void>>();
  /** By key: the end of the last decision about it. */
  private readonly deciding = new Map<string, Promise<void>>();

  constructor(private readonly attempts: LogInAttempts) {}

  /**
   * @param keys under which a failure counts: the address and the username
   * @param logIn returns undefined if it fails; not called once too many log-ins of a key have failed
   * @param tooMany the text of the refusal
   * @throws ApiError 429
   */
  async watch<Holder>(
    keys: readonly string[],
    logIn: () => Promise<Holder | undefined>,
    tooMany = 'Too many log-ins have failed. Try again later.',
  ): Promise<Holder | undefined> {
    for (const until = performance.now() + TIMEOUT_MS; performance.now() < until;) {
      const decision = await this.oneAtATime(keys, () => this.decide(keys, logIn, tooMany));
      if ('attempt' in decision) return decision.attempt;
      await decision.room;
    }
    throw throttled(tooMany, COME_AGAIN_SECONDS);
  }

  /**
   * Each decision sees the attempts that earlier decisions on the same keys have started, and waits for no others: a
   * decision may take a round trip to Redis. It is queued under all its keys at once, which prevents deadlocks.
   */
  private oneAtATime<Result>(keys: readonly string[], decide: () => Promise<Result>): Promise<Result> {
    const decision = Promise.all(keys.map((key) => this.deciding.get(key) ?? Promise.resolve())).then(decide);
    const ended = decision
      .catch(() => undefined)
      .then(() => {
        for (const key of keys) if (this.deciding.get(key) === ended) this.deciding.delete(key);
      });
    for (const key of keys) this.deciding.set(key, ended);
    return decision;
  }

  private async decide<Holder>(
    keys: readonly string[],
    logIn: () => Promise<Holder | undefined>,
    tooMany: string,
  ): Promise<Decision<Holder | undefined>> {
    const room = keys.map((key) => this.crowded.get(key)).find((each) => each !== undefined);
    if (room) return { room };
    const begun = await this.attempts.begin(keys);
    if ('ended' in begun) return { attempt: this.counted(keys, begun, logIn) };
    if ('retryAfter' in begun) throw throttled(tooMany, begun.retryAfter);
    return { room: this.roomFor(begun.crowded) };
  }

  private counted<Holder>(
    keys: readonly string[],
    attempt: Attempt,
    logIn: () => Promise<Holder | undefined>,
  ): Promise<Holder | undefined> {
    const tried = this.tryLogIn(attempt, logIn);
    this.watchOver(keys, tried);
    return tried;
  }

  private async tryLogIn<Holder>(
    attempt: Attempt,
    logIn: () => Promise<Holder | undefined>,
  ): Promise<Holder | undefined> {
    let failed = false;
    try {
      const holder = await logIn();
      failed = holder === undefined;
      return holder;
    } finally {
      await attempt.ended(failed);
    }
  }

  private roomFor(key: string): Promise<void> {
    const ends = [...(this.underWay.get(key) ?? [])];
    const others = this.attempts.areShared || ends.length === 0 ? [delay(CHECK_MS)] : [];
    const room = Promise.race([...ends, ...others]).then(() => {
      this.crowded.delete(key);
    });
    this.crowded.set(key, room);
    return room;
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
