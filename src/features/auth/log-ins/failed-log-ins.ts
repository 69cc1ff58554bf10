import { setTimeout as delay } from 'node:timers/promises';

import { Injectable } from '@nestjs/common';

import { Backoff } from '../../../platform/async/backoff.js';
import { throttled } from '../../../platform/http/api-error.js';
import { LogInAttempts } from './log-in-attempts.js';
import type { Attempt, AttemptKey } from './log-in-attempts.js';

/** The interval at which a node polls whether attempts of other nodes have ended, which sends no notification. */
const CHECK_MS = 50;
/** A log-in that has waited this long for other attempts is refused, and the client may retry. */
const TIMEOUT_MS = 30_000;
const RETRY_AFTER_SECONDS = 1;

/** The pauses before attempts of a key that is slowed: each failure doubles them. In milliseconds. */
const BACKOFF = new Backoff(250, 2_000);
const MOST_PAUSED = 1_000;

/** A key by which failures are counted, with the numbers from which on they refuse or slow further attempts. */
export interface WatchedKey extends AttemptKey {
  /** The failures within a minute from which an attempt begins with a pause; undefined: never. */
  readonly slowFrom?: number;
}

/** A log-in that has started, or the moment at which it may start. */
type Decision<Holder> = { readonly attempt: Promise<Holder> } | { readonly room: Promise<void> };

/**
 * Counts failed log-ins, and refuses or slows further attempts once too many have failed. Every attempt in progress may
 * fail, so no more are in progress than may still fail. Concurrent guesses gain nothing; a correct log-in waits only
 * briefly.
 */
@Injectable()
export class FailedLogIns {
  private readonly underWay = new Map<string, Set<Promise<unknown>>>();
  /** By key: resolves when an attempt may be possible. All waiting log-ins of a key share one poll. */
  private readonly crowded = new Map<string, Promise<void>>();
  /** By key: the end of the last decision about it. */
  private readonly deciding = new Map<string, Promise<void>>();

  private paused = 0;

  constructor(private readonly attempts: LogInAttempts) {}

  /**
   * @param keys under which a failure counts, with their limits: those that refuse most first
   * @param logIn returns undefined if it fails; not called once too many log-ins of a key have failed
   * @param tooMany the text of the refusal
   * @throws ApiError 429
   */
  async watch<Holder>(
    keys: readonly WatchedKey[],
    logIn: () => Promise<Holder | undefined>,
    tooMany = 'Too many log-ins have failed. Try again later.',
  ): Promise<Holder | undefined> {
    for (const until = performance.now() + TIMEOUT_MS; performance.now() < until;) {
      const names = keys.map(({ name }) => name);
      const decision = await this.oneAtATime(names, () => this.decide(keys, logIn, tooMany));
      if ('attempt' in decision) return decision.attempt;
      await decision.room;
    }
    throw throttled(tooMany, RETRY_AFTER_SECONDS);
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
    keys: readonly WatchedKey[],
    logIn: () => Promise<Holder | undefined>,
    tooMany: string,
  ): Promise<Decision<Holder | undefined>> {
    const room = keys.map(({ name }) => this.crowded.get(name)).find((each) => each !== undefined);
    if (room) return { room };
    const begun = await this.attempts.begin(keys);
    if ('ended' in begun) return { attempt: this.counted(keys, begun, logIn) };
    if ('retryAfter' in begun) throw throttled(tooMany, begun.retryAfter);
    return { room: this.roomFor(begun.crowded) };
  }

  private counted<Holder>(
    keys: readonly WatchedKey[],
    attempt: Attempt,
    logIn: () => Promise<Holder | undefined>,
  ): Promise<Holder | undefined> {
    const pauses = keys.map(({ slowFrom }, at) => pauseAfter(attempt.failures[at] ?? 0, slowFrom));
    const tried = this.tryLogIn(attempt, Math.max(...pauses), logIn);
    this.watchOver(
      keys.map(({ name }) => name),
      tried,
    );
    return tried;
  }

  private async tryLogIn<Holder>(
    attempt: Attempt,
    pauseMs: number,
    logIn: () => Promise<Holder | undefined>,
  ): Promise<Holder | undefined> {
    let failed = false;
    try {
      await this.pause(pauseMs);
      const holder = await logIn();
      failed = holder === undefined;
      return holder;
    } finally {
      await attempt.ended(failed);
    }
  }

  /** Beyond {@link MOST_PAUSED} log-ins that pause on this node, a further one does not: none is refused for that. */
  private async pause(ms: number): Promise<void> {
    if (ms === 0 || this.paused >= MOST_PAUSED) return;
    this.paused += 1;
    await new Promise((resolve) => setTimeout(resolve, ms));
    this.paused -= 1;
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

function pauseAfter(failures: number, slowFrom = Infinity): number {
  if (failures < slowFrom) return 0;
  return BACKOFF.pause(failures - slowFrom);
}
