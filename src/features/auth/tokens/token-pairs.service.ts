import { randomUUID } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import { conflict, notFound } from '@parley/protocol';
import { v7 as timeOrderedUuid } from 'uuid';

import { AuditRepository } from '../../audit/audit.repository.js';
import type { ActingUser, AuditActor } from '../../audit/audited-act.js';
import { Signals } from '../../../platform/cluster-signals/signals.js';
import { TokenSettings } from './token.settings.js';
import { UnitOfWork } from '../../../platform/database/unit-of-work.js';
import type { Work } from '../../../platform/database/unit-of-work.js';
import { accessChanged } from '../../users/user.signals.js';
import type { AccessChange } from '../../users/user.signals.js';
import type { TokenHolder } from '../../users/users.service.js';
import { CompletedLogIn } from '../log-ins/completed-log-in.js';
import { NO_ORIGIN } from '../log-ins/log-in-origin.js';
import type { LogInOrigin } from '../log-ins/log-in-origin.js';
import { LogInRecords } from '../log-ins/log-in-records.js';
import { LogInsRepository } from '../log-ins/log-ins.repository.js';
import type { HeldHolder, LogIn, NewLogIn } from '../log-ins/log-ins.repository.js';
import { AccountNotices } from '../notices/account-notices.js';
import { ProviderLogInsRepository } from '../oidc/provider-log-ins.repository.js';
import { OwnTokens } from './own-tokens.js';
import { jtiHash, nextJti } from './refresh-token.entity.js';
import type { RoomTokenGrant } from './room-token.js';
import { Unauthenticated } from './verified-token.js';
import type { OwnToken } from './verified-token.js';

export interface TokenPair {
  readonly access: string;
  readonly refresh: string;
}

/** What a backend wants of a token. */
export interface WantedToken {
  readonly seconds: number;
  /** As the user sees it among the log-ins; null: not named. */
  readonly device: string | null;
  /** Undefined: it is not limited to rooms. */
  readonly rooms: RoomTokenGrant | undefined;
}

/** The access token of a user of a product, by its backend. */
export interface BackendToken {
  readonly access: string;
  readonly expires_at: string;
}

/**
 * The lifecycle of a log-in: a pair of tokens, exchanged for the next pair, until it is revoked or expires. A refresh
 * token that was exchanged before may be stolen: its reuse ends the log-in, for its user and for a thief. Within a
 * short grace after the exchange it yields the same successor, because a client may have lost the answer.
 */
@Injectable()
export class TokenPairsService {
  constructor(
    private readonly tokens: OwnTokens,
    private readonly logIns: LogInsRepository,
    private readonly providerLogIns: ProviderLogInsRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly signals: Signals,
    private readonly audit: AuditRepository,
    private readonly records: LogInRecords,
    private readonly notices: AccountNotices,
    private readonly settings: TokenSettings,
  ) {}

  /**
   * Begins a log-in. Beyond LOGINS_PER_USER, the user's oldest log-ins end, and their sockets close.
   * @throws Refusal 4005 if this deployment has no secret to sign with
   * @throws Unauthenticated if the holder's access has changed since it was checked, or the session at the provider has
   * ended since
   */
  issue(completed: CompletedLogIn, origin: LogInOrigin): Promise<TokenPair> {
    return this.unitOfWork.transaction((work) => this.begin(work, completed, origin));
  }

  /**
   * Like {@link issue}, by an operator.
   * @throws as {@link issue}
   */
  issueByOperator(holder: TokenHolder): Promise<TokenPair> {
    return this.unitOfWork.transaction(async (work) => {
      const pair = await this.begin(work, CompletedLogIn.byOperator(holder), NO_ORIGIN);
      await this.audit.record(work.manager, 'operator', { action: 'tokens.issue', subjectId: holder.id });
      return pair;
    });
  }

  /**
   * Begins a log-in that ends with its one access token, which no other follows and which gives no role. As of
   * {@link issue}, the oldest log-ins may end. The backend of the product whose user it is vouches for the user.
   * @throws Refusal 4004 if there is no such user, 4005 if the user is not active, or this deployment has no secret to
   * sign with
   */
  issueByBackend(
    actor: AuditActor,
    externalId: string,
    { seconds, device, rooms }: WantedToken,
  ): Promise<BackendToken> {
    return this.unitOfWork.transaction(async (work) => {
      this.requireSecret();
      const user = await this.logIns.holdOfProduct(work.manager, externalId);
      if (!user) throw notFound('No such user.');
      if (!user.held) throw conflict(`The user ${user.username} is not active.`);
      const { id } = user.held;
      const login = {
        family: timeOrderedUuid(),
        jtiHash: jtiHash(randomUUID()),
        expiresAt: new Date(Date.now() + seconds * 1_000),
      };
      await this.add(work, user.held, { ...login, ...NO_ORIGIN, ...NOTHING_PROVEN, device, rooms });
      await this.audit.record(work.manager, actor, { action: 'tokens.issue', subjectId: id });
      const access = await this.tokens.signWithoutRole(id, login.family, seconds);
      return { access, expires_at: login.expiresAt.toISOString() };
    });
  }

