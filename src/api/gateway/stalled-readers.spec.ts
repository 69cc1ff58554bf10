import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

import { WriteBatch } from '@parley/realtime/hub';
import type { Hub } from '@parley/realtime/hub';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';

import { eventually } from '../../../test/support/eventually.js';
import { openUnreadSocket } from '../../../test/support/raw-client.js';
import type { Config } from '../../platform/config/config.js';
import { StallRounds } from '../../platform/http/stall-rounds.js';
import { takenBytes } from '../../platform/http/taken-bytes.js';
import { DatabaseHistory } from '../../platform/database/history/database-history.js';
import { OpenSockets } from './open-sockets.js';
import { SocketConnection } from './socket-connection.js';
import type { SocketMetrics } from './socket-metrics.js';
import { StalledReaders } from './stalled-readers.js';
import { UserUnsent } from './send-buffer.js';

/** Far more than the buffers of the kernel, in one frame: no write ends while it is read in part. */
const LONG = 'x'.repeat(64 * 1_024 * 1_024);
const ROUNDS = StallRounds.COUNT;

let http: Server;
let client: Socket;
let serverSide: Socket;
let connection: SocketConnection;
let readers: StalledReaders;
let limited: string[];

beforeEach(async () => {
  http = createServer().listen(0, '127.0.0.1');
  await once(http, 'listening');
  const server = new WebSocketServer({ server: http });
  const connected = once(server, 'connection');
  const upgraded = once(http, 'upgrade');
  client = await openUnreadSocket(`http://127.0.0.1:${String((http.address() as AddressInfo).port)}`, 'none');
  const [ws] = (await connected) as [WebSocket];
  [, serverSide] = (await upgraded) as [unknown, Socket];
  limited = [];
  const metrics = { limited: (limit: string) => limited.push(limit) } as unknown as SocketMetrics;
  const hub = { writes: new WriteBatch() } as Hub;
  connection = new SocketConnection(ws, serverSide, hub, 1, new UserUnsent(1), metrics, { user: 1 });
  connection.release();
  const sockets = new OpenSockets(new DatabaseHistory());
  sockets.add({ connection, userId: 1, loop: { waiting: 0, stop: () => undefined, settled: () => Promise.resolve() } });
  readers = new StalledReaders(sockets, {} as Config);
});
afterEach(() => {
  client.destroy();
  serverSide.destroy();
  http.close();
});

/** Without a turn of the event loop, in which nothing can be read. */
const rounds = (count: number): void => {
  for (let round = 0; round < count; round += 1) readers.check();
};

/** The client reads until the kernel of the server takes more. */
async function readsSome(): Promise<void> {
  const before = takenBytes(serverSide)!;
  await eventually(() => {
    client.read();
    return takenBytes(serverSide)! > before;
  });
}

describe('a connection for which bytes wait', () => {
  it('is closed after the last round in which it has taken none of them', () => {
    connection.send(LONG);
    rounds(ROUNDS);
    expect([connection.isOpen, limited]).toEqual([true, []]);
    rounds(1);
    expect([connection.isOpen, limited]).toEqual([false, ['STALLED_READER_SECONDS']]);
    rounds(2 * ROUNDS);
    expect(limited).toHaveLength(1);
  });

  it('stays open while it takes a part of one frame, and is closed when it has stopped', async () => {
    connection.send(LONG);
    for (let step = 0; step < 3; step += 1) {
      rounds(ROUNDS);
      await readsSome();
    }
    rounds(ROUNDS);
    expect([connection.isOpen, limited]).toEqual([true, []]);
    rounds(1);
    expect(connection.isOpen).toBe(false);
  });
});

describe('a connection for which no bytes wait', () => {
  it('stays open', async () => {
    connection.send('x');
    await eventually(() => connection.unsent === 0);
    rounds(3 * ROUNDS);
    expect([connection.isOpen, limited]).toEqual([true, []]);
  });
});
