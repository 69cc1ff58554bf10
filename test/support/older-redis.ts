import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { Transform } from 'node:stream';

/**
 * A proxy that makes a Redis look like version 6: it reports that version, and has no sharded pub/sub. It changes no
 * message's length.
 */
export class OlderRedis {
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {}

  static async of(redisUrl: string): Promise<OlderRedis> {
    const { hostname, port } = new URL(redisUrl);
    const older = new OlderRedis(createServer({ noDelay: true }));
    older.server.on('connection', (node) => {
      older.join(node, connect({ host: hostname, port: Number(port || 6379), noDelay: true }));
    });
    older.server.listen(0, '127.0.0.1');
    await once(older.server, 'listening');
    return older;
  }

  get url(): string {
    return `redis://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private join(node: Socket, redis: Socket): void {
    for (const [socket, other] of [
      [node, redis],
      [redis, node],
    ] as const) {
      this.sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.sockets.delete(socket);
        other.destroy();
      });
    }
    const unknown = replacing(/\bS(?=(UN)?SUBSCRIBE\b|PUBLISH\b)/gi, 'X');
    const version = replacing(/(?<=^redis_version:)\d+/gm, (major) => '6'.padStart(major.length, '0'));
    node.pipe(unknown).pipe(redis);
    redis.pipe(version).pipe(node);
  }
}

function replacing(found: RegExp, by: string | ((match: string) => string)): Transform {
  const replaced = typeof by === 'string' ? () => by : by;
  return new Transform({
    transform: (piece: Buffer, _encoding, done) => {
      done(null, Buffer.from(piece.toString('latin1').replace(found, replaced), 'latin1'));
    },
  });
}