  /**
   * @param address of the client, for the log
   * @throws Unauthenticated
   */
  async refresh(token: string, address: string): Promise<TokenPair> {
    const { user, login, issuedAt } = await this.verifyRefresh(token);
    const jti = nextJti(login);
    const spent = { jtiHash: jtiHash(login.jti), issuedAt };
    const next = this.logIn(login.family, jti);
    const expiresAt = await this.logIns.rotate(user.id, spent, next, this.settings.refreshGraceSeconds);
    if (!expiresAt) {
      if (await this.end(user.id, login.family, spent.jtiHash)) await this.records.tokenReused(user.id, address);
      throw new Unauthenticated('token_invalid');
    }
    return this.signed(user.id, { ...next, expiresAt }, jti);
  }

  /**
   * Ends the log-in of a refresh token, even if a newer one exists.
   * @throws Unauthenticated
   */
  async revoke(token: string): Promise<void> {
    const { user, login } = await this.verifyRefresh(token);
    await this.end(user.id, login.family);
  }

  /**
   * Ends a log-in of the user at the user's request.
   * @returns false if the user has no such active log-in
   */
  endOwn(actor: ActingUser, family: string): Promise<boolean> {
    return this.unitOfWork.transaction(async ({ manager }) => {
      if (!(await this.logIns.revoke(manager, actor.userId, family))) return false;
      await this.signals.publish(manager, accessChanged, { userId: actor.userId, family, reason: 'token_revoked' });
      await this.audit.record(manager, actor, { action: 'session.close', subjectId: actor.userId });
      return true;
    });
  }

  private async begin(work: Work, completed: CompletedLogIn, origin: LogInOrigin): Promise<TokenPair> {
    const { manager } = work;
    this.requireSecret();
    const jti = randomUUID();
    const login = this.logIn(timeOrderedUuid(), jti);
    const { holder, isAuthenticated, hasSecondFactor, providerSession: session } = completed;
    const held = await this.logIns.hold(manager, holder);
    if (!held) throw new Unauthenticated('user_inactive');
    await this.add(work, held, { ...login, ...origin, isAuthenticated, hasSecondFactor });
    if (session && !(await this.providerLogIns.add(manager, login.family, session))) {
      throw new Unauthenticated('token_revoked');
    }
    await this.notices.loggedIn(work, holder.id, origin);
    return this.signed(holder.id, login, jti);
  }

  private async add({ manager }: Work, held: HeldHolder, login: NewLogIn): Promise<void> {
    const limits = { accessLifetime: this.tokens.lifetime('access'), perUser: this.settings.logInsPerUser };
    const ended = await this.logIns.add(manager, held, login, limits);
    await this.signals.publish(manager, accessChanged, ...ended.map((family) => endOf(held.id, family)));
  }

  private requireSecret(): void {
    if (!this.tokens.enabled) throw conflict('No tokens are issued here: JWT_SECRET is not set.');
  }

  private end(userId: number, family: string, unlessNewest?: string): Promise<boolean> {
    return this.unitOfWork.transaction(async ({ manager }) => {
      const isEnded = await this.logIns.revoke(manager, userId, family, unlessNewest);
      if (isEnded) await this.signals.publish(manager, accessChanged, endOf(userId, family));
      return isEnded;
    });
  }

  private async verifyRefresh(token: string): Promise<OwnToken> {
    const verified = await this.tokens.verify(token);
    if (verified.login.type !== 'refresh') throw new Unauthenticated('token_invalid');
    return verified;
  }

  private logIn(family: string, jti: string): LogIn {
    return { family, jtiHash: jtiHash(jti), expiresAt: this.tokens.expiryOf('refresh') };
  }

  private async signed(userId: number, { family, expiresAt }: LogIn, refreshJti: string): Promise<TokenPair> {
    const [access, refresh] = await Promise.all([
      this.tokens.sign(userId, { type: 'access', family, jti: randomUUID() }),
      this.tokens.sign(userId, { type: 'refresh', family, jti: refreshJti }, expiresAt),
    ]);
    return { access, refresh };
  }
}

/** The word of a backend proves neither that the user is present nor a second factor. */
const NOTHING_PROVEN = { isAuthenticated: false, hasSecondFactor: false };

const endOf = (userId: number, family: string): AccessChange => ({ userId, family, reason: 'token_invalid' });
