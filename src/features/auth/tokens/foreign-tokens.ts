import { createPublicKey } from 'node:crypto';

import { Injectable, Logger } from '@nestjs/common';
import { errors, jwtVerify } from 'jose';
import type { JWTPayload, JWTVerifyGetKey, JWTVerifyOptions } from 'jose';
import { usernameKey } from '@parley/protocol/text';

import { ForeignIssuerSettings } from './foreign-issuer.settings.js';
import type { ForeignIssuer } from './foreign-issuer.settings.js';
import { Throttle } from '../../../platform/http/rate-limits.js';
import { externalIdFault } from '../../users/product/external-id.js';
import { usernameFault } from '../../users/username.js';
import { claimedUser } from './issuer-users.js';
import { RemoteKeys } from './remote-keys.js';
import { CLOCK_SKEW_SECONDS, dateOf, isOfTheFuture, isUserId, Unauthenticated } from './verified-token.js';
import type { VerifiedToken } from './verified-token.js';

export const FOREIGN_ALGORITHMS = ['RS256', 'ES256', 'EdDSA'];

/** The tokens of another issuer that the deployment trusts, verified with its public key or its key set. */
@Injectable()
export class ForeignTokens {
  private readonly log = new Logger(ForeignTokens.name);
  /** Each reason once a minute, because strangers can cause it. */
  private readonly logged = new Throttle({ most: 1, seconds: 60 });
  private readonly issuer: ForeignIssuer | undefined;
  private readonly keyFor: JWTVerifyGetKey | undefined;

  constructor(settings: ForeignIssuerSettings) {
    this.issuer = settings.foreign;
    this.keyFor = settings.foreign && this.keyOf(settings.foreign.key);
  }

  /** The log says why a token is refused, except of one that has expired. @throws Unauthenticated */
  async verify(token: string): Promise<VerifiedToken> {
    const { issuer, keyFor } = this;
    if (!issuer || !keyFor) throw new Unauthenticated('token_invalid');
    const claims = await this.verified(token, keyFor, issuer);
    const { token_type: tokenType, auth_time: authTime } = claims;
    const user = userOf(claims, issuer);
    if (!user) throw await this.invalid(`the claim "${issuer.userClaim}" is no ${NAMES[issuer.userLookup]}`);
    if (tokenType !== undefined && tokenType !== 'access')
      throw await this.invalid('the claim "token_type" is not "access"');
    if (claims.exp === undefined) throw await this.invalid('the claim "exp" is missing');
    if (isOfTheFuture(claims.iat)) throw await this.invalid('the claim "iat" is a later time');
    return {
      user,
      issuedAt: claims.iat === undefined ? undefined : dateOf(claims.iat),
      expiresAt: dateOf(claims.exp),
      login: undefined,
      authenticatedAt: timeOf(authTime),
      claimed: 'externalId' in user ? claimedUser(user.externalId, claims) : undefined,
    };
  }

  /**
   * Logs why a token is refused. The client does not receive the reason.
   * @param why one of few texts, without parts of the token
   */
  async refused(why: string): Promise<void> {
    if ((await this.logged.count(why)) === 0) this.log.warn(`A token of the other issuer is refused: ${why}`);
  }

  private async invalid(why: string): Promise<Unauthenticated> {
    await this.refused(why);
    return new Unauthenticated('token_invalid');
  }

  private async verified(token: string, keyFor: JWTVerifyGetKey, issuer: ForeignIssuer): Promise<JWTPayload> {
    const options: JWTVerifyOptions = {
      algorithms: FOREIGN_ALGORITHMS,
      clockTolerance: CLOCK_SKEW_SECONDS,
      requiredClaims: ['exp'],
      ...(issuer.issuer !== undefined && { issuer: issuer.issuer }),
      ...(issuer.audience !== undefined && { audience: issuer.audience }),
    };
    try {
      return (await jwtVerify(token, keyFor, options)).payload;
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw new Unauthenticated('token_expired');
      throw await this.invalid(error instanceof errors.JOSEError ? error.message : 'it cannot be read');
    }
  }

  private keyOf(key: ForeignIssuer['key']): JWTVerifyGetKey {
    if ('jwksUrl' in key) return this.remoteKey(key.jwksUrl);
    const publicKey = createPublicKey(key.pem);
    return () => publicKey;
  }

  /** A key set that cannot be fetched is logged; the client gets the same answer as for a forged token. */
  private remoteKey(url: string): JWTVerifyGetKey {
    const failed = (error: unknown): void => {
      this.log.warn(`The key set of JWT_JWKS_URL cannot be fetched: ${String(error)}`);
    };
    return new RemoteKeys(url, { failed }).find;
  }
}

const NAMES = {
  id: 'id of a user (JWT_USER_LOOKUP=id)',
  username: 'username as text (JWT_USER_LOOKUP=username)',
  external_id: 'external id of 1 to 200 characters (JWT_CREATE_USERS)',
} as const;

/** The time of `auth_time` (OpenID Connect Core 1.0, section 2). */
const timeOf = (seconds: unknown): Date | undefined =>
  typeof seconds === 'number' && seconds > 0 && !isOfTheFuture(seconds) ? dateOf(seconds) : undefined;

function userOf(claims: JWTPayload, { userClaim, userLookup }: ForeignIssuer): VerifiedToken['user'] | undefined {
  const name = claims[userClaim];
  if (userLookup === 'id') {
    const id = typeof name === 'string' && /^\d+$/.test(name) ? Number(name) : name;
    return isUserId(id) ? { id } : undefined;
  }
  if (typeof name !== 'string') return undefined;
  if (userLookup === 'external_id') return externalIdFault(name) === undefined ? { externalId: name } : undefined;
  if (usernameFault(name) !== undefined) return undefined;
  return { usernameKey: usernameKey(name) };
}
