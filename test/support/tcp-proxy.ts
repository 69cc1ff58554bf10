import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { Duplex, Writable } from 'node:stream';

/** Told of what a client sends on one connection, in pieces as they come. */
export type Listener = (piece: Buffer) => void;

/** A cable between the service and a server, which can be cut, frozen and mended, and listened to. */
export class TcpProxy {
  /** Each with what it speaks to. */
  private readonly sockets = new Map<Socket, Writable>();
  private readonly servers = new WeakSet<Socket>();
  private cutNow = false;
  private frozen: 'everything' | 'answers' | undefined;

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
    for (const socket of this.sockets.keys()) socket.destroy();
  }

  /**
   * What is said gets nowhere, and nobody is told; what is open stays open.
   * @param said of one side alone, or of both
   */
  freeze(said: 'everything' | 'answers' = 'everything'): void {
    this.frozen = said;
    for (const socket of this.sockets.keys()) if (this.isFrozen(socket)) socket.unpipe().pause();
  }

  /** What was said while it was frozen, and what was closed, gets through now. */
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

  private isFrozen(speaker: Socket): boolean {
    return this.frozen === 'everything' || (this.frozen === 'answers' && this.servers.has(speaker));
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
