import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Told of what a client sends on one connection, in pieces as they come. */
export type Listener = (piece: Buffer) => void;

/** A cable between the service and a server, which can be cut and mended, and listened to. */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();
  private cutNow = false;

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  /**
   * @param listen called for each connection, for who is told what its client sends
   * @param road called for each connection, for what the server says to go through
   */
  static async to(
    host: string,
    port: number,
    listen: () => Listener = () => () => undefined,
    road?: () => Duplex,
  ): Promise<TcpProxy> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const proxy = new TcpProxy(server, (server.address() as AddressInfo).port);
    server.on('connection', (client) => {
      proxy.join(client, connect(port, host), listen(), road?.());
    });
    return proxy;
  }

  /** The other side is gone: what is open breaks, what is tried fails. */
  cut(): void {
    this.cutNow = true;
    for (const socket of this.sockets) socket.destroy();
  }

  mend(): void {
    this.cutNow = false;
  }

  async close(): Promise<void> {
    this.cut();
    this.server.close();
    await once(this.server, 'close');
  }

  private join(client: Socket, server: Socket, listener: Listener, road: Duplex | undefined): void {
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.sockets.delete(one);
        other.destroy();
        road?.destroy();
      });
    }
    client.pipe(server);
    (road ? server.pipe(road) : server).pipe(client);
    client.on('data', listener);
    if (this.cutNow) client.destroy();
  }
}
