const LENGTH_BYTES = 4;

/** One message of PostgreSQL's protocol. */
export interface PostgresMessage {
  /** The type of the message. Empty for the first message of a client, which has none. */
  readonly letter: string;
  readonly body: Buffer;
  /** The unchanged bytes. */
  readonly bytes: Buffer;
}

/** A statement to be executed. */
export interface Statement {
  /** The name of the prepared statement; empty if it is unnamed. */
  readonly name: string;
  readonly text: string;
  /** The parameters, in PostgreSQL's text format. */
  readonly values: readonly (string | null)[];
}

/**
 * Assembles pieces to messages, each of which is a letter, a length and a body.
 * @param by the sender: the first message of a client has no letter
 */
export function messagesOf(by: 'client' | 'server', onMessage: (message: PostgresMessage) => void) {
  let waiting = Buffer.alloc(0);
  let letterBytes = by === 'client' ? 0 : 1;
  return (piece: Buffer): void => {
    waiting = Buffer.concat([waiting, piece]);
    while (waiting.length >= letterBytes + LENGTH_BYTES) {
      const end = letterBytes + waiting.readUInt32BE(letterBytes);
      if (waiting.length < end) return;
      const bytes = waiting.subarray(0, end);
      waiting = waiting.subarray(end);
      const from = letterBytes + LENGTH_BYTES;
      onMessage({ letter: bytes.toString('latin1', 0, letterBytes), body: bytes.subarray(from), bytes });
      letterBytes = 1;
    }
  };
}

/** The statements that one client's messages execute. It remembers prepared statements. */
export function statementsIn(): (message: PostgresMessage) => Statement | undefined {
  const prepared = new Map<string, string>();
  return ({ letter, body }) => {
    const [first = '', second = ''] = body.toString('utf8').split('\0', 2);
    if (letter === 'Q') return { name: '', text: first, values: [] }; // A simple query.
    if (letter === 'P') prepared.set(first, second); // Parse: a name and its statement.
    // Bind: a portal, the name of what it runs, and the parameters.
    if (letter !== 'B') return undefined;
    return { name: second, text: prepared.get(second) ?? '', values: valuesOf(body, first, second) };
  };
}

function valuesOf(body: Buffer, ...names: string[]): (string | null)[] {
  let at = names.reduce((bytes, name) => bytes + Buffer.byteLength(name) + 1, 0);
  at += 2 + 2 * body.readUInt16BE(at); // Their format codes.
  return Array.from({ length: body.readUInt16BE(at) }, (_, index) => {
    if (index === 0) at += 2;
    const length = body.readInt32BE(at);
    const from = at + LENGTH_BYTES;
    at = from + Math.max(0, length);
    return length < 0 ? null : body.toString('utf8', from, at);
  });
}
