import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';

import { WebSocket } from 'ws';

/** A WebSocket that reads by the rules, and can write any bytes to the connection. */
export class RudeClient {
  /** Resolves with the service's close code; 1006 if there was none. */
  readonly closed: Promise<number>;
  /** Resolves with the first frame. */
  readonly welcomed: Promise<unknown>;

  private constructor(
    readonly ws: WebSocket,
    readonly line: Socket,
  ) {
    this.welcomed = once(ws, 'message');
    this.closed = new Promise((resolve) => ws.once('close', resolve));
    ws.on('error', () => undefined);
  }

  /** @param hears called with every frame, the first included */
  static async opens(url: string, token: string, hears: (text: string) => void = ignore): Promise<RudeClient> {
    const address = new URL('/messaging/', url);
    const line = connect(Number(address.port), address.hostname);
    line.setNoDelay(true);
    const ws = new WebSocket(`${address.href.replace('http', 'ws')}?token=${token}`, {
      createConnection: () => line,
    });
    ws.on('message', (data) => {
      hears((data as Buffer).toString());
    });
    const client = new RudeClient(ws, line);
    await Promise.race([once(ws, 'open'), client.closed]);
    return client;
  }

  write(bytes: Buffer): void {
    if (this.line.writable) this.line.write(bytes);
  }

  /** Closes by the rules. */
  async leaves(): Promise<void> {
    this.ws.close();
    await this.closed;
  }
}

function ignore(): void {
  return;
}
