import { TcpProxy } from './tcp-proxy.js';
import type { Listener } from './tcp-proxy.js';

const LENGTH_BYTES = 4;
const OF_TIMERS = /^SELECT id, last_seq FROM rooms WHERE id = ANY|\b(sessions|last_seen_at)\b/;

/** A statement as it was run. */
export interface Statement {
  readonly text: string;
  /** What was given for its parameters, in the words of PostgreSQL. */
  readonly values: readonly (string | null)[];
}

/** Stands between a service and its PostgreSQL, and writes down every statement that is run. */
export class StatementProxy {
  private constructor(
    private readonly proxy: TcpProxy,
    /** For the service, in place of the database's own. */
    readonly databaseUrl: string,
    private readonly ran: Statement[],
  ) {}

  static async to(databaseUrl: string): Promise<StatementProxy> {
    const ran: Statement[] = [];
    const url = new URL(databaseUrl);
    const proxy = await TcpProxy.to(url.hostname, Number(url.port || 5432), () =>
      statementsOf((statement) => ran.push(statement)),
    );
    url.hostname = '127.0.0.1';
    url.port = String(proxy.port);
    return new StatementProxy(proxy, url.href, ran);
  }

  /** What ran until now is not counted. */
  forget(): void {
    this.ran.length = 0;
  }

  /** The texts of the statements that name any of these tables. */
  about(...tables: string[]): string[] {
    return this.statementsAbout(...tables).map(({ text }) => text);
  }

  /** The statements that name any of these tables, but for those of timers, which nobody's doing makes more or fewer. */
  statementsAbout(...tables: string[]): Statement[] {
    const names = new RegExp(`\\b(${tables.join('|')})\\b`, 'i');
    const ofTimers = tables.includes('sessions') ? /^$/ : OF_TIMERS;
    return this.ran.filter(({ text }) => names.test(text) && !ofTimers.test(text));
  }

  close(): Promise<void> {
    return this.proxy.close();
  }
}

/** Reads what a client says in PostgreSQL's protocol, in which a message is a letter, a length and a body. */
function statementsOf(onStatement: (statement: Statement) => void): Listener {
  let waiting = Buffer.alloc(0);
  let letterBytes = 0; // The very first message has no letter.
  const prepared = new Map<string, string>();
  return (piece) => {
    waiting = Buffer.concat([waiting, piece]);
    while (waiting.length >= letterBytes + LENGTH_BYTES) {
      const end = letterBytes + waiting.readUInt32BE(letterBytes);
      if (waiting.length < end) return;
      hear(waiting.toString('latin1', 0, letterBytes), waiting.subarray(letterBytes + LENGTH_BYTES, end));
      waiting = waiting.subarray(end);
      letterBytes = 1;
    }
  };

  function hear(letter: string, body: Buffer): void {
    const [first = '', second = ''] = body.toString('utf8').split('\0', 2);
    if (letter === 'Q') onStatement({ text: first, values: [] }); // A simple query.
    if (letter === 'P') prepared.set(first, second); // Parse: a name and its statement.
    // Bind: a portal, the name of what it runs, and the parameters.
    if (letter === 'B') onStatement({ text: prepared.get(second) ?? '', values: valuesOf(body, first, second) });
  }
}

function valuesOf(body: Buffer, ...names: string[]): (string | null)[] {
  let at = names.reduce((bytes, name) => bytes + Buffer.byteLength(name) + 1, 0);
  at += 2 + 2 * body.readUInt16BE(at); // How each of them is written.
  return Array.from({ length: body.readUInt16BE(at) }, (_, index) => {
    if (index === 0) at += 2;
    const length = body.readInt32BE(at);
    const from = at + LENGTH_BYTES;
    at = from + Math.max(0, length);
    return length < 0 ? null : body.toString('utf8', from, at);
  });
}
