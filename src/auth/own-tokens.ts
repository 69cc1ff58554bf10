import { Injectable } from '@nestjs/common';
import { JwtService, TokenExpiredError } from '@nestjs/jwt';
import { validate as isUuid } from 'uuid';

import { Config } from '../config/index.js';
import { dateOf, isUserId } from './proven-token.js';
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

/** The tokens that we issue: HS256 by the secret of the deployment. */
@Injectable()
export class OwnTokens {
  constructor(
    private readonly jwt: JwtService,
    private readonly config: Config,
  ) {}

  /** Whether this deployment has a secret. Without one our own tokens are neither made nor accepted. */
  get enabled(): boolean {
    return this.config.tokens.secret !== undefined;
  }

  /** Seconds. */
  lifetime(type: TokenType): number {
    return type === 'access' ? this.config.tokens.accessLifetime : this.config.tokens.refreshLifetime;
  }

  sign(userId: number, { type, family, jti }: LogInClaims): Promise<string> {
    const claims = { token_type: type, sub: String(userId), user_id: userId, jti, fam: family };
    return this.jwt.signAsync(claims, { algorithm: 'HS256', expiresIn: this.lifetime(type) });
  }

  /** @throws Unauthenticated */
  async prove(token: string): Promise<OwnToken> {
    if (!this.enabled) throw new Unauthenticated('token_invalid');
    const claims = await this.jwt
      .verifyAsync<Record<string, unknown>>(token, { algorithms: ['HS256'] })
      .catch((error: unknown) => {
        throw new Unauthenticated(error instanceof TokenExpiredError ? 'token_expired' : 'token_invalid');
      });
    if (!areOurs(claims)) throw new Unauthenticated('token_invalid');
    return {
      user: { id: claims.user_id },
      issuedAt: dateOf(claims.iat),
      expiresAt: dateOf(claims.exp),
      login: { type: claims.token_type, family: claims.fam, jti: claims.jti },
    };
  }
}

function areOurs(claims: object): claims is Claims {
  const { token_type, sub, user_id, jti, fam, iat, exp } = claims as Record<keyof Claims, unknown>;
  const named = isUserId(user_id) && sub === String(user_id) && typeof jti === 'string' && isUuid(fam);
  const typed = token_type === 'access' || token_type === 'refresh';
  return named && typed && typeof iat === 'number' && typeof exp === 'number';
}
