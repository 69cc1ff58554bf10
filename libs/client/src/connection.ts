import type { ClientFrame } from '@parley/protocol';

import { ABNORMAL_CLOSURE } from './codes.js';
import { isInitialSnapshot } from './frames.js';
import type { Frame, InitialSnapshot } from './frames.js';
import type { Socket, SocketConstructor, Timing } from './options.js';

/** Events of a connection: one initial snapshot, then frames, then exactly one close. */
export interface ConnectionListener {
  onInitialSnapshot(snapshot: InitialSnapshot): void;
  onFrame(frame: Frame): void;
  onClosed(code: number, reason: string): void;
}

/** The subprotocol that precedes the token. The token is not in the address, because proxies log addresses. */
const BEARER = 'bearer';

/** One WebSocket, from the handshake to its close. */
export class Connection {
  private readonly socket: Socket;
  private isReady = false;
  private isClosed = false;
  private heartbeat: ReturnType<typeof setInterval> | undefined;
  private responseTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    WebSocket: SocketConstructor,
    url: string,
    token: string,
    private readonly timing: Timing,
    private readonly listener: ConnectionListener,
  ) {
    this.socket = new WebSocket(url, [BEARER, token]);
    this.socket.addEventListener('message', ({ data }: { readonly data: unknown }) => this.receive(String(data)));
    this.socket.addEventListener('close', ({ code, reason }: { readonly code: number; readonly reason: string }) => {
      this.finish(code, reason);
    });
    // The close event that follows has the code.
    this.socket.addEventListener('error', () => undefined);
    this.expectResponse();
  }

  send(frame: ClientFrame): void {
    if (!this.isClosed) this.socket.send(JSON.stringify(frame));
  }

  /** Sends a heartbeat and expects an answer. */
  sendHeartbeat(): void {
    if (!this.isReady) return;
    this.send({ event_type: 'session.heartbeat', data: {} });
    this.expectResponse();
  }

  /** Closes at once, without waiting for the close handshake. */
  close(): void {
    this.disconnect(1000, '');
  }

  private receive(text: string): void {
    if (this.isClosed) return;
    clearTimeout(this.responseTimer);
    this.responseTimer = undefined;
    try {
      const frame = JSON.parse(text) as Frame;
      if (this.isReady) this.listener.onFrame(frame);
      else if (isInitialSnapshot(frame)) this.becomeReady(frame);
    } catch {
      // Nothing that follows can be relied on; a sync on the next connection has what is missing.
      this.disconnect(ABNORMAL_CLOSURE, '');
    }
  }

  private becomeReady(snapshot: InitialSnapshot): void {
    this.isReady = true;
    const every = Math.min(snapshot.meta.heartbeat_seconds * 1_000, this.timing.maxHeartbeatInterval);
    this.heartbeat = setInterval(() => this.sendHeartbeat(), every);
    this.listener.onInitialSnapshot(snapshot);
  }

  /** Any frame counts as an answer: that of a heartbeat is queued behind the answers to earlier requests. */
  private expectResponse(): void {
    this.responseTimer ??= setTimeout(() => {
      this.disconnect(ABNORMAL_CLOSURE, 'No frame in time.');
    }, this.timing.responseTimeout);
  }

  private disconnect(code: number, reason: string): void {
    if (this.isClosed) return;
    this.finish(code, reason);
    this.socket.close(1000);
  }

  private finish(code: number, reason: string): void {
    if (this.isClosed) return;
    this.isClosed = true;
    clearInterval(this.heartbeat);
    clearTimeout(this.responseTimer);
    this.listener.onClosed(code, reason);
  }
}
