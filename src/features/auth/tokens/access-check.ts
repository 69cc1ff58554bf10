import { Injectable, Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import type { UnauthenticatedReason } from '@parley/protocol';
import { decodeProtectedHeader } from 'jose';

import { SecondFactorSettings } from '../second-factor/second-factor.settings.js';
import type { KnownRole } from '../../users/roles/deployment-role.js';
import { UsersModule } from '../../users/users.module.js';
import { AccountStatusRepository } from '../account-status.repository.js';
import type { AccountStatus } from '../account-status.repository.js';
import { isRecent } from '../log-ins/log-in-proof.js';
import type { LogInProof } from '../log-ins/log-in-proof.js';
import { FOREIGN_ALGORITHMS, ForeignTokens } from './foreign-tokens.js';
import { ownTokenOptions, OwnTokens } from './own-tokens.js';
import { IssuerUsers } from './issuer-users.js';
import { isHashOf } from './refresh-token.entity.js';
import { Unauthenticated } from './verified-token.js';
import type { LogInClaims, VerifiedToken } from './verified-token.js';

/** Verifies tokens: the algorithm of a token decides whose key is used, and each issuer has fixed algorithms. */
@Injectable()
export class TokenVerifier {
  constructor(
    private readonly own: OwnTokens,
    private readonly foreign: ForeignTokens,
  ) {}

  /** @throws Unauthenticated */
  verify(token: string): Promise<VerifiedToken> {
    const algorithm = algorithmOf(token);
    if (algorithm === 'HS256') return this.own.verify(token);
    if (FOREIGN_ALGORITHMS.includes(algorithm)) return this.foreign.verify(token);
    throw new Unauthenticated('token_invalid');
  }

  /** A token with a valid signature is refused. That of an own token needs no explanation. */
  async refused(token: VerifiedToken, why: string): Promise<void> {
    if (!token.login) await this.foreign.refused(why);
  }
}

function algorithmOf(token: string): string {
  try {
    return decodeProtectedHeader(token).alg ?? '';
  } catch {
    return '';
  }
}

const INACTIVE = 'its user is not active';
const UNKNOWN = 'it names a user who does not exist';
const REVOKED = 'the tokens of its user were revoked, and it was issued before, or has no claim "iat"';

export interface AuthResult {
  readonly token: VerifiedToken;
  readonly account: AccountStatus;
  readonly proof: LogInProof;
  /** The role of the user in the deployment; undefined: REQUIRE_TOTP binds it to a second factor, which is missing. */
  readonly role: KnownRole | undefined;
}

/** Checks a token: its signature, whether it was revoked, and whether its user is active. */
@Injectable()
export class AccessCheck {
  constructor(
    private readonly verifier: TokenVerifier,
    private readonly accounts: AccountStatusRepository,
    private readonly users: IssuerUsers,
    private readonly settings: SecondFactorSettings,
  ) {}

  /**
   * Checks an access token. Costs one statement, but for the first token of a user whom it makes.
   * @throws Unauthenticated
   */
  async authenticate(token: string): Promise<AuthResult> {
    const verified = await this.verifier.verify(token);
    if (verified.login && verified.login.type !== 'access') throw new Unauthenticated('token_invalid');
    return this.checkAccount(verified, (await this.accounts.find(verified)) ?? (await this.made(verified)));
  }

  /**
   * Checks a token of either type. Only the newest refresh token of a log-in is valid.
   * @throws Unauthenticated
   */
  async verify(token: string): Promise<void> {
    const verified = await this.verifier.verify(token);
    await this.checkAccount(verified, await this.accounts.find(verified));
  }

  /** The user of the first token of an issuer that makes users; undefined: the token names nobody. */
  private async made(token: VerifiedToken): Promise<AccountStatus | undefined> {
    if (!token.claimed) return undefined;
    await this.users.make(token.claimed);
    return this.accounts.find(token);
  }

  private async checkAccount(token: VerifiedToken, account: AccountStatus | undefined): Promise<AuthResult> {
    if (!account?.isActive) throw await this.refused(token, 'user_inactive', account ? INACTIVE : UNKNOWN);
    if (!issuedSince(account.tokensValidAfter, token.issuedAt))
      throw await this.refused(token, 'token_invalid', REVOKED);
    if (token.login && !isLoggedIn(account, token.login)) throw new Unauthenticated('token_invalid');
    return this.resultOf(token, account);
  }

  private resultOf(token: VerifiedToken, account: AccountStatus): AuthResult {
    const proof = account.login?.proof ?? proofOfIssuer(token);
    const isBound = this.settings.requiredOf === 'moderators' && !proof.hasSecondFactor;
    const hasNone = isBound || token.login?.withoutRole === true;
    return { token, account, proof, role: hasNone ? undefined : account.role };
  }

  private async refused(token: VerifiedToken, reason: UnauthenticatedReason, why: string): Promise<Unauthenticated> {
    await this.verifier.refused(token, why);
    return new Unauthenticated(reason);
  }
}

/** A second factor is the duty of another issuer, as it is of a provider. */
const proofOfIssuer = ({ authenticatedAt }: VerifiedToken): LogInProof => ({
  isFresh: isRecent(authenticatedAt),
  hasSecondFactor: true,
});

/** Compares whole seconds, the precision of a token: a token issued in the second of the revocation is valid. */
function issuedSince(moment: Date | null, issuedAt: Date | undefined): boolean {
  if (moment === null) return true;
  return issuedAt !== undefined && wholeSeconds(issuedAt) >= wholeSeconds(moment);
}

const wholeSeconds = (date: Date): number => Math.floor(date.getTime() / 1_000);

function isLoggedIn({ login }: AccountStatus, { type, jti }: LogInClaims): boolean {
  return login !== undefined && (type === 'access' || isHashOf(login.jtiHash, jti));
}

@Module({
  imports: [JwtModule.register(ownTokenOptions), UsersModule],
  providers: [AccessCheck, AccountStatusRepository, ForeignTokens, IssuerUsers, OwnTokens, TokenVerifier],
  exports: [AccessCheck, OwnTokens],
})
export class TokensModule {}
