import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { CloseCode } from '@parley/protocol';

import { Config } from '../config/index.js';
import { Signals } from '../signals/index.js';
import { accessChanged } from '../users/index.js';
import type { AccessChange } from '../users/index.js';
import { after } from './after.js';
import { CLOCK_SKEW_SECONDS } from './proven-token.js';
import type { AuthenticatedSocket } from './socket-authenticator.js';

/** An open socket, as far as it matters whether it may stay. */
export interface AdmittedSocket {
  /** That of its connection. */
  readonly id: string;
  close(code: CloseCode, reason: string): void;
}

interface Admitted {
  readonly socket: AdmittedSocket;
  readonly identity: AuthenticatedSocket;
  readonly stopTimer: () => void;
}

interface HeardChange {
  /** By the clock of {@link AuthenticatedSocket.checkedAt}. */
  readonly heardAt: number;
  readonly change: AccessChange;
}

/** No token is checked for longer than this. */
const LONGEST_CHECK_MS = 60_000;

/**
 * The open sockets of this node, each with the token by which it is open. One whose token expires, whose log-in is
 * revoked, or whose user is let in no more, closes with 4001.
 *
 * A token is checked against the database a moment before its socket is known here. What was heard between the two
 * holds for that socket all the same.
 */
@Injectable()
export class AdmittedSockets implements OnModuleInit {
  private readonly admitted = new Map<string, Admitted>();
  private heardLately: HeardChange[] = [];

  constructor(
    private readonly config: Config,
    private readonly signals: Signals,
  ) {}

  onModuleInit(): void {
    this.signals.on(accessChanged, (change) => {
      this.hear(change);
    });
  }

  /** The socket stays open as long as this token is good. */
  add(socket: AdmittedSocket, identity: AuthenticatedSocket): void {
    this.admitted.set(socket.id, { socket, identity, stopTimer: this.closeOnExpiry(socket, identity) });
    for (const { heardAt, change } of this.heardLately) {
      if (heardAt >= identity.checkedAt && means(change, identity)) close(socket, change);
    }
  }

  /** The socket stays open by another token of its user from now on. Where it was closed meanwhile, nothing happens. */
  renew(socketId: string, identity: AuthenticatedSocket): void {
    const socket = this.remove(socketId);
    if (socket) this.add(socket, identity);
  }

  /** @returns the socket, if it was here */
  remove(socketId: string): AdmittedSocket | undefined {
    const admitted = this.admitted.get(socketId);
    admitted?.stopTimer();
    this.admitted.delete(socketId);
    return admitted?.socket;
  }

  private hear(change: AccessChange): void {
    const now = performance.now();
    this.heardLately = this.heardLately.filter(({ heardAt }) => now - heardAt < LONGEST_CHECK_MS);
    this.heardLately.push({ heardAt: now, change });
    for (const { socket, identity } of this.admitted.values()) {
      if (means(change, identity)) close(socket, change);
    }
  }

  private closeOnExpiry(socket: AdmittedSocket, { expiresAt }: AuthenticatedSocket): () => void {
    if (!this.config.sockets.closeOnTokenExpiry) return () => undefined;
    const end = new Date(expiresAt.getTime() + CLOCK_SKEW_SECONDS * 1_000);
    return after(end, () => {
      socket.close(CloseCode.unauthenticated, 'token_expired');
    });
  }
}

const means = ({ userId, family }: AccessChange, { actor, family: own }: AuthenticatedSocket): boolean =>
  userId === actor.user.id && (family === undefined || family === own);

const close = (socket: AdmittedSocket, { reason }: AccessChange): void => {
  socket.close(CloseCode.unauthenticated, reason);
};
