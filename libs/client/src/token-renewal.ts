/** The longest delay that a timer supports. */
const MAX_TIMER_MS = 2 ** 31 - 1;
/** How long before its expiry a token is renewed: a minute, or a fifth of the remaining time if that is shorter. */
const LEAD_MS = 60_000;
const LEAD_SHARE = 0.2;
/** Limits the rate of renewals that return the same token, or fail. */
const MIN_DELAY_MS = 500;

interface Claims {
  /** Seconds since 1970. */
  readonly exp?: number;
  readonly user_id?: number;
}

/** The claims of a JWT, read without verification, which is up to the service. Empty for any other token. */
export function readClaims(token: string): Claims {
  try {
    return JSON.parse(atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/'))) as Claims;
  } catch {
    return {};
  }
}

/** Milliseconds since 1970; undefined when the token does not contain it. */
export function tokenExpiry(token: string): number | undefined {
  const { exp } = readClaims(token);
  return exp === undefined ? undefined : exp * 1_000;
}

/** Milliseconds until the renewal; undefined for an expired token. */
export function renewalDelay(expiry: number, now: number): number | undefined {
  const left = expiry - now;
  if (left <= 0) return undefined;
  return Math.min(MAX_TIMER_MS, Math.max(MIN_DELAY_MS, left - Math.min(LEAD_MS, left * LEAD_SHARE)));
}

/** Renews the token of an open connection before it expires. */
export class TokenRenewal {
  private timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param renew authenticates the connection with another token, and resolves with its expiry in milliseconds since
   * 1970, or undefined when that is unknown
   */
  constructor(private readonly renew: () => Promise<number | undefined>) {}

  /** @param expiry of the current token, milliseconds since 1970 */
  schedule(expiry: number | undefined): void {
    this.cancel();
    const wait = expiry === undefined ? undefined : renewalDelay(expiry, Date.now());
    if (wait === undefined) return;
    this.timer = setTimeout(() => void this.renewNow(expiry), wait);
  }

  cancel(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private async renewNow(expiry: number | undefined): Promise<void> {
    const { timer } = this;
    const next = await this.renew().catch(() => expiry);
    if (this.timer === timer) this.schedule(next);
  }
}
