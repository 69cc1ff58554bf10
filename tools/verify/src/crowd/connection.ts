import type { ErrorFrame, ServerEvent, StatusFrame } from '@parley/protocol';
import { WebSocket } from 'ws';

/** A failed handshake. The message does not contain the token. */
export class ConnectionRefused extends Error {
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
type ReplyHandler = (answer: Answer) => 'more' | 'done';

const HANDSHAKE_TIMEOUT_MS = 10_000;
const PING_EVERY_MS = 5_000;
/** The timeout of a peer that sends neither frames nor pongs. */
const SILENCE_TIMEOUT_MS = 15_000;

/** One WebSocket to the deployment. */
export class Connection {
  /** Resolves when the connection has been closed. */
  readonly closed: Promise<Closing>;
  private readonly handlers = new Map<string, ReplyHandler>();
  private listener: ((frame: ServerEvent) => void) | undefined;
  private readonly undelivered: ServerEvent[] = [];
  private lastRequestId = 0;
  private lastReceivedAt = performance.now();

  private constructor(private readonly socket: WebSocket) {
    socket.on('message', (data) => this.receive(JSON.parse((data as Buffer).toString()) as ServerEvent));
    socket.on('pong', () => {
      this.lastReceivedAt = performance.now();
    });
    // The close code contains the reason of an error.
    socket.on('error', () => undefined);
    const pinging = setInterval(() => this.ping(), PING_EVERY_MS);
    this.closed = new Promise((resolve) => {
      socket.on('close', (code, reason) => {
        clearInterval(pinging);
        for (const take of this.handlers.values()) take(undefined);
        this.handlers.clear();
        resolve({ code, reason: reason.toString() });
      });
    });
  }

  /** @throws ConnectionRefused */
  static open(address: string, token: string): Promise<Connection> {
    // Not in the query, since proxies log addresses.
    const headers = { authorization: `Bearer ${token}` };
    const options = { headers, handshakeTimeout: HANDSHAKE_TIMEOUT_MS, perMessageDeflate: false };
    const socket = new WebSocket(address, options);
    const connection = new Connection(socket);
    return new Promise((resolve, reject) => {
      socket.once('open', () => resolve(connection));
      socket.once('unexpected-response', (request, { statusCode = 0, headers: answered }) => {
        request.destroy();
        reject(
          new ConnectionRefused(
            `the handshake was answered with ${String(statusCode)}`,
            Number(answered['retry-after']) || 0,
          ),
        );
      });
      socket.once('error', ({ message }) => reject(new ConnectionRefused(message)));
    });
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN;
  }

  /** Passes all frames except refusals to the listener in order, including earlier ones. */
  listen(listener: (frame: ServerEvent) => void): void {
    this.listener = listener;
    for (const frame of this.undelivered.splice(0)) listener(frame);
  }

  request(eventType: string, data: object): Promise<Answer> {
    return new Promise((resolve) => {
      this.requestFrames(eventType, data, (answer) => {
        resolve(answer);
        return 'done';
      });
    });
  }

  requestFrames(eventType: string, data: object, handle: ReplyHandler): void {
    if (!this.isOpen) {
      handle(undefined);
      return;
    }
    const requestId = String(++this.lastRequestId);
    this.handlers.set(requestId, handle);
    this.socket.send(JSON.stringify({ event_type: eventType, data, request_id: requestId }));
  }

  close(): void {
    this.socket.close(1000);
  }

  /** Closes the connection without a close frame, like a phone that loses its network. */
  cut(): void {
    this.socket.terminate();
  }

  private receive(frame: ServerEvent | ErrorFrame | StatusFrame): void {
    this.lastReceivedAt = performance.now();
    if ('eventType' in frame) this.dispatch(frame);
    const answer = 'error' in frame ? { refused: frame.error } : { frame: frame as ServerEvent };
    const requestId = 'error' in frame ? frame.error.request_id : frame.request_id;
    const handle = requestId === undefined ? undefined : this.handlers.get(requestId);
    if (requestId === undefined || !handle) return;
    if (handle(answer) === 'done') this.handlers.delete(requestId);
  }

  private dispatch(frame: ServerEvent): void {
    if (this.listener) this.listener(frame);
    else this.undelivered.push(frame);
  }

  private ping(): void {
    if (performance.now() - this.lastReceivedAt > SILENCE_TIMEOUT_MS) this.socket.terminate();
    else if (this.isOpen) this.socket.ping();
  }
}
