import { LRUCache } from 'lru-cache';

interface Outage {
  /** In milliseconds of `performance.now()`. */
  pausedUntil: number;
  failures: number;
}

/** Users choose hosts: no more of them than this are remembered. */
const MOST_HOSTS = 1_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** However long a push service asks to be left alone. */
export const LONGEST_REQUESTED_SECONDS = 600;

/**
 * Which push services this process leaves alone for now: one that is not there, or has too much to do, is asked again
 * after a while, and then after a longer one, and keeps nobody from sending to the others.
 */
export class PushServices {
  private readonly outages = new LRUCache<string, Outage>({ max: MOST_HOSTS });
  private readonly underWay = new Map<string, number>();

  /** @param perHost how much is sent to one at once, about */
  constructor(private readonly perHost: number) {}

  /** Those that nothing is to be sent to now. */
  busy(): string[] {
    const now = performance.now();
    const paused = [...this.outages.entries()].filter(([, { pausedUntil }]) => pausedUntil > now);
    const full = [...this.underWay].filter(([, count]) => count >= this.perHost);
    return [...new Set([...paused, ...full].map(([host]) => host))];
  }

  begin(host: string): void {
    this.underWay.set(host, (this.underWay.get(host) ?? 0) + 1);
  }

  /** @returns whether nothing is under way to it any more */
  end(host: string): boolean {
    const left = (this.underWay.get(host) ?? 1) - 1;
    if (left > 0) this.underWay.set(host, left);
    else this.underWay.delete(host);
    return left <= 0;
  }

  /** It answers. @returns whether it had not */
  answered(host: string): boolean {
    return this.outages.delete(host);
  }

  /**
   * It does not take what it is sent.
   * @param retryAfter seconds, if it says after how many it will
   * @returns whether it did until now
   */
  failed(host: string, retryAfter: number | undefined): boolean {
    const now = performance.now();
    const known = this.outages.get(host);
    const outage = known ?? { pausedUntil: 0, failures: 0 };
    // What was under way when it went tells nothing new.
    if (outage.pausedUntil <= now) {
      const pause = Math.min(FIRST_PAUSE_MS * 2 ** outage.failures, LONGEST_PAUSE_MS);
      const requested = Math.min(retryAfter ?? 0, LONGEST_REQUESTED_SECONDS) * 1_000;
      outage.pausedUntil = now + Math.max(pause, requested);
      outage.failures += 1;
    }
    this.outages.set(host, outage);
    return known === undefined;
  }
}
