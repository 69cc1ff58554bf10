import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { CloseCode } from '@parley/protocol';
import type { Actor } from '@parley/realtime/requests';

import { Signals } from '../../../platform/cluster-signals/signals.js';
import { TokenSettings } from '../tokens/token.settings.js';
import { accessChanged } from '../../users/user.signals.js';
import type { AccessChange } from '../../users/user.signals.js';
import { CLOCK_SKEW_SECONDS } from '../tokens/verified-token.js';

/** The user of a socket, and the expiry of its token. */
export interface AuthenticatedSocket {
  readonly actor: Actor;
  /** The version of the user's list of rooms at this moment. */
  readonly roomsVersion: number;
  /** The log-in of the token, whose revocation closes the socket; undefined for tokens of another issuer. */
  readonly family: string | undefined;
  readonly expiresAt: Date;
  /** The moment before the check, in milliseconds of `performance.now()`: the check may have missed later changes. */
  readonly checkedAt: number;
}

/** The part of an open socket that is needed to close it. */
export interface TokenSocket {
  /** The id of its connection. */
  readonly id: string;
  close(code: CloseCode, reason: string): void;
}

interface ReceivedChange {
  /** By the clock of {@link AuthenticatedSocket.checkedAt}. */
  readonly receivedAt: number;
  readonly change: AccessChange;
}

/** The longest time that the check of a token can take. */
const LONGEST_CHECK_MS = 60_000;
/** The longest delay of a timer of Node.js. */
const LONGEST_TIMER_MS = 2_147_483_647;

/**
 * The open sockets of this node, each with its token. A socket closes with 4001 when its token expires, its log-in is
 * revoked, or its user is deactivated or deleted.
 *
 * A token is checked against the database a moment before its socket is registered here. Revocations that arrive
 * between the two are applied to that socket too.
 */
@Injectable()
export class SocketTokenRegistry implements OnModuleInit {
  private readonly tokens = new Map<string, SocketToken>();
  private recentChanges: ReceivedChange[] = [];
  /** The earliest known expiry. One timer serves all sockets, because a timer takes more memory than a token. */
  private nextExpiry = Infinity;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly settings: TokenSettings,
    private readonly signals: Signals,
  ) {}

  onModuleInit(): void {
    this.signals.on(accessChanged, (change) => this.apply(change));
  }

  /** Registers a socket, which stays open as long as this token is valid. */
  add(socket: TokenSocket, identity: AuthenticatedSocket): void {
    const token = new SocketToken(socket, identity);
    this.tokens.set(socket.id, token);
    if (this.settings.closeOnTokenExpiry) this.expectExpiry(token.endsAt);
    for (const { receivedAt, change } of this.recentChanges) {
      if (receivedAt >= identity.checkedAt) token.apply(change);
    }
  }

  /** Replaces the token of a socket by another token of its user. Does nothing if the socket was closed meanwhile. */
  renew(socketId: string, identity: AuthenticatedSocket): void {
    const socket = this.remove(socketId);
    if (socket) this.add(socket, identity);
  }

  /** The log-in of the socket's token; undefined for a token of another issuer, and if the socket is not registered. */
  logInOf(socketId: string): string | undefined {
    return this.tokens.get(socketId)?.family;
  }

  /** @returns the socket, if it was registered */
  remove(socketId: string): TokenSocket | undefined {
    const token = this.tokens.get(socketId);
    this.tokens.delete(socketId);
    return token?.socket;
  }

  userIds(): ReadonlySet<number> {
    return new Set([...this.tokens.values()].map(({ userId }) => userId));
  }

  private apply(change: AccessChange): void {
    const now = performance.now();
    this.recentChanges = this.recentChanges.filter(({ receivedAt }) => now - receivedAt < LONGEST_CHECK_MS);
    this.recentChanges.push({ receivedAt: now, change });
    for (const token of this.tokens.values()) token.apply(change);
  }

  /** @param at in milliseconds since 1970 */
  private expectExpiry(at: number): void {
    if (at >= this.nextExpiry) return;
    this.nextExpiry = at;
    clearTimeout(this.timer);
    const left = Math.min(Math.max(0, at - Date.now()), LONGEST_TIMER_MS);
    this.timer = setTimeout(() => this.closeExpired(), left).unref();
  }

  private closeExpired(): void {
    const now = Date.now();
    let next = Infinity;
    for (const [id, token] of this.tokens) {
      if (token.endsAt > now) {
        next = Math.min(next, token.endsAt);
      } else {
        this.tokens.delete(id);
        token.expire();
      }
    }
    this.nextExpiry = Infinity;
    this.expectExpiry(next);
  }
}

/** The token data of an open socket. There is one for each socket, so it is small and holds no timer. */
class SocketToken {
  readonly userId: number;
  readonly family: string | undefined;
  /** The moment from which its token is no longer accepted, in milliseconds since 1970. */
  readonly endsAt: number;

  constructor(
    readonly socket: TokenSocket,
    { actor, family, expiresAt }: AuthenticatedSocket,
  ) {
    this.userId = actor.user.id;
    this.family = family;
    this.endsAt = expiresAt.getTime() + CLOCK_SKEW_SECONDS * 1_000;
  }

  /** Closes the socket because its token has expired. */
  expire(): void {
    this.socket.close(CloseCode.unauthenticated, 'token_expired');
  }

  /** Closes the socket if the change affects its user or its log-in. */
  apply({ userId, family, reason }: AccessChange): void {
    if (userId !== this.userId || (family !== undefined && family !== this.family)) return;
    this.socket.close(CloseCode.unauthenticated, reason);
  }
}
