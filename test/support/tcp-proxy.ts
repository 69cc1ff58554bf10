import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { Duplex, Writable } from 'node:stream';

/** Receives the bytes that a client sends on one connection, in pieces. */
export type Listener = (piece: Buffer) => void;

/** A TCP proxy between the service and a server, which can cut, freeze, restore and record the connections. */
export class TcpProxy {
  /** Each socket with its peer. */
  private readonly sockets = new Map<Socket, Writable>();
  private readonly servers = new WeakSet<Socket>();
  private cutNow = false;
  private frozen: 'everything' | 'answers' | undefined;

  private constructor(
    private readonly server: Server,
    readonly port: number,
    private target: number,
  ) {}

  /**
   * @param listen called for each connection; returns the listener of the client's bytes
   * @param road called for each connection; returns a stream that the server's bytes pass through
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
    const proxy = new TcpProxy(server, (server.address() as AddressInfo).port, port);
    server.on('connection', (client) => proxy.join(client, connect(proxy.target, host), listen(), road?.()));
    return proxy;
  }

  /** New connections lead to another port. */
  redirect(port: number): void {
    this.target = port;
  }

  /** Breaks all connections, and refuses new ones. */
  cut(): void {
    this.cutNow = true;
    for (const socket of this.sockets.keys()) socket.destroy();
  }

  /**
   * Holds all bytes without an error; connections stay open.
   * @param sent `answers`: only the server's bytes
   */
  freeze(sent: 'everything' | 'answers' = 'everything'): void {
    this.frozen = sent;
    for (const socket of this.sockets.keys()) if (this.isFrozen(socket)) socket.unpipe().pause();
  }

  /** Accepts connections again. Held bytes and closings are passed on. */
  mend(): void {
    this.cutNow = false;
    for (const [one, other] of this.sockets) if (this.isFrozen(one)) one.pipe(other);
    this.frozen = undefined;
  }

  async close(): Promise<void> {
    this.cut();
    this.server.close();
    await once(this.server, 'close');
  }

  private isFrozen(sender: Socket): boolean {
    return this.frozen === 'everything' || (this.frozen === 'answers' && this.servers.has(sender));
  }

  private join(client: Socket, server: Socket, listener: Listener, road: Duplex | undefined): void {
    this.servers.add(server);
    road?.pipe(client);
    for (const [one, other, next] of [
      [client, server, server],
      [server, client, road ?? client],
    ] as const) {
      this.sockets.set(one, next);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.sockets.delete(one);
        other.destroy();
        road?.destroy();
      });
      if (!this.isFrozen(one)) one.pipe(next);
    }
    client.on('data', listener);
    if (this.isFrozen(client)) client.pause();
    if (this.cutNow) client.destroy();
  }
}
