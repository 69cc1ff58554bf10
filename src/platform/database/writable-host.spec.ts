import { once } from 'node:events';
import { createServer, Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

import pg from 'pg';

import { GuardedClient } from './guarded-client.js';
import { NoWritableHost, WritableHost, writableClient } from './writable-host.js';

/** A port on which no process listens. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

it('a connection to none of the hosts names what each answered, and leaves no socket', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const ports = [await closedPort(), (silent.address() as AddressInfo).port];
  const urls = ports.map((port) => `postgres://u:hunter2@127.0.0.1:${String(port)}/x`);
  const sockets: Socket[] = [];
  const pool = new pg.Pool({
    connectionString: urls[0],
    Client: writableClient(GuardedClient, new WritableHost(urls, 100)) as unknown as typeof GuardedClient,
    stream: () => {
      sockets.push(new Socket());
      return sockets.at(-1)!;
    },
  });
  const refused: unknown = await pool.connect().catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(NoWritableHost);
  expect((refused as Error).message).toBe(
    `no host accepts writes (127.0.0.1:${String(ports[0])}: connect ECONNREFUSED 127.0.0.1:${String(ports[0])}; ` +
      `127.0.0.1:${String(ports[1])}: timeout expired)`,
  );
  expect([sockets.map(({ destroyed }) => destroyed), pool.totalCount]).toEqual([[true], 0]);
  await pool.end();
  silent.close();
});
