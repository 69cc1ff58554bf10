import { createSecretKey } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import { JwtService, TokenExpiredError } from '@nestjs/jwt';
import { validate as isUuid } from 'uuid';

import { Config } from '../config/index.js';
import { CLOCK_SKEW_SECONDS, dateOf, isOfTheFuture, isUserId } from './proven-token.js';
import type { LogInClaims, OwnToken, TokenType } from './proven-token.js';
import { Unauthenticated } from './unauthenticated.js';

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
 * The tokens that we issue: HS256 by the secret of the deployment. Where it has several, the first signs, and what any of
 * them has signed is good, so that a new secret can take the place of an old one while tokens of the old one last.
 */
@Injectable()
export class OwnTokens {
  private readonly signers: readonly JwtService[];

  constructor(private readonly config: Config) {
    this.signers = config.tokens.secrets.map(signerBy);
  }

  /** Whether this deployment has a secret. Without one our own tokens are neither made nor accepted. */
  get enabled(): boolean {
    return this.signers.length > 0;
  }

  /** Seconds. */
  lifetime(type: TokenType): number {
    return type === 'access' ? this.config.tokens.accessLifetime : this.config.tokens.refreshLifetime;
  }

  /** @throws Error where there is no secret */
  async sign(userId: number, { type, family, jti }: LogInClaims): Promise<string> {
    const [signer] = this.signers;
    if (!signer) throw new Error('there is no secret to sign by');
    const claims = { token_type: type, sub: String(userId), user_id: userId, jti, fam: family };
    return signer.signAsync(claims, { algorithm: 'HS256', expiresIn: this.lifetime(type) });
  }

  /** @throws Unauthenticated */
  async prove(token: string): Promise<OwnToken> {
    const claims = await this.signedClaims(token);
    if (!areOurs(claims) || isOfTheFuture(claims.iat)) throw new Unauthenticated('token_invalid');
    return {
      user: { id: claims.user_id },
      issuedAt: dateOf(claims.iat),
      expiresAt: dateOf(claims.exp),
      login: { type: claims.token_type, family: claims.fam, jti: claims.jti },
    };
  }

  /** Whatever a token says, an expiry too, counts by its signature alone. */
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

/** By a key that is one, so that nobody tries for each token whether the text is a public key. */
const signerBy = (secret: string): JwtService => new JwtService({ secret: createSecretKey(Buffer.from(secret)) });

function areOurs(claims: object): claims is Claims {
  const { token_type, sub, user_id, jti, fam, iat, exp } = claims as Record<keyof Claims, unknown>;
  const named = isUserId(user_id) && sub === String(user_id) && typeof jti === 'string' && isUuid(fam);
  const typed = token_type === 'access' || token_type === 'refresh';
  return named && typed && typeof iat === 'number' && typeof exp === 'number';
}
