import { LRUCache } from 'lru-cache';

import type { Backoff } from '../async/backoff.js';

interface Outage {
  /** In milliseconds of `performance.now()`. */
  pausedUntil: number;
  failures: number;
}

/** Users choose receivers, so the number of those in memory is limited. */
const MOST_FAILING = 1_000;

interface Limits {
  /** With so many jobs under way, a receiver gets no more of this process. */
  readonly atOnce: number;
  /** The pauses of a receiver that fails, in milliseconds. */
  readonly pauses: Backoff;
}

/**
 * The receivers of a kind of jobs, by their names, such as the hosts of push services: how many jobs of this process
 * are under way to each, and which ones fail. One that fails gets no job during a pause, and delays no other.
 */
export class Receivers {
  private readonly outages = new LRUCache<string, Outage>({ max: MOST_FAILING });
  private readonly underWay = new Map<string, number>();

  constructor(private readonly limits: Limits) {}

  /** Those to which nothing must be sent now. */
  busy(): string[] {
    const now = performance.now();
    const paused = [...this.outages.entries()].filter(([, { pausedUntil }]) => pausedUntil > now);
    const full = [...this.underWay].filter(([, count]) => count >= this.limits.atOnce);
    return [...new Set([...paused, ...full].map(([name]) => name))];
  }

  /** Those that have failed, and have not answered since. */
  failing(): string[] {
    return [...this.outages.keys()];
  }

  begin(name: string): void {
    this.underWay.set(name, (this.underWay.get(name) ?? 0) + 1);
  }

  /** @returns whether no job is under way to it any more */
  end(name: string): boolean {
    const left = (this.underWay.get(name) ?? 1) - 1;
    if (left > 0) this.underWay.set(name, left);
    else this.underWay.delete(name);
    return left <= 0;
  }

  /** Records that it answers. @returns whether it was failing until now */
  answered(name: string): boolean {
    return this.outages.delete(name);
  }

  /**
   * Records a failure.
   * @param seconds of the pause at least
   * @returns whether it was answering until now
   */
  failed(name: string, seconds = 0): boolean {
    const now = performance.now();
    const known = this.outages.get(name);
    const outage = known ?? { pausedUntil: 0, failures: 0 };
    // A failure during the pause is of a job that was under way before.
    if (outage.pausedUntil <= now) {
      outage.pausedUntil = now + Math.max(this.limits.pauses.pause(outage.failures), seconds * 1_000);
      outage.failures += 1;
    }
    this.outages.set(name, outage);
    return known === undefined;
  }
}
