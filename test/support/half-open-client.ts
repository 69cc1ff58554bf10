import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';

import * as ws from 'ws';

/** The parser and the writer of `ws`, which its types lack. */
const { Receiver, Sender } = ws as unknown as {
  Receiver: new (options: { isServer: boolean }) => Writable;
  Sender: { frame(data: Buffer, options: object): Buffer[] };
};

const TEXT = { fin: true, rsv1: false, opcode: 1, mask: true, readOnly: true, generateMask: noMask };
const END_OF_HEAD = '\r\n\r\n';

/** A client that continues to send after the service's close frame, which it does not answer. */
export class HalfOpenClient {
  /** The code and reason of the service's close frame. */
  readonly closeFrame: Promise<{ readonly code: number; readonly reason: string }>;
  private readonly ended: Promise<unknown>;

  private constructor(private readonly socket: Socket) {
    const receiver = new Receiver({ isServer: false });
    this.closeFrame = once(receiver, 'conclude').then((received) => {
      const [code, reason] = received as [number, Buffer];
      return { code, reason: reason.toString() };
    });
    let head: string | undefined = '';
    socket.on('data', (bytes: Buffer) => {
      if (head === undefined) return void receiver.write(bytes);
      head += bytes.toString('latin1');
      const end = head.indexOf(END_OF_HEAD);
      if (end < 0) return;
      receiver.write(Buffer.from(head.slice(end + END_OF_HEAD.length), 'latin1'));
      head = undefined;
    });
    socket.on('error', () => undefined);
    this.ended = once(socket, 'close');
  }

  /** @param texts sent in the same packet as the handshake */
  static async open(url: string, token: string, texts: readonly string[] = []): Promise<HalfOpenClient> {
    const { hostname, port, host } = new URL(url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const client = new HalfOpenClient(socket);
    const handshake = [
      `GET /messaging/?token=${encodeURIComponent(token)} HTTP/1.1`,
      `Host: ${host}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`,
    ];
    socket.write(Buffer.concat([Buffer.from(handshake.join('\r\n') + END_OF_HEAD), ...texts.flatMap(frames)]));
    return client;
  }

  send(...texts: string[]): void {
    this.socket.write(Buffer.concat(texts.flatMap(frames)));
  }

  /** Stops sending, and waits until the connection is closed. */
  async end(): Promise<void> {
    this.socket.end();
    await this.ended;
  }
}

function noMask(mask: Buffer): void {
  mask.fill(0);
}

const frames = (text: string): Buffer[] => Sender.frame(Buffer.from(text), TEXT);
