import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

import pg from 'pg';

import { GuardedClient, UnreadableAnswer } from './guarded-client.js';

const int16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);
const int32 = (value: number): Buffer => Buffer.from([value >> 24, value >> 16, value >> 8, value]);

/** One message of PostgreSQL's protocol. */
const message = (letter: string, ...parts: (Buffer | string)[]): Buffer => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  return Buffer.concat([Buffer.from(letter), int32(body.length + 4), body]);
};

const READY = message('Z', 'I');
const GREETING = Buffer.concat([message('R', int32(0)), READY]);
const ONE_ROW = Buffer.concat([
  message('T', int16(1), 'answer\0', int32(0), int16(0), int32(25), int16(-1), int32(-1), int16(0)),
  message('D', int16(1), int32(2), '42'),
  message('C', 'SELECT 1\0'),
  READY,
]);
/** As for `pg_terminate_backend`. */
const TERMINATED = message('E', 'SFATAL\0', 'C57P01\0', 'Mterminating connection\0', '\0');
/** A row that declares two columns, but has none. */
const BROKEN_ROW = message('D', int16(2));

/**
 * A PostgreSQL that returns an unreadable row for a statement with "broken", and 42 for others.
 * @param greetings what the first connections receive at their start, and nothing afterwards
 */
async function listening(greetings: Buffer[]): Promise<{ server: Server; sockets: Set<Socket> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.once('data', () => {
      const greeting = greetings.shift();
      if (greeting) {
        socket.end(greeting);
        return;
      }
      socket.write(GREETING);
      socket.on('data', (data) => {
        if (data.toString('latin1', 0, 1) === 'X') socket.end();
        else socket.write(data.includes('broken') ? BROKEN_ROW : ONE_ROW);
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, sockets };
}

describe('a pool of guarded connections', () => {
  let database: Awaited<ReturnType<typeof listening>>;
  let pool: pg.Pool;
  let dropped: Error[];
  let greetings: Buffer[];

  beforeEach(async () => {
    greetings = [];
    database = await listening(greetings);
    const { port } = database.server.address() as AddressInfo;
    pool = new pg.Pool({ host: '127.0.0.1', port, user: 'x', password: 'x', max: 3, Client: GuardedClient });
    dropped = [];
    pool.on('error', (error) => dropped.push(error));
  });
  afterEach(async () => {
    await pool.end();
    for (const socket of database.sockets) socket.destroy();
    database.server.close();
  });

  const answer = async (): Promise<unknown> => (await pool.query<{ answer: string }>('SELECT 42')).rows[0]?.answer;

  it('fails the statement whose response cannot be read, and drops its connection', async () => {
    const neighbour = await pool.connect();
    const failed = pool.query('SELECT broken');
    await expect(failed).rejects.toBeInstanceOf(UnreadableAnswer);
    await expect(failed).rejects.toMatchObject({ cause: { code: 'ERR_OUT_OF_RANGE' } });
    expect(pool.totalCount).toBe(1);

    await expect(neighbour.query('SELECT 42')).resolves.toMatchObject({ rows: [{ answer: '42' }] });
    neighbour.release();
    await expect(answer()).resolves.toBe('42');
  });

  it('drops a connection whose session ends with its first ReadyForQuery', async () => {
    greetings.push(Buffer.concat([GREETING, TERMINATED]));
    // As TypeORM does, which listens for errors only after a promise.
    const client = await pool.connect();
    await expect(client.query('SELECT 42')).rejects.toThrow('not queryable');
    client.release();
    expect(pool.totalCount).toBe(0);
    await expect(answer()).resolves.toBe('42');
  });

  it('drops an idle connection that receives unreadable data', async () => {
    await answer();
    const [socket] = database.sockets;
    const error = once(pool, 'error');
    socket!.write(BROKEN_ROW);
    await error;
    expect(dropped).toEqual([expect.any(UnreadableAnswer)]);
    expect(pool.totalCount).toBe(0);
    await expect(answer()).resolves.toBe('42');
  });
});
