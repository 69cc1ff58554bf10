import type { Socket } from 'node:net';

import pg from 'pg';

/** The driver cannot read a response of the database, such as a row that is longer than a string can be. */
export class UnreadableAnswer extends Error {}

type Reading = (stream: Pick<Socket, 'on'>) => void;

/**
 * A connection to PostgreSQL whose errors never end the process: a statement fails, and the pool drops the connection.
 *
 * - The driver reads responses in a listener of its socket. An exception thrown there rejects no promise. Here it
 *   destroys the socket, and the statement fails with {@link UnreadableAnswer}.
 * - The driver emits an error that belongs to no statement, such as the end of the session by an administrator. While
 *   the pool hands a connection over, for example with its first ReadyForQuery, nobody else listens for it. The
 *   connection is not queryable afterwards, so its next statement fails.
 */
export class GuardedClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
    // Called with the plain socket, or with the TLS socket once it exists.
    const connection = this.connection as unknown as { attachListeners: Reading };
    const read = connection.attachListeners.bind(connection);
    connection.attachListeners = (stream) => read(guarded(stream as Socket));
  }
}

/** The same stream, but a listener of its data that throws destroys it. */
function guarded(stream: Socket): Pick<Socket, 'on'> {
  const on = (event: string, listener: (...values: unknown[]) => void): Socket =>
    stream.on(event, event === 'data' ? guardedBy(stream, listener) : listener);
  return { on: on as Socket['on'] };
}

const guardedBy =
  (stream: Socket, listener: (data: unknown) => void) =>
  (data: unknown): void => {
    // A destroyed socket may still emit data that it had received before.
    if (stream.destroyed) return;
    try {
      listener(data);
    } catch (cause) {
      stream.destroy(new UnreadableAnswer('The response of the database cannot be read.', { cause }));
    }
  };
