import { Socket } from 'node:net';

/**
 * PostgreSQL aborts a statement that takes longer, and a transaction that is idle for longer. So their locks are
 * released, also if the client is gone.
 */
const LONGEST_STATEMENT_MS = 10_000;
/** Longer than PostgreSQL's own timeout: after this the server does not respond any more. */
const LONGEST_SILENCE_MS = LONGEST_STATEMENT_MS + 2_000;

/** Timeouts of a server for PostgreSQL: no request hangs if the database stops responding. */
export const bounds = {
  statement_timeout: LONGEST_STATEMENT_MS,
  idle_in_transaction_session_timeout: LONGEST_STATEMENT_MS,
  stream: (): Socket => endedBySilence(new Socket()),
};

/** Destroys a silent connection, so that it does not return to the pool. */
function endedBySilence(socket: Socket): Socket {
  return socket.setTimeout(LONGEST_SILENCE_MS, () => {
    socket.destroy(new Error(`The database has not responded for ${String(LONGEST_SILENCE_MS / 1_000)} seconds.`));
  });
}
