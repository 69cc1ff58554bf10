import { createSecretKey } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import { JwtService, TokenExpiredError } from '@nestjs/jwt';
import { validate as isUuid } from 'uuid';

import { Config } from '../../platform/config/config.js';
import { CLOCK_SKEW_SECONDS, dateOf, isOfTheFuture, isUserId, Unauthenticated } from './verified-token.js';
import type { LogInClaims, OwnToken, TokenType } from './verified-token.js';

interface Claims {
  readonly token_type: TokenType;
  readonly sub: string;
  readonly user_id: number;
  readonly jti: string;
  readonly fam: string;
  readonly iat: number;
  readonly exp: number;
}

/**
 * The tokens that this deployment issues: HS256 with its secret. With several secrets, the first one signs and all of
 * them verify, so that a secret can be replaced while tokens of the old one are still valid.
 */
@Injectable()
export class OwnTokens {
  private readonly signers: readonly JwtService[];

  constructor(private readonly config: Config) {
    this.signers = config.tokens.secrets.map(signerBy);
  }

  /** Whether this deployment has a secret. Without one, own tokens are neither issued nor accepted. */
  get enabled(): boolean {
    return this.signers.length > 0;
  }

  /** In seconds. */
  lifetime(type: TokenType): number {
    return type === 'access' ? this.config.tokens.accessLifetime : this.config.tokens.refreshLifetime;
  }

  /** @throws Error if there is no secret */
  async sign(userId: number, { type, family, jti }: LogInClaims): Promise<string> {
    const [signer] = this.signers;
    if (!signer) throw new Error('there is no secret to sign with');
    const claims = { token_type: type, sub: String(userId), user_id: userId, jti, fam: family };
    return signer.signAsync(claims, { algorithm: 'HS256', expiresIn: this.lifetime(type) });
  }

  /** @throws Unauthenticated */
  async verify(token: string): Promise<OwnToken> {
    const claims = await this.signedClaims(token);
    if (!areOurs(claims) || isOfTheFuture(claims.iat)) throw new Unauthenticated('token_invalid');
    return {
      user: { id: claims.user_id },
      issuedAt: dateOf(claims.iat),
      expiresAt: dateOf(claims.exp),
      login: { type: claims.token_type, family: claims.fam, jti: claims.jti },
    };
  }

  /** Returns claims, and reports an expiry, only for a token whose signature is valid. */
  private async signedClaims(token: string): Promise<object> {
    for (const signer of this.signers) {
      try {
        return await signer.verifyAsync<Record<string, unknown>>(token, {
          algorithms: ['HS256'],
          clockTolerance: CLOCK_SKEW_SECONDS,
        });
      } catch (error) {
        if (error instanceof TokenExpiredError) throw new Unauthenticated('token_expired');
      }
    }
    throw new Unauthenticated('token_invalid');
  }
}

/** Uses a key object: for a text, every verification would first try to parse it as a public key. */
const signerBy = (secret: string): JwtService => new JwtService({ secret: createSecretKey(Buffer.from(secret)) });

function areOurs(claims: object): claims is Claims {
  const { token_type, sub, user_id, jti, fam, iat, exp } = claims as Record<keyof Claims, unknown>;
  const named = isUserId(user_id) && sub === String(user_id) && typeof jti === 'string' && isUuid(fam);
  const typed = token_type === 'access' || token_type === 'refresh';
  return named && typed && typeof iat === 'number' && typeof exp === 'number';
}
