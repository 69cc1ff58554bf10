import type { ErrorFrame, ServerEvent, StatusFrame } from '@parley/protocol';
import { WebSocket } from 'ws';

/** A failed handshake. The message does not contain the token. */
export class TurnedAway extends Error {
  /** @param retryAfter the seconds of the header Retry-After, if the server sends it */
  constructor(
    reason: string,
    readonly retryAfter = 0,
  ) {
    super(reason);
  }
}

export interface Closing {
  readonly code: number;
  readonly reason: string;
}

export type Refused = ErrorFrame['error'];

/** The answer to a request; undefined if the connection was closed first. */
export type Answer = { readonly frame: ServerEvent } | { readonly refused: Refused } | undefined;

/** Handles one frame of an answer. If it returns `more`, it receives the next one too. */
type Taker = (answer: Answer) => 'more' | 'done';

const HANDSHAKE_TIMEOUT_MS = 10_000;
const PING_EVERY_MS = 5_000;
/** The timeout of a peer that sends neither frames nor pongs. */
const DEAF_AFTER_MS = 15_000;

/** One WebSocket to the deployment. */
export class Line {
  /** Resolves when the connection has been closed. */
  readonly closed: Promise<Closing>;
  private readonly waiting = new Map<string, Taker>();
  private listener: ((frame: ServerEvent) => void) | undefined;
  private readonly unheard: ServerEvent[] = [];
  private asked = 0;
  private lastSign = performance.now();

  private constructor(private readonly socket: WebSocket) {
    socket.on('message', (data) => {
      this.takes(JSON.parse((data as Buffer).toString()) as ServerEvent);
    });
    socket.on('pong', () => {
      this.lastSign = performance.now();
    });
    // The close code contains the reason of an error.
    socket.on('error', () => undefined);
    const pinging = setInterval(() => {
      this.ping();
    }, PING_EVERY_MS);
    this.closed = new Promise((resolve) => {
      socket.on('close', (code, reason) => {
        clearInterval(pinging);
        for (const take of this.waiting.values()) take(undefined);
        this.waiting.clear();
        resolve({ code, reason: reason.toString() });
      });
    });
  }

  /** @throws TurnedAway */
  static open(address: string, token: string): Promise<Line> {
    // Not in the query, since proxies log addresses.
    const headers = { authorization: `Bearer ${token}` };
    const options = { headers, handshakeTimeout: HANDSHAKE_TIMEOUT_MS, perMessageDeflate: false };
    const socket = new WebSocket(address, options);
    const line = new Line(socket);
    return new Promise((resolve, reject) => {
      socket.once('open', () => {
        resolve(line);
      });
      socket.once('unexpected-response', (request, { statusCode = 0, headers: answered }) => {
        request.destroy();
        reject(
          new TurnedAway(`the handshake was answered with ${String(statusCode)}`, Number(answered['retry-after']) || 0),
        );
      });
      socket.once('error', ({ message }) => {
        reject(new TurnedAway(message));
      });
    });
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN;
  }

  /** Passes all frames except refusals to the listener in order, including earlier ones. */
  listen(listener: (frame: ServerEvent) => void): void {
    this.listener = listener;
    for (const frame of this.unheard.splice(0)) listener(frame);
  }

  ask(eventType: string, data: object): Promise<Answer> {
    return new Promise((resolve) => {
      this.askFor(eventType, data, (answer) => {
        resolve(answer);
        return 'done';
      });
    });
  }

  askFor(eventType: string, data: object, take: Taker): void {
    if (!this.isOpen) {
      take(undefined);
      return;
    }
    const requestId = String(++this.asked);
    this.waiting.set(requestId, take);
    this.socket.send(JSON.stringify({ event_type: eventType, data, request_id: requestId }));
  }

  close(): void {
    this.socket.close(1000);
  }

  /** Closes the connection without a close frame, like a phone that loses its network. */
  cut(): void {
    this.socket.terminate();
  }

  private takes(frame: ServerEvent | ErrorFrame | StatusFrame): void {
    this.lastSign = performance.now();
    if ('eventType' in frame) this.hears(frame);
    const answer = 'error' in frame ? { refused: frame.error } : { frame: frame as ServerEvent };
    const requestId = 'error' in frame ? frame.error.request_id : frame.request_id;
    const take = requestId === undefined ? undefined : this.waiting.get(requestId);
    if (requestId === undefined || !take) return;
    if (take(answer) === 'done') this.waiting.delete(requestId);
  }

  private hears(frame: ServerEvent): void {
    if (this.listener) this.listener(frame);
    else this.unheard.push(frame);
  }

  private ping(): void {
    if (performance.now() - this.lastSign > DEAF_AFTER_MS) this.socket.terminate();
    else if (this.isOpen) this.socket.ping();
  }
}
