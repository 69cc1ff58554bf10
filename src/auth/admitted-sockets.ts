import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';

import { Config } from '../config/index.js';
import { Signals } from '../signals/index.js';
import { accessChanged } from '../users/index.js';
import type { AccessChange } from '../users/index.js';
import { Admission } from './admission.js';
import type { AdmittedSocket } from './admission.js';
import type { AuthenticatedSocket } from './socket-authenticator.js';

interface HeardChange {
  /** By the clock of {@link AuthenticatedSocket.checkedAt}. */
  readonly heardAt: number;
  readonly change: AccessChange;
}

/** No token is checked for longer than this. */
const LONGEST_CHECK_MS = 60_000;
/** The longest that a timer of Node can wait. */
const LONGEST_TIMER_MS = 2_147_483_647;

/**
 * The open sockets of this node, each with the token by which it is open. One whose token expires, whose log-in is
 * revoked, or whose user is let in no more, closes with 4001.
 *
 * A token is checked against the database a moment before its socket is known here. What was heard between the two
 * holds for that socket all the same.
 */
@Injectable()
export class AdmittedSockets implements OnModuleInit {
  private readonly admitted = new Map<string, Admission>();
  private heardLately: HeardChange[] = [];
  /** When the next token expires, as far as is known; one timer is for all, as each takes more memory than a token. */
  private nextExpiry = Infinity;
  private timer: NodeJS.Timeout | undefined;

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
    const admission = new Admission(socket, identity);
    this.admitted.set(socket.id, admission);
    if (this.config.sockets.closeOnTokenExpiry) this.expectExpiry(admission.endsAt);
    for (const { heardAt, change } of this.heardLately) {
      if (heardAt >= identity.checkedAt) admission.hear(change);
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
    this.admitted.delete(socketId);
    return admitted?.socket;
  }

  private hear(change: AccessChange): void {
    const now = performance.now();
    this.heardLately = this.heardLately.filter(({ heardAt }) => now - heardAt < LONGEST_CHECK_MS);
    this.heardLately.push({ heardAt: now, change });
    for (const admission of this.admitted.values()) admission.hear(change);
  }

  /** @param at in milliseconds since 1970 */
  private expectExpiry(at: number): void {
    if (at >= this.nextExpiry) return;
    this.nextExpiry = at;
    clearTimeout(this.timer);
    const left = Math.min(Math.max(0, at - Date.now()), LONGEST_TIMER_MS);
    this.timer = setTimeout(() => {
      this.closeExpired();
    }, left).unref();
  }

  private closeExpired(): void {
    const now = Date.now();
    let next = Infinity;
    for (const [id, admission] of this.admitted) {
      if (admission.endsAt > now) {
        next = Math.min(next, admission.endsAt);
      } else {
        this.admitted.delete(id);
        admission.expire();
      }
    }
    this.nextExpiry = Infinity;
    this.expectExpiry(next);
  }
}
