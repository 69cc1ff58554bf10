import { LRUCache } from 'lru-cache';

import { Backoff } from '../../platform/async/backoff.js';

interface Outage {
  /** In milliseconds of `performance.now()`. */
  pausedUntil: number;
  failures: number;
}

/** Users choose hosts, so the number of hosts in memory is limited. */
const MOST_HOSTS = 1_000;
/** In milliseconds. */
const BACKOFF = new Backoff(1_000, 60_000);
export const LONGEST_REQUESTED_SECONDS = 600;

/**
 * The push services to which this process sends nothing for now. An unavailable or overloaded service is retried with
 * exponential backoff, and does not delay pushes to the others.
 */
export class PushServiceLimits {
  private readonly outages = new LRUCache<string, Outage>({ max: MOST_HOSTS });
  private readonly underWay = new Map<string, number>();

  /** @param perHost concurrent pushes to one service, about */
  constructor(private readonly perHost: number) {}

  /** The hosts to which nothing must be sent now. */
  busy(): string[] {
    const now = performance.now();
    const paused = [...this.outages.entries()].filter(([, { pausedUntil }]) => pausedUntil > now);
    const full = [...this.underWay].filter(([, count]) => count >= this.perHost);
    return [...new Set([...paused, ...full].map(([host]) => host))];
  }

  begin(host: string): void {
    this.underWay.set(host, (this.underWay.get(host) ?? 0) + 1);
  }

  /** @returns whether no push to it is under way any more */
  end(host: string): boolean {
    const left = (this.underWay.get(host) ?? 1) - 1;
    if (left > 0) this.underWay.set(host, left);
    else this.underWay.delete(host);
    return left <= 0;
  }

  /** Records a response. @returns whether the service was unavailable until now */
  answered(host: string): boolean {
    return this.outages.delete(host);
  }

  /**
   * Records a failure.
   * @param retryAfter seconds, if the service returned them
   * @returns whether the service was available until now
   */
  failed(host: string, retryAfter: number | undefined): boolean {
    const now = performance.now();
    const known = this.outages.get(host);
    const outage = known ?? { pausedUntil: 0, failures: 0 };
    // A failure during the pause is of a push that was under way before.
    if (outage.pausedUntil <= now) {
      const pause = BACKOFF.pause(outage.failures);
      const requested = Math.min(retryAfter ?? 0, LONGEST_REQUESTED_SECONDS) * 1_000;
      outage.pausedUntil = now + Math.max(pause, requested);
      outage.failures += 1;
    }
    this.outages.set(host, outage);
    return known === undefined;
  }
}
