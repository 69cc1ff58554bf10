import type { ClientFrame } from '@parley/protocol';

import { closeAction } from './codes.js';
import { Connection } from './connection.js';
import type { Frame, InitialSnapshot } from './frames.js';
import { backoffDelay } from './options.js';
import type { ParleyOptions, SocketConstructor, Timing } from './options.js';
import { ParleyError } from './parley-error.js';
import { tokenExpiry } from './token-renewal.js';

/**
 * `offline`: `connect` was not called, or `close` was; `connecting`: the first connection, a reconnection or a sync is
 * under way; `online`: connected, and the application is up to date; `stopped`: the client does not reconnect by
 * itself, and an `error` event gave the reason.
 */
export type State = 'offline' | 'connecting' | 'online' | 'stopped';

export interface ReconnectingSocketListener {
  /** A connection is open. @param tokenExpiry milliseconds since 1970, if its token contains it */
  onConnected(snapshot: InitialSnapshot, tokenExpiry: number | undefined): void;
  onFrame(frame: Frame): void;
  /** The open connection was lost. */
  onDisconnected(): void;
  onState(state: State): void;
  onError(error: ParleyError): void;
}

export interface SocketSettings extends Pick<ParleyOptions, 'url' | 'token'> {
  readonly WebSocket: SocketConstructor;
  readonly timing: Timing;
}

/** Keeps a connection open: it reconnects after each close, until `stop` is called or a close code forbids it. */
export class ReconnectingSocket {
  private currentState: State = 'offline';
  private connection: Connection | undefined;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  /** Counts the attempts to connect: the result of an earlier attempt is ignored. */
  private attempt = 0;
  private failures = 0;
  /** The token of the current or the latest connection, or the one with which it was authenticated since. */
  token: string | undefined;
  /** The token that the service rejected, until another one is accepted. */
  private rejectedToken: string | undefined;

  constructor(
    private readonly settings: SocketSettings,
    private readonly listener: ReconnectingSocketListener,
  ) {}

  get state(): State {
    return this.currentState;
  }

  start(): void {
    if (this.currentState === 'connecting' || this.currentState === 'online') return;
    this.failures = 0;
    this.setState('connecting');
    void this.open();
  }

  stop(): void {
    this.halt('offline');
  }

  send(frame: ClientFrame): void {
    this.connection?.send(frame);
  }

  /** The application is up to date. */
  markOnline(): void {
    this.failures = 0;
    this.setState('online');
  }

  /** The network may have changed: reconnects at once if it waits, else checks the open connection by a heartbeat. */
  checkConnection(): void {
    if (this.retryTimer === undefined) {
      this.connection?.sendHeartbeat();
      return;
    }
    clearTimeout(this.retryTimer);
    void this.open();
  }

  private async open(): Promise<void> {
    this.retryTimer = undefined;
    const attempt = ++this.attempt;
    let token: string | null;
    try {
      token = await this.settings.token(this.rejectedToken);
    } catch (error) {
      if (attempt !== this.attempt) return;
      this.scheduleReconnect();
      this.listener.onError(ParleyError.of('token', error));
      return;
    }
    if (attempt !== this.attempt) return;
    if (token === null) {
      this.stopWithError(new ParleyError('token', 'There is no access token.'));
      return;
    }
    try {
      this.connect(token);
    } catch (error) {
      // A constructor refuses its arguments, so a retry with the same ones fails again.
      const { message } = ParleyError.of('stopped', error);
      this.stopWithError(new ParleyError('stopped', `The WebSocket could not be created: ${message}`));
    }
  }

  private connect(token: string): void {
    this.token = token;
    let wasReady = false;
    this.connection = new Connection(this.settings.WebSocket, this.settings.url, token, this.settings.timing, {
      onInitialSnapshot: (snapshot) => {
        wasReady = true;
        this.rejectedToken = undefined;
        this.listener.onConnected(snapshot, tokenExpiry(token));
      },
      onFrame: (frame) => this.listener.onFrame(frame),
      onClosed: (code, reason) => {
        this.connection = undefined;
        if (wasReady) this.listener.onDisconnected();
        if (this.currentState === 'connecting' || this.currentState === 'online')
          this.handleClose(code, reason, wasReady);
      },
    });
  }

  private handleClose(code: number, reason: string, wasReady: boolean): void {
    const next = closeAction(code, !wasReady && this.rejectedToken !== undefined);
    if (next === 'stop') {
      this.stopWithError(
        new ParleyError('stopped', `The service closed the connection with ${String(code)} ${reason}.`),
      );
      return;
    }
    if (next === 'reconnect with another token') this.rejectedToken = this.token;
    this.scheduleReconnect();
  }

  /** A listener that is told of it may stop the socket, so it is told last. */
  private scheduleReconnect(): void {
    this.retryTimer = setTimeout(() => void this.open(), backoffDelay(this.failures, this.settings.timing));
    this.failures += 1;
    this.setState('connecting');
  }

  private stopWithError(error: ParleyError): void {
    this.halt('stopped');
    this.listener.onError(error);
  }

  private halt(state: 'offline' | 'stopped'): void {
    this.attempt += 1;
    clearTimeout(this.retryTimer);
    this.retryTimer = undefined;
    this.setState(state);
    this.connection?.close();
  }

  private setState(state: State): void {
    if (this.currentState === state) return;
    this.currentState = state;
    this.listener.onState(state);
  }
}
