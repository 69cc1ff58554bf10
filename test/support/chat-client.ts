import type { ErrorFrame } from '@parley/protocol';
import type { WebSocket } from 'ws';

import { expectAnswerContract, expectContract } from './contract.js';
import type { ClusterBarrier } from './cluster-barrier.js';
import { inShort } from './frames.js';
import type { Answer, Frame, Received } from './frames.js';

const TIMEOUT_MS = 30_000;
/** The default of the setting: no frame is larger, whatever it contains. */
const MAX_ANSWER_BYTES = 1_048_576;

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
  private readonly unread: Frame[] = [];
  private readonly wakers = new Set<() => void>();
  private readonly closing: Promise<Closing>;
  private closedWith: Closing | undefined;
  /** The error of the socket, for failure messages: the close event has only a code. */
  private failure = '';
  private lastRequest = 0;

  /**
   * @param name the user's name, for failure messages
   * @param clusterBarrier how frames arrive from other nodes, if there are several
   */
  constructor(
    readonly socket: WebSocket,
    private readonly name = 'somebody',
    private readonly clusterBarrier?: ClusterBarrier,
  ) {
    openClients.add(this);
    socket.on('message', (data) => {
      const frame = JSON.parse((data as Buffer).toString()) as Frame;
      const { length } = data as Buffer;
      if (length > MAX_ANSWER_BYTES) throw new Error(`A frame has ${String(length)} bytes: ${inShort(frame)}`);
      expectContract(frame);
      this.unread.push(frame);
      this.wake();
    });
    socket.on('error', ({ message }) => {
      this.failure = message;
    });
    this.closing = new Promise((resolve) => {
      socket.once('close', (code, reason) => {
        openClients.delete(this);
        this.closedWith = { code, reason: reason.toString() };
        this.wake();
        resolve(this.closedWith);
      });
    });
  }

  /** Sends a request and waits for its answer, which is the sender's own copy of a broadcast. */
  async request<Name extends string>(eventType: Name, data: object): Promise<Answer<Name>> {
    const frame = await this.response(this.sendRequest(eventType, data));
    if (frame.error) throw new Error(`${this.name} sent ${eventType}, which was refused: ${inShort(frame)}`);
    expectAnswerContract(eventType, data, frame);
    return frame as Answer<Name>;
  }

  /** Sends a request and waits for its refusal. */
  async expectRefused(eventType: string, data: unknown): Promise<ErrorFrame['error']> {
    const frame = await this.response(this.sendRequest(eventType, data));
    if (!frame.error) throw new Error(`${this.name} sent ${eventType}, which was not refused: ${inShort(frame)}`);
    return frame.error;
  }

  /** Sends a request without waiting. @returns the `request_id` */
  sendRequest(eventType: string, data: unknown): string {
    const requestId = `${this.name}-${String(++this.lastRequest)}`;
    this.sendText(JSON.stringify({ event_type: eventType, data, request_id: requestId }));
    return requestId;
  }

  /** Sends this text, valid or not. */
  sendText(text: string | Buffer, options: { binary?: boolean } = {}): void {
    this.socket.send(text, { binary: options.binary ?? false });
  }

  response(requestId: string, timeoutMs = TIMEOUT_MS): Promise<Frame> {
    const ofRequest = (frame: Frame): boolean => (frame.error?.request_id ?? frame.request_id) === requestId;
    return this.until(`the answer to ${requestId}`, ofRequest, timeoutMs);
  }

  /**
   * The next unread event of this name that matches.
   * @param timeoutMs longer only if the service itself waits
   */
  receive<Name extends string>(
    eventType: Name,
    matches: (frame: Received<Name>) => boolean = () => true,
    timeoutMs = TIMEOUT_MS,
  ): Promise<Received<Name>> {
    const ofEvent = (frame: Frame): boolean => frame.eventType === eventType && matches(frame as Received<Name>);
    return this.until(eventType, ofEvent, timeoutMs) as Promise<Received<Name>>;
  }

  async receiveError(): Promise<ErrorFrame['error']> {
    const { error } = await this.until('an error', (frame) => frame.error !== undefined);
    return error!;
  }

  /**
   * All frames that this socket has received and no test has read. Frames of a socket arrive in order: the answer to
   * a heartbeat proves that everything that its node sent before has arrived.
   */
  async drain(): Promise<Frame[]> {
    if (this.isOpen) await this.heartbeat();
    if (this.clusterBarrier && this.isOpen) {
      await this.clusterBarrier.waitForDelivery();
      await this.heartbeat();
    }
    return this.unread.splice(0);
  }

  get isOpen(): boolean {
    return this.closedWith === undefined;
  }

  closed(): Promise<Closing> {
    return this.within(this.closing, 'the socket to close');
  }

  async close(): Promise<void> {
    this.socket.close();
    await this.closing;
  }

  private heartbeat(): Promise<unknown> {
    return this.request('session.heartbeat', {});
  }

  private async until(what: string, matches: (frame: Frame) => boolean, timeoutMs = TIMEOUT_MS): Promise<Frame> {
    return this.within(this.find(what, matches), what, timeoutMs);
  }

  private async find(what: string, matches: (frame: Frame) => boolean): Promise<Frame> {
    for (;;) {
      const at = this.unread.findIndex(matches);
      const [frame] = at < 0 ? [] : this.unread.splice(at, 1);
      if (frame) return frame;
      if (this.closedWith) throw new Error(`${this.name} was waiting for ${what}, but ${this.describe()}`);
      await new Promise<void>((resolve) => this.wakers.add(resolve));
    }
  }

  private wake(): void {
    for (const waker of this.wakers) waker();
    this.wakers.clear();
  }

  private async within<Result>(result: Promise<Result>, what: string, timeoutMs = TIMEOUT_MS): Promise<Result> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new Error(`${this.name} waited ${String(timeoutMs / 1000)} s for ${what}, but ${this.describe()}`));
      }, timeoutMs);
    });
    try {
      return await Promise.race([result, timeout]);
    } finally {
      clearTimeout(timer);
    }
  }

  private describe(): string {
    const end = this.closedWith
      ? `the socket closed with ${String(this.closedWith.code)} ${this.closedWith.reason}${this.failure}`
      : 'the socket is still open';
    const frames = this.unread.slice(-20).map(inShort).join('\n  ');
    return `${end}; unread frames:\n  ${frames || 'nothing'}`;
  }
}
