import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { ClientFrame } from '@parley/protocol';
import { WebSocket, WebSocketServer } from 'ws';

import type { Frame } from './frames.js';

/** Changes the frames of one connection. A missing function passes frames unchanged. */
export interface FrameFaults {
  /** @returns what the client receives in place of this frame */
  onServerFrame?(frame: Frame): readonly Frame[];
  /** @returns what the service receives in place of this frame; undefined if `answer` has answered it here */
  onClientFrame?(frame: ClientFrame, answer: (frame: Frame) => void): ClientFrame | undefined;
}

/** A proxy between a service and its clients that changes their frames. */
export class FaultInjectingProxy {
  private constructor(private readonly server: WebSocketServer) {}

  /** @param faults called for each connection */
  static async before(url: string, faults: () => FrameFaults): Promise<FaultInjectingProxy> {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    await once(server, 'listening');
    server.on('connection', (client, request) => join(client, open(url, request), faults()));
    return new FaultInjectingProxy(server);
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

function join(client: WebSocket, service: WebSocket, { onServerFrame, onClientFrame: request }: FrameFaults): void {
  const opened = once(service, 'open').catch(() => undefined);
  const send = (socket: WebSocket, frame: object): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
  };
  client.on('message', (data) => {
    const frame = JSON.parse((data as Buffer).toString()) as ClientFrame;
    const passed = request ? request(frame, (answer) => send(client, answer)) : frame;
    if (passed) void opened.then(() => send(service, passed));
  });
  service.on('message', (data) => {
    const frame = JSON.parse((data as Buffer).toString()) as Frame;
    for (const passed of onServerFrame ? onServerFrame(frame) : [frame]) send(client, passed);
  });
  for (const [one, other] of [
    [client, service],
    [service, client],
  ] as const) {
    one.on('error', () => undefined);
    one.on('close', () => other.terminate());
  }
}
