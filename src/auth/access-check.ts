import { Injectable } from '@nestjs/common';

import type { LogInClaims, ProvenToken } from './proven-token.js';
import { StandingRepository } from './standing.repository.js';
import type { Standing } from './standing.repository.js';
import { isHashOf } from './token-id.js';
import { TokenProofs } from './token-proofs.js';
import { Unauthenticated } from './unauthenticated.js';

export interface Admission {
  readonly token: ProvenToken;
  readonly standing: Standing;
}

/** Checks a token: its signature, whether it was revoked, and whether its user is active. */
@Injectable()
export class AccessCheck {
  constructor(
    private readonly proofs: TokenProofs,
    private readonly standings: StandingRepository,
  ) {}

  /**
   * Checks an access token. Costs one statement.
   * @throws Unauthenticated
   */
  async admit(token: string): Promise<Admission> {
    const proven = await this.proofs.prove(token);
    if (proven.login && proven.login.type !== 'access') throw new Unauthenticated('token_invalid');
    return this.standing(proven);
  }

  /**
   * Checks a token of either type. Only the newest refresh token of a log-in is valid.
   * @throws Unauthenticated
   */
  async verify(token: string): Promise<void> {
    await this.standing(await this.proofs.prove(token));
  }

  private async standing(token: ProvenToken): Promise<Admission> {
    const standing = await this.standings.of(token);
    if (!standing?.isActive) throw new Unauthenticated('user_inactive');
    if (!issuedSince(standing.tokensValidAfter, token.issuedAt)) throw new Unauthenticated('token_invalid');
    if (token.login && !holds(standing, token.login)) throw new Unauthenticated('token_invalid');
    return { token, standing };
  }
}

/** Compares whole seconds, the precision of a token: a token issued in the second of the revocation is valid. */
function issuedSince(moment: Date | null, issuedAt: Date | undefined): boolean {
  if (moment === null) return true;
  return issuedAt !== undefined && wholeSeconds(issuedAt) >= wholeSeconds(moment);
}

const wholeSeconds = (date: Date): number => Math.floor(date.getTime() / 1_000);

function holds({ login }: Standing, { type, jti }: LogInClaims): boolean {
  return login !== undefined && (type === 'access' || isHashOf(login.jtiHash, jti));
}
