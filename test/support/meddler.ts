import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { ClientFrame } from '@parley/protocol';
import { WebSocket, WebSocketServer } from 'ws';

import type { Frame } from './frames.js';

/** Changes the frames of one connection. A missing function passes frames unchanged. */
export interface Mischief {
  /** @returns what the client receives in place of this frame */
  tells?(frame: Frame): readonly Frame[];
  /** @returns what the service receives in place of this frame; undefined if `answer` has answered it here */
  asks?(frame: ClientFrame, answer: (frame: Frame) => void): ClientFrame | undefined;
}

/** A proxy between a service and its clients that changes their frames. */
export class Meddler {
  private constructor(private readonly server: WebSocketServer) {}

  /** @param mischief called for each connection */
  static async before(url: string, mischief: () => Mischief): Promise<Meddler> {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    await once(server, 'listening');
    server.on('connection', (client, request) => {
      join(client, open(url, request), mischief());
    });
    return new Meddler(server);
  }

  get url(): string {
    return `ws://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  async close(): Promise<void> {
    for (const client of this.server.clients) client.terminate();
    this.server.close();
    await once(this.server, 'close');
  }
}

function open(url: string, { url: path = '', headers }: IncomingMessage): WebSocket {
  const authorization = headers.authorization === undefined ? {} : { authorization: headers.authorization };
  return new WebSocket(`${url.replace('http', 'ws')}${path}`, { headers: authorization });
}

function join(client: WebSocket, service: WebSocket, { tells, asks }: Mischief): void {
  const opened = once(service, 'open').catch(() => undefined);
  const say = (socket: WebSocket, frame: object): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
  };
  client.on('message', (data) => {
    const frame = JSON.parse((data as Buffer).toString()) as ClientFrame;
    const asked = asks
      ? asks(frame, (answer) => {
          say(client, answer);
        })
      : frame;
    if (asked)
      void opened.then(() => {
        say(service, asked);
      });
  });
  service.on('message', (data) => {
    const frame = JSON.parse((data as Buffer).toString()) as Frame;
    for (const told of tells ? tells(frame) : [frame]) say(client, told);
  });
  for (const [one, other] of [
    [client, service],
    [service, client],
  ] as const) {
    one.on('error', () => undefined);
    one.on('close', () => {
      other.terminate();
    });
  }
}
