import { once } from 'node:events';

import type { ErrorFrame } from '@parley/protocol';
import type { WebSocket } from 'ws';

import { answersByContract, speaksTheContract } from './contract.js';
import type { Crossing } from './crossing.js';
import { inShort } from './frames.js';
import type { Answer, Frame, Heard } from './frames.js';

const PATIENCE_MS = 10_000;

/** The clients that no spec has closed yet. */
const openClients = new Set<ChatClient>();

/** Ends every connection that the spec file has left open. */
export function closeOpenClients(): void {
  for (const { socket } of openClients) socket.terminate();
}

export interface Closing {
  readonly code: number;
  readonly reason: string;
}

/** One open socket of a user. It keeps received frames until a test reads them. */
export class ChatClient {
  private readonly unheard: Frame[] = [];
  private readonly wakers = new Set<() => void>();
  private readonly closing: Promise<Closing>;
  private closedWith: Closing | undefined;
  private asked = 0;

  /**
   * @param name the user's name, for failure messages
   * @param crossing how frames arrive from other nodes, if there are several
   */
  constructor(
    readonly socket: WebSocket,
    private readonly name = 'somebody',
    private readonly crossing?: Crossing,
  ) {
    openClients.add(this);
    socket.on('message', (data) => {
      const frame = JSON.parse((data as Buffer).toString()) as Frame;
      speaksTheContract(frame);
      this.unheard.push(frame);
      this.wake();
    });
    // The close event reports what is wrong with a socket.
    socket.on('error', () => undefined);
    this.closing = once(socket, 'close').then((ending) => {
      openClients.delete(this);
      const [code, reason] = ending as [number, Buffer];
      this.closedWith = { code, reason: reason.toString() };
      this.wake();
      return this.closedWith;
    });
  }

  /** Sends a request and waits for its answer, which is the sender's own copy of a broadcast. */
  async ask<Name extends string>(eventType: Name, data: object): Promise<Answer<Name>> {
    const frame = await this.answered(this.asks(eventType, data));
    if (frame.error) throw new Error(`${this.name} sent ${eventType}, which was refused: ${inShort(frame)}`);
    answersByContract(eventType, data, frame);
    return frame as Answer<Name>;
  }

  /** Sends a request and waits for its refusal. */
  async isRefused(eventType: string, data: unknown): Promise<ErrorFrame['error']> {
    const frame = await this.answered(this.asks(eventType, data));
    if (!frame.error) throw new Error(`${this.name} sent ${eventType}, which was not refused: ${inShort(frame)}`);
    return frame.error;
  }

  /** Sends a request without waiting. @returns the `request_id` */
  asks(eventType: string, data: unknown): string {
    const requestId = `${this.name}-${String(++this.asked)}`;
    this.says(JSON.stringify({ event_type: eventType, data, request_id: requestId }));
    return requestId;
  }

  /** Sends this text, valid or not. */
  says(text: string | Buffer, options: { binary?: boolean } = {}): void {
    this.socket.send(text, { binary: options.binary ?? false });
  }

  answered(requestId: string, patienceMs = PATIENCE_MS): Promise<Frame> {
    const ofRequest = (frame: Frame): boolean => (frame.error?.request_id ?? frame.request_id) === requestId;
    return this.until(`the answer to ${requestId}`, ofRequest, patienceMs);
  }

  /** The next unread event of this name that matches. */
  hears<Name extends string>(
    eventType: Name,
    matches: (frame: Heard<Name>) => boolean = () => true,
  ): Promise<Heard<Name>> {
    const ofEvent = (frame: Frame): boolean => frame.eventType === eventType && matches(frame as Heard<Name>);
    return this.until(eventType, ofEvent) as Promise<Heard<Name>>;
  }

  /** The next error frame. */
  async hearsError(): Promise<ErrorFrame['error']> {
    const { error } = await this.until('an error', (frame) => frame.error !== undefined);
    return error!;
  }

  /**
   * All frames that this socket has received and no test has read. Frames of a socket arrive in order: the answer to
   * a heartbeat proves that everything that its node sent before has arrived.
   */
  async rest(): Promise<Frame[]> {
    if (this.isOpen) await this.beats();
    if (this.crossing && this.isOpen) {
      await this.crossing.passed();
      await this.beats();
    }
    return this.unheard.splice(0);
  }

  get isOpen(): boolean {
    return this.closedWith === undefined;
  }

  closed(): Promise<Closing> {
    return this.within(this.closing, 'the socket to close');
  }

  async leaves(): Promise<void> {
    this.socket.close();
    await this.closing;
  }

  private beats(): Promise<unknown> {
    return this.ask('session.heartbeat', {});
  }

  private async until(what: string, matches: (frame: Frame) => boolean, patienceMs = PATIENCE_MS): Promise<Frame> {
    return this.within(this.find(what, matches), what, patienceMs);
  }

  private async find(what: string, matches: (frame: Frame) => boolean): Promise<Frame> {
    for (;;) {
      const at = this.unheard.findIndex(matches);
      const [frame] = at < 0 ? [] : this.unheard.splice(at, 1);
      if (frame) return frame;
      if (this.closedWith) throw new Error(`${this.name} was waiting for ${what}, but ${this.story()}`);
      await new Promise<void>((resolve) => this.wakers.add(resolve));
    }
  }

  private wake(): void {
    for (const waker of this.wakers) waker();
    this.wakers.clear();
  }

  private async within<Result>(result: Promise<Result>, what: string, patienceMs = PATIENCE_MS): Promise<Result> {
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new Error(`${this.name} waited ${String(patienceMs / 1000)} s for ${what}, but ${this.story()}`));
      }, patienceMs);
    });
    try {
      return await Promise.race([result, patience]);
    } finally {
      clearTimeout(timer);
    }
  }

  private story(): string {
    const end = this.closedWith
      ? `the socket closed with ${String(this.closedWith.code)} ${this.closedWith.reason}`
      : 'the socket is still open';
    const heard = this.unheard.slice(-20).map(inShort).join('\n  ');
    return `${end}; unread frames:\n  ${heard || 'nothing'}`;
  }
}
