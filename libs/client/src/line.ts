import type { ClientFrame } from '@parley/protocol';

import { LOST } from './codes.js';
import { isGreeting } from './frames.js';
import type { Frame, Greeting } from './frames.js';
import type { Timing } from './options.js';
import type { Socket, SocketConstructor } from './socket.js';

/** Told what happens on a line: one greeting first, then frames, and one end, after which there is nothing more. */
export interface LineEars {
  greeted(greeting: Greeting): void;
  heard(frame: Frame): void;
  ended(code: number, reason: string): void;
}

/** The subprotocol after which the token comes: not in the address, which proxies log. */
const BEARER = 'bearer';

/** One socket, from the handshake to its end. */
export class Line {
  private readonly socket: Socket;
  private isGreeted = false;
  private isOver = false;
  private beating: ReturnType<typeof setInterval> | undefined;
  private patience: ReturnType<typeof setTimeout> | undefined;

  constructor(
    WebSocket: SocketConstructor,
    url: string,
    token: string,
    private readonly timing: Timing,
    private readonly ears: LineEars,
  ) {
    this.socket = new WebSocket(url, [BEARER, token]);
    this.socket.addEventListener('message', ({ data }: { readonly data: unknown }) => {
      this.hear(String(data));
    });
    this.socket.addEventListener('close', ({ code, reason }: { readonly code: number; readonly reason: string }) => {
      this.end(code, reason);
    });
    // How it closes tells what was wrong.
    this.socket.addEventListener('error', () => undefined);
    this.expectASign();
  }

  say(frame: ClientFrame): void {
    if (!this.isOver) this.socket.send(JSON.stringify(frame));
  }

  /** Gives a sign of life, and expects one. */
  beat(): void {
    if (!this.isGreeted) return;
    this.say({ event_type: 'session.heartbeat', data: {} });
    this.expectASign();
  }

  /** Ends at once, whether or not the other side can be told. */
  close(): void {
    this.hangUp(1000, '');
  }

  private hear(text: string): void {
    if (this.isOver) return;
    clearTimeout(this.patience);
    this.patience = undefined;
    const frame = JSON.parse(text) as Frame;
    if (this.isGreeted) this.ears.heard(frame);
    else if (isGreeting(frame)) this.greet(frame);
  }

  private greet(greeting: Greeting): void {
    this.isGreeted = true;
    const every = Math.min(greeting.meta.heartbeat_seconds * 1_000, this.timing.longestSilence);
    this.beating = setInterval(() => {
      this.beat();
    }, every);
    this.ears.greeted(greeting);
  }

  /** Whatever is heard is a sign of life: the answer to a heartbeat waits behind those to earlier questions. */
  private expectASign(): void {
    this.patience ??= setTimeout(() => {
      this.hangUp(LOST, 'Nothing was heard for too long.');
    }, this.timing.patience);
  }

  private hangUp(code: number, reason: string): void {
    if (this.isOver) return;
    this.end(code, reason);
    this.socket.close(1000);
  }

  private end(code: number, reason: string): void {
    if (this.isOver) return;
    this.isOver = true;
    clearInterval(this.beating);
    clearTimeout(this.patience);
    this.ears.ended(code, reason);
  }
}
