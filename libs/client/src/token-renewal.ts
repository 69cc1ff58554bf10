/** The longest that a timer can wait. */
const LONGEST_MS = 2 ** 31 - 1;
/** How long before its end a token is renewed: a minute, and of one that is short a fifth of what is left. */
const LEAD_MS = 60_000;
const LEAD_SHARE = 0.2;
/** What is renewed by the same token, or cannot be renewed yet, is not asked for in a hurry. */
const SHORTEST_MS = 500;

interface Claims {
  /** Seconds since 1970. */
  readonly exp?: number;
  readonly user_id?: number;
}

/** What a token tells of itself, read without verifying, which is the service's business; nothing where it is no JWT. */
export function claimsOf(token: string): Claims {
  try {
    return JSON.parse(atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/'))) as Claims;
  } catch {
    return {};
  }
}

/** Milliseconds since 1970; undefined where it does not tell. */
export function endOf(token: string): number | undefined {
  const { exp } = claimsOf(token);
  return exp === undefined ? undefined : exp * 1_000;
}

/** Milliseconds until it should be renewed; undefined once it has ended. */
export function renewalIn(end: number, now: number): number | undefined {
  const left = end - now;
  if (left <= 0) return undefined;
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, left - Math.min(LEAD_MS, left * LEAD_SHARE)));
}

/** Renews the token of an open line in time. */
export class TokenRenewal {
  private timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param renew gets another token and gives it to the service
   * @returns until when that is good, milliseconds since 1970; undefined where nobody knows
   */
  constructor(private readonly renew: () => Promise<number | undefined>) {}

  /** @param end of the token in use, milliseconds since 1970 */
  expects(end: number | undefined): void {
    this.stops();
    const wait = end === undefined ? undefined : renewalIn(end, Date.now());
    if (wait === undefined) return;
    this.timer = setTimeout(() => void this.renews(end), wait);
  }

  stops(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private async renews(end: number | undefined): Promise<void> {
    const { timer } = this;
    const next = await this.renew().catch(() => end);
    if (this.timer === timer) this.expects(next);
  }
}
