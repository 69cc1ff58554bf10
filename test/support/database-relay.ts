import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

const POSTGRES_PORT = 5432;

/** Joins a connection of the service with its connection to the database: nothing is piped automatically. */
type Joins = (client: Socket, server: Socket) => void;

/** A relay between a service and its PostgreSQL. If one side closes, the other side closes too. */
export class DatabaseRelay {
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    /** The service uses it as its database URL. */
    readonly databaseUrl: string,
  ) {}

  /** @param joins called for each connection of the service, before its first byte */
  static async to(databaseUrl: string, joins: Joins): Promise<DatabaseRelay> {
    const url = new URL(databaseUrl);
    const [host, port] = [url.hostname, Number(url.port || POSTGRES_PORT)];
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url.hostname = '127.0.0.1';
    url.port = String((server.address() as AddressInfo).port);
    const relay = new DatabaseRelay(server, url.href);
    server.on('connection', (client) => {
      const further = connect(port, host);
      relay.pair(client, further);
      joins(client, further);
    });
    return relay;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private pair(...pair: [Socket, Socket]): void {
    const cut = (): void => {
      for (const socket of pair) socket.destroy();
    };
    for (const socket of pair) {
      this.sockets.add(socket);
      socket.setNoDelay(); // Some users of the relay forward message by message.
      socket.on('error', cut);
      socket.on('close', () => {
        this.sockets.delete(socket);
        cut();
      });
    }
  }
}
