export type TokenType = 'access' | 'refresh';

/** What the signature of a token proves. Whether its user may still come in is another question. */
export interface ProvenToken {
  readonly user: { readonly id: number } | { readonly usernameKey: string };
  /** Undefined where the issuer does not say. */
  readonly issuedAt: Date | undefined;
  /** As the token says: it is let in for {@link CLOCK_SKEW_SECONDS} longer. */
  readonly expiresAt: Date;
  /** Undefined for tokens of another issuer. */
  readonly login: LogInClaims | undefined;
}

/** The place of one of our own tokens among those of its log-in. */
export interface LogInClaims {
  readonly type: TokenType;
  readonly family: string;
  readonly jti: string;
}

/** What we issued ourselves. */
export interface OwnToken extends ProvenToken {
  readonly user: { readonly id: number };
  readonly issuedAt: Date;
  readonly login: LogInClaims;
}

/**
 * How far the clocks of two machines may be apart: a token is good for this long after its expiry, and before the moment
 * from which it says that it is.
 */
export const CLOCK_SKEW_SECONDS = 30;

/** Whether a token says that it is issued later than any clock can be ahead: no revocation would reach it. */
export const isOfTheFuture = (issuedAt: number | undefined): boolean =>
  issuedAt !== undefined && issuedAt > Math.floor(Date.now() / 1_000) + CLOCK_SKEW_SECONDS;

/** The end of the last year that has four digits, as times on the wire have. */
const LAST_MOMENT_MS = Date.UTC(10_000, 0) - 1;
const MAX_USER_ID = 2_147_483_647;

/** @param seconds since 1970, as in `exp`; however far away, the result is a date that ISO 8601 writes in its short form */
export const dateOf = (seconds: number): Date => new Date(Math.min(seconds * 1_000, LAST_MOMENT_MS));

export const isUserId = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) > 0 && (value as number) <= MAX_USER_ID;
