import { WebSocket } from 'ws';

import type { TestUser } from '../support/people.js';
import { withShortNumbers } from '../support/short-numbers.js';

/** A request of a client. */
export interface Request {
  readonly event: string;
  readonly data: object;
}

export const frameOf = ({ event, data }: Request, id = 'r'): string =>
  withShortNumbers({ event_type: event, data, request_id: id });

export const HEARTBEAT: Request = { event: 'session.heartbeat', data: {} };

const ERROR = '{"error"';
/** A request whose answer shows that all earlier ones of the connection are done. */
const LAST = frameOf(HEARTBEAT, 'last');
const OF_LAST = '"request_id":"last"';
const CODE = /"code":(\d+)/;

/**
 * A socket that counts what it receives. It parses no frame: the process of the specs would be busy when it measures
 * the service.
 */
export class WireCounter {
  /** The length of the longest frame, in bytes. */
  longest = 0;
  frames = 0;
  /** The number of errors of each code. */
  readonly errors = new Map<number, number>();
  /** Undefined while the socket is open. */
  closedWith: number | undefined;

  private constructor(private readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => this.count(data));
    socket.on('close', (code) => {
      this.closedWith = code;
    });
  }

  /** Opens a socket. @returns once its first frame has arrived */
  static async connect(url: string, { tokens }: TestUser): Promise<WireCounter> {
    const address = new URL(`${url.replace('http', 'ws')}/messaging/`);
    address.searchParams.set('token', tokens.access);
    const socket = new WebSocket(address, { perMessageDeflate: false, skipUTF8Validation: true });
    const counter = new WireCounter(socket);
    await new Promise((resolve, reject) => {
      socket.once('message', resolve);
      socket.once('error', reject);
      socket.once('close', (code) => reject(new Error(`The service closed the socket with ${String(code)}.`)));
    });
    return counter;
  }

  /** Resolves with the next frame that matches, and when the socket is closed. */
  receive(matches: (frame: Buffer) => boolean): Promise<void> {
    return new Promise((resolve) => {
      const settle = (): void => {
        this.socket.off('message', received).off('close', settle);
        resolve();
      };
      const received = (frame: Buffer): void => {
        if (matches(frame)) settle();
      };
      this.socket.on('message', received).on('close', settle);
    });
  }

  /** @param frame of {@link frameOf} */
  send(frame: string): void {
    this.socket.send(frame);
  }

  /** Resolves when the service has handled every request of this connection. */
  async isDone(): Promise<void> {
    if (this.closedWith !== undefined) return;
    const answered = this.receive((frame) => frame.includes(OF_LAST));
    this.send(LAST);
    await answered;
  }

  async close(): Promise<void> {
    if (this.closedWith !== undefined) return;
    const closed = new Promise((resolve) => this.socket.once('close', resolve));
    this.socket.close();
    await closed;
  }

  private count(data: Buffer): void {
    this.frames += 1;
    this.longest = Math.max(this.longest, data.length);
    if (data.subarray(0, ERROR.length).toString() !== ERROR) return;
    const code = Number(CODE.exec(data.toString())?.[1]);
    this.errors.set(code, (this.errors.get(code) ?? 0) + 1);
  }
}
