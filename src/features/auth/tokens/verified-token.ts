import type { UnauthenticatedReason } from '@parley/protocol';

import type { ClaimedUser } from './issuer-users.js';

export type TokenType = 'access' | 'refresh';

/** The claims of a token with a valid signature. Whether its user still has access is checked separately. */
export interface VerifiedToken {
  readonly user: { readonly id: number } | { readonly usernameKey: string } | { readonly externalId: string };
  /** Undefined if the issuer sets no `iat`. */
  readonly issuedAt: Date | undefined;
  /** As in the token: it is accepted for {@link CLOCK_SKEW_SECONDS} longer. */
  readonly expiresAt: Date;
  /** Undefined for tokens of another issuer. */
  readonly login: LogInClaims | undefined;
  /** When the user last authenticated at another issuer (`auth_time`); undefined: the issuer does not say. */
  readonly authenticatedAt?: Date | undefined;
  /** The user to make if there is none; undefined: the issuer makes no users. */
  readonly claimed?: ClaimedUser | undefined;
}

/** Identifies an own token among the tokens of its log-in. */
export interface LogInClaims {
  readonly type: TokenType;
  readonly family: string;
  readonly jti: string;
  /** The token gives no role in the deployment, whatever role its user has. */
  readonly withoutRole?: true | undefined;
}

/** A token that this deployment issued. */
export interface OwnToken extends VerifiedToken {
  readonly user: { readonly id: number };
  readonly issuedAt: Date;
  readonly login: LogInClaims;
}

/**
 * The allowed clock difference of two machines: a token is accepted for this long after its expiry, and before its
 * `nbf` and `iat`.
 */
export const CLOCK_SKEW_SECONDS = 30;

/** Whether `iat` is further ahead than the allowed clock difference: a revocation would not apply to such a token. */
export const isOfTheFuture = (issuedAt: number | undefined): boolean =>
  issuedAt !== undefined && issuedAt > Math.floor(Date.now() / 1_000) + CLOCK_SKEW_SECONDS;

/** The end of the last year with four digits, the format of times on the wire. */
const LAST_MOMENT_MS = Date.UTC(10_000, 0) - 1;
const MAX_USER_ID = 2_147_483_647;

/** @param seconds since 1970, as in `exp`; any number yields a date that ISO 8601 writes with a year of four digits */
export const dateOf = (seconds: number): Date => new Date(Math.min(seconds * 1_000, LAST_MOMENT_MS));

export const isUserId = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) > 0 && (value as number) <= MAX_USER_ID;

/** A token that does not authenticate its client. The gateway translates it to a close code, HTTP to a 401. */
export class Unauthenticated extends Error {
  constructor(readonly reason: UnauthenticatedReason) {
    super(reason);
  }
}
