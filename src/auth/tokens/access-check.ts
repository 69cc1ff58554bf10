import { Injectable } from '@nestjs/common';

import { AccountStatusRepository } from '../account-status.repository.js';
import type { AccountStatus } from '../account-status.repository.js';
import { isHashOf } from './refresh-token.entity.js';
import { TokenVerifier } from './token-verifier.js';
import { Unauthenticated } from './verified-token.js';
import type { LogInClaims, VerifiedToken } from './verified-token.js';

export interface AuthResult {
  readonly token: VerifiedToken;
  readonly account: AccountStatus;
}

/** Checks a token: its signature, whether it was revoked, and whether its user is active. */
@Injectable()
export class AccessCheck {
  constructor(
    private readonly verifier: TokenVerifier,
    private readonly accounts: AccountStatusRepository,
  ) {}

  /**
   * Checks an access token. Costs one statement.
   * @throws Unauthenticated
   */
  async authenticate(token: string): Promise<AuthResult> {
    const verified = await this.verifier.verify(token);
    if (verified.login && verified.login.type !== 'access') throw new Unauthenticated('token_invalid');
    return this.checkAccount(verified);
  }

  /**
   * Checks a token of either type. Only the newest refresh token of a log-in is valid.
   * @throws Unauthenticated
   */
  async verify(token: string): Promise<void> {
    await this.checkAccount(await this.verifier.verify(token));
  }

  private async checkAccount(token: VerifiedToken): Promise<AuthResult> {
    const account = await this.accounts.find(token);
    if (!account?.isActive) throw new Unauthenticated('user_inactive');
    if (!issuedSince(account.tokensValidAfter, token.issuedAt)) throw new Unauthenticated('token_invalid');
    if (token.login && !isLoggedIn(account, token.login)) throw new Unauthenticated('token_invalid');
    return { token, account };
  }
}

/** Compares whole seconds, the precision of a token: a token issued in the second of the revocation is valid. */
function issuedSince(moment: Date | null, issuedAt: Date | undefined): boolean {
  if (moment === null) return true;
  return issuedAt !== undefined && wholeSeconds(issuedAt) >= wholeSeconds(moment);
}

const wholeSeconds = (date: Date): number => Math.floor(date.getTime() / 1_000);

function isLoggedIn({ login }: AccountStatus, { type, jti }: LogInClaims): boolean {
  return login !== undefined && (type === 'access' || isHashOf(login.jtiHash, jti));
}
