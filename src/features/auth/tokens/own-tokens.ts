import { createSecretKey, randomUUID } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import { JwtService, TokenExpiredError } from '@nestjs/jwt';
import type { JwtModuleOptions } from '@nestjs/jwt';
import { validate as isUuid } from 'uuid';

import { TokenSettings } from './token.settings.js';
import { CLOCK_SKEW_SECONDS, dateOf, isOfTheFuture, isUserId, Unauthenticated } from './verified-token.js';
import type { LogInClaims, OwnToken, TokenType } from './verified-token.js';

interface Claims {
  readonly token_type: TokenType;
  readonly sub: string;
  readonly user_id: number;
  readonly jti: string;
  readonly fam: string;
  readonly without_role?: true;
  readonly iat: number;
  readonly exp: number;
}

/** The options of `JwtModule`. The secret is an option of each call, because there may be several. */
export const ownTokenOptions: JwtModuleOptions = {
  signOptions: { algorithm: 'HS256' },
  verifyOptions: { algorithms: ['HS256'], clockTolerance: CLOCK_SKEW_SECONDS },
};

/**
 * The tokens that this deployment issues: HS256 with its secret. With several secrets, the first one signs and all of
 * them verify, so that a secret can be replaced while tokens of the old one are still valid.
 */
@Injectable()
export class OwnTokens {
  private readonly secrets: readonly Secret[];

  constructor(
    private readonly jwt: JwtService,
    private readonly settings: TokenSettings,
  ) {
    this.secrets = settings.secrets.map(toSecret);
  }

  /** Whether this deployment has a secret. Without one, own tokens are neither issued nor accepted. */
  get enabled(): boolean {
    return this.secrets.length > 0;
  }

  /** The expiry of a token of this type that is issued now. */
  expiryOf(type: TokenType): Date {
    return new Date(Date.now() + this.lifetime(type) * 1_000);
  }

  /** In seconds. */
  lifetime(type: TokenType): number {
    return type === 'access' ? this.settings.accessLifetime : this.settings.refreshLifetime;
  }

  /**
   * Signing the same claims with the same expiry yields the same token.
   * @param expiresAt by default the lifetime of its type from now
   * @throws Error if there is no secret
   */
  async sign(userId: number, { type, family, jti }: LogInClaims, expiresAt = this.expiryOf(type)): Promise<string> {
    const { secret } = this;
    const claims = { token_type: type, sub: String(userId), user_id: userId, jti, fam: family };
    const iat = Math.min(wholeSeconds(expiresAt) - this.lifetime(type), wholeSeconds(new Date()));
    return this.jwt.signAsync({ ...claims, iat }, { secret, expiresIn: this.lifetime(type) });
  }

  /**
   * An access token with a lifetime of its own, which gives no role in the deployment.
   * @param seconds until it expires
   * @throws Error if there is no secret
   */
  async signWithoutRole(userId: number, family: string, seconds: number): Promise<string> {
    const claims = { token_type: 'access', sub: String(userId), user_id: userId, jti: randomUUID(), fam: family };
    return this.jwt.signAsync({ ...claims, without_role: true }, { secret: this.secret, expiresIn: seconds });
  }

  /** @throws Unauthenticated */
  async verify(token: string): Promise<OwnToken> {
    const claims = await this.signedClaims(token);
    if (!areOurs(claims) || isOfTheFuture(claims.iat)) throw new Unauthenticated('token_invalid');
    return {
      user: { id: claims.user_id },
      issuedAt: dateOf(claims.iat),
      expiresAt: dateOf(claims.exp),
      login: { type: claims.token_type, family: claims.fam, jti: claims.jti, withoutRole: claims.without_role },
    };
  }

  private get secret(): Secret {
    const [secret] = this.secrets;
    if (!secret) throw new Error('there is no secret to sign with');
    return secret;
  }

  /** Returns claims, and reports an expiry, only for a token whose signature is valid. */
  private async signedClaims(token: string): Promise<object> {
    for (const secret of this.secrets) {
      try {
        const { header, payload } = await this.jwt.verifyAsync<VerifiedJwt>(token, { secret, complete: true });
        // RFC 7515, 4.1.11: an extension that is not understood makes the token invalid.
        if ('crit' in header) break;
        return payload;
      } catch (error) {
        if (error instanceof TokenExpiredError) throw new Unauthenticated('token_expired');
      }
    }
    throw new Unauthenticated('token_invalid');
  }
}

const wholeSeconds = (date: Date): number => Math.floor(date.getTime() / 1_000);

interface VerifiedJwt {
  readonly header: object;
  readonly payload: object;
}

/** The `secret` of a call of `JwtService`. */
type Secret = Buffer;

/**
 * Makes a key object, which the library accepts for a call although its type does not say so: for a text or a buffer,
 * every verification would first try to parse it as a public key, which takes most of a millisecond.
 */
const toSecret = (secret: string): Secret => createSecretKey(Buffer.from(secret)) as unknown as Secret;

function areOurs(claims: object): claims is Claims {
  const { token_type, sub, user_id, jti, fam, without_role, iat, exp } = claims as Record<keyof Claims, unknown>;
  const named = isUserId(user_id) && sub === String(user_id) && typeof jti === 'string' && isUuid(fam);
  const typed = token_type === 'access' || token_type === 'refresh';
  const roled = without_role === undefined || without_role === true;
  return named && typed && roled && typeof iat === 'number' && typeof exp === 'number';
}
