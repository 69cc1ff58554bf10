import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';

import { WebSocket } from 'ws';

/** A WebSocket that reads by the rules, and can write any bytes to the connection. */
export class ViolatingClient {
  /** Resolves with the service's close code; 1006 if there was none. */
  readonly closed: Promise<number>;
  /** Resolves with the first frame. */
  readonly ready: Promise<unknown>;

  private constructor(
    readonly ws: WebSocket,
    readonly line: Socket,
  ) {
    this.ready = once(ws, 'message');
    this.closed = new Promise((resolve) => ws.once('close', resolve));
    ws.on('error', () => undefined);
  }

  /** @param receive called with every frame, the first included */
  static async open(url: string, token: string, receive: (text: string) => void = ignore): Promise<ViolatingClient> {
    const address = new URL('/messaging/', url);
    const line = connect(Number(address.port), address.hostname);
    line.setNoDelay(true);
    const ws = new WebSocket(`${address.href.replace('http', 'ws')}?token=${token}`, {
      createConnection: () => line,
    });
    ws.on('message', (data) => receive((data as Buffer).toString()));
    const client = new ViolatingClient(ws, line);
    await Promise.race([once(ws, 'open'), client.closed]);
    return client;
  }

  write(bytes: Buffer): void {
    if (this.line.writable) this.line.write(bytes);
  }

  /** Closes by the rules. */
  async close(): Promise<void> {
    this.ws.close();
    await this.closed;
  }
}

function ignore(): void {
  return;
}
