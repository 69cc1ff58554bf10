import { setTimeout as delay } from 'node:timers/promises';

import { Injectable, Logger, Module } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { tooFast } from '@parley/protocol';

import { PeriodicTask } from '../async/periodic-task.js';
import { Config } from '../config/config.js';
import { LimitMetrics } from '../metrics/limit-metrics.js';
import { SharedRedis } from '../redis/shared-redis.js';
import { SharedBuckets } from './shared-buckets.js';

/** The work of an event, as declared by its handler. */
interface EventCost {
  /** In events of the limit of a user. */
  readonly cost: number;
  readonly stores: boolean;
}

/** The interval at which nodes report to each other. */
const EXCHANGE_MS = 250;
/** The number of exchanges between two sweeps. */
const EXCHANGES_PER_SWEEP = 20;
const DAY_SECONDS = 86_400;
const SECOND_MS = 1_000;

/** A frame counts as a further event for each of these: its content is parsed, stored and sent to others. */
const BYTES_AN_EVENT = 8_192;

/** The bytes of a stored event besides its own: rows have ids, times and indexes. */
const ROW_BYTES = 256;

/**
 * The work and the stored bytes that one user may cause, over all connections and nodes. Every frame counts as one
 * event when it arrives; an event that costs more, or whose frame is long, pays the rest before its data is validated.
 */
@Injectable()
export class UserBudgets implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly events: SharedBuckets;
  private readonly storedBytes: SharedBuckets;
  /** A request that costs more than the burst is handled when the bucket is full. */
  private readonly mostFurther: number;
  private readonly exchanging = new PeriodicTask(
    () => this.exchange(),
    new Logger(UserBudgets.name),
    'Cannot exchange the budgets of users',
  );
  private exchanges = 0;

  constructor(
    { perUser }: Config,
    redis: SharedRedis,
    private readonly metrics: LimitMetrics,
  ) {
    const { eventsPerSecond, eventsBurst, storedBytesPerDay } = perUser;
    this.events = new SharedBuckets('events', { burst: eventsBurst, perSecond: eventsPerSecond }, redis);
    this.mostFurther = eventsBurst - 1;
    const day = { burst: storedBytesPerDay, perSecond: storedBytesPerDay / DAY_SECONDS };
    this.storedBytes = new SharedBuckets('stored-bytes', day, redis);
  }

  onApplicationBootstrap(): void {
    this.exchanging.start(EXCHANGE_MS);
  }

  onApplicationShutdown(): Promise<void> {
    return this.exchanging.stop();
  }

  /** Counts a frame of a user. @returns 0 if it is within the limit, else the milliseconds until the next is */
  arrived(userId: number, now?: number): number {
    return this.events.take(userId, 1, now);
  }

  /**
   * Takes what an event costs beyond its arrival.
   * @param text the frame
   * @throws Refusal 4029 with the limit and the seconds until it permits the event
   */
  charge(userId: number, { cost, stores }: EventCost, text: string): void {
    const bytes = Buffer.byteLength(text);
    this.pay(userId, cost - 1 + Math.floor(bytes / BYTES_AN_EVENT));
    const delayMs = stores ? this.storedBytes.take(userId, bytes + ROW_BYTES) : 0;
    if (delayMs > 0) {
      this.metrics.exceeded('STORED_BYTES_PER_DAY', { user: userId });
      throw tooFast('Too many bytes stored by one user (STORED_BYTES_PER_DAY).', delayMs / SECOND_MS);
    }
  }

  /**
   * Takes the work of an event as a number of further events.
   * @throws Refusal 4029 with the limit and the seconds until it permits them
   */
  pay(userId: number, further: number): void {
    const wait = further > 0 ? this.events.take(userId, Math.min(further, this.mostFurther)) : 0;
    if (wait === 0) return;
    this.metrics.exceeded('EVENTS_PER_SECOND_PER_USER', { user: userId });
    throw tooFast('Too much work for one user (EVENTS_PER_SECOND_PER_USER).', wait / SECOND_MS);
  }

  /** Takes work that is done already, so that the next events of the user wait for it. */
  owe(userId: number, cost: number): void {
    this.events.overdraw(userId, cost);
  }

  /** Takes what one more page of a streamed reply costs. Resolves when the user has paid for it. */
  async payPage(userId: number, { cost }: EventCost): Promise<void> {
    for (let wait = this.events.overdraw(userId, cost); wait > 0; wait = this.events.take(userId, 0)) await delay(wait);
  }

  private async exchange(): Promise<void> {
    this.exchanges += 1;
    if (this.exchanges % EXCHANGES_PER_SWEEP === 0) {
      this.events.sweep();
      this.storedBytes.sweep();
    }
    await Promise.all([this.events.exchange(), this.storedBytes.exchange()]);
  }
}

/** What one user may cause, over sockets and HTTP alike. */
@Module({ providers: [LimitMetrics, UserBudgets], exports: [LimitMetrics, UserBudgets] })
export class UserBudgetsModule {}
