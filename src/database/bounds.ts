import { Socket } from 'node:net';

/**
 * PostgreSQL ends a statement that takes longer, and a transaction in which as long nothing happens: what they had
 * locked is free again, also where whoever asked is gone.
 */
const LONGEST_STATEMENT_MS = 10_000;
/** PostgreSQL itself has the first word: after this there is nobody at the other end any more. */
const LONGEST_SILENCE_MS = LONGEST_STATEMENT_MS + 2_000;

/** How long a server waits for PostgreSQL: no request hangs where that is gone without a word. */
export const bounds = {
  statement_timeout: LONGEST_STATEMENT_MS,
  idle_in_transaction_session_timeout: LONGEST_STATEMENT_MS,
  stream: (): Socket => endedBySilence(new Socket()),
};

/** A connection that was given up is broken, and goes back to no pool. */
function endedBySilence(socket: Socket): Socket {
  return socket.setTimeout(LONGEST_SILENCE_MS, () => {
    socket.destroy(new Error(`The database has said nothing for ${String(LONGEST_SILENCE_MS / 1_000)} seconds.`));
  });
}
