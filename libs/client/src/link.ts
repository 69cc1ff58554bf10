import type { ClientFrame } from '@parley/protocol';

import { afterClose } from './after-close.js';
import type { Frame, Greeting } from './frames.js';
import { Line } from './line.js';
import type { Timing } from './options.js';
import { ParleyError } from './parley-error.js';
import { pauseAfter } from './pause.js';
import type { SocketConstructor } from './socket.js';
import { endOf } from './token-renewal.js';

/**
 * `offline`: not asked to be anything else; `connecting`: on the way, for the first time or again; `online`: the
 * application has been told everything; `stopped`: it does not come back by itself, and an `error` has told why.
 */
export type State = 'offline' | 'connecting' | 'online' | 'stopped';

export interface LinkEars {
  /** A new line is there. @param tokenEnd milliseconds since 1970, where its token tells */
  opened(greeting: Greeting, tokenEnd: number | undefined): void;
  heard(frame: Frame): void;
  /** The line that was there is not any more. */
  lost(): void;
  changed(state: State): void;
  failed(error: ParleyError): void;
}

export interface Way {
  readonly WebSocket: SocketConstructor;
  readonly url: string;
  readonly token: (refused?: string) => Promise<string | null>;
  readonly timing: Timing;
}

/** Keeps a line: whenever one ends it gets the next, until it is told to stop or the service says not to come back. */
export class Link {
  private current: State = 'offline';
  private line: Line | undefined;
  private pausing: ReturnType<typeof setTimeout> | undefined;
  /** Counts what was begun: what belongs to an earlier one is over. */
  private attempt = 0;
  private failures = 0;
  private inUse: string | undefined;
  /** The token that was let in no more, until another one is. */
  private refused: string | undefined;

  constructor(
    private readonly way: Way,
    private readonly ears: LinkEars,
  ) {}

  get state(): State {
    return this.current;
  }

  /** The token of this line, or of the one to come. */
  get token(): string | undefined {
    return this.inUse;
  }

  start(): void {
    if (this.current === 'connecting' || this.current === 'online') return;
    this.failures = 0;
    this.become('connecting');
    void this.open();
  }

  stop(): void {
    this.halt('offline');
  }

  say(frame: ClientFrame): void {
    this.line?.say(frame);
  }

  /** All that was missed has been told. */
  caughtUp(): void {
    this.failures = 0;
    this.become('online');
  }

  /** The line is of no use any more: another one. */
  reopen(): void {
    this.line?.close();
  }

  /** The network may be back, or another one: no reason to wait any longer, nor to trust the line that there is. */
  hurry(): void {
    if (this.pausing === undefined) {
      this.line?.beat();
      return;
    }
    clearTimeout(this.pausing);
    void this.open();
  }

  /** The line goes on by this token. */
  renewed(token: string): void {
    this.inUse = token;
  }

  private async open(): Promise<void> {
    this.pausing = undefined;
    const attempt = ++this.attempt;
    let token: string | null;
    try {
      token = await this.way.token(this.refused);
    } catch (error) {
      if (attempt !== this.attempt) return;
      this.ears.failed(ParleyError.of('token', error));
      this.comeBack();
      return;
    }
    if (attempt !== this.attempt) return;
    if (token === null) {
      this.giveUp(new ParleyError('token', 'There is no token any more.'));
      return;
    }
    try {
      this.openBy(token);
    } catch (error) {
      // A constructor refuses its arguments, so a retry with the same ones fails again.
      const { message } = ParleyError.of('stopped', error);
      this.giveUp(new ParleyError('stopped', `The WebSocket could not be created: ${message}`));
    }
  }

  private openBy(token: string): void {
    this.inUse = token;
    let isGreeted = false;
    this.line = new Line(this.way.WebSocket, this.way.url, token, this.way.timing, {
      greeted: (greeting) => {
        isGreeted = true;
        this.refused = undefined;
        this.ears.opened(greeting, endOf(token));
      },
      heard: (frame) => {
        this.ears.heard(frame);
      },
      ended: (code, reason) => {
        this.line = undefined;
        if (isGreeted) this.ears.lost();
        if (this.current === 'connecting' || this.current === 'online') this.ended(code, reason, isGreeted);
      },
    });
  }

  private ended(code: number, reason: string, wasGreeted: boolean): void {
    const next = afterClose(code, !wasGreeted && this.refused !== undefined);
    if (next === 'stop') {
      this.giveUp(new ParleyError('stopped', `The service ended the line with ${String(code)} ${reason}.`));
      return;
    }
    if (next === 'come back with another token') this.refused = this.inUse;
    this.comeBack();
  }

  private comeBack(): void {
    this.become('connecting');
    this.pausing = setTimeout(() => void this.open(), pauseAfter(this.failures, this.way.timing));
    this.failures += 1;
  }

  private giveUp(error: ParleyError): void {
    this.halt('stopped');
    this.ears.failed(error);
  }

  private halt(state: 'offline' | 'stopped'): void {
    this.attempt += 1;
    clearTimeout(this.pausing);
    this.pausing = undefined;
    this.become(state);
    this.line?.close();
  }

  private become(state: State): void {
    if (this.current === state) return;
    this.current = state;
    this.ears.changed(state);
  }
}
