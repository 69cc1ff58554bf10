import { TcpProxy } from './tcp-proxy.js';
import type { Listener } from './tcp-proxy.js';

const LENGTH_BYTES = 4;
const OF_TIMERS = /^SELECT id, last_seq FROM rooms WHERE id = ANY|\b(sessions|last_seen_at)\b/;

/** Stands between a service and its PostgreSQL, and writes down every statement that is run. */
export class StatementProxy {
  private constructor(
    private readonly proxy: TcpProxy,
    /** For the service, in place of the database's own. */
    readonly databaseUrl: string,
    private readonly ran: string[],
  ) {}

  static async to(databaseUrl: string): Promise<StatementProxy> {
    const ran: string[] = [];
    const url = new URL(databaseUrl);
    const proxy = await TcpProxy.to(url.hostname, Number(url.port || 5432), () =>
      statementsOf((text) => ran.push(text)),
    );
    url.hostname = '127.0.0.1';
    url.port = String(proxy.port);
    return new StatementProxy(proxy, url.href, ran);
  }

  /** What ran until now is not counted. */
  forget(): void {
    this.ran.length = 0;
  }

  /** The statements that name any of these tables, but for those of timers, which nobody's doing makes more or fewer. */
  about(...tables: string[]): string[] {
    const names = new RegExp(`\\b(${tables.join('|')})\\b`, 'i');
    const ofTimers = tables.includes('sessions') ? /^$/ : OF_TIMERS;
    return this.ran.filter((text) => names.test(text) && !ofTimers.test(text));
  }

  close(): Promise<void> {
    return this.proxy.close();
  }
}

/** Reads what a client says in PostgreSQL's protocol, in which a message is a letter, a length and a body. */
function statementsOf(onStatement: (text: string) => void): Listener {
  let waiting = Buffer.alloc(0);
  let letterBytes = 0; // The very first message has no letter.
  const prepared = new Map<string, string>();
  return (piece) => {
    waiting = Buffer.concat([waiting, piece]);
    while (waiting.length >= letterBytes + LENGTH_BYTES) {
      const end = letterBytes + waiting.readUInt32BE(letterBytes);
      if (waiting.length < end) return;
      const letter = waiting.toString('latin1', 0, letterBytes);
      hear(letter, waiting.toString('utf8', letterBytes + LENGTH_BYTES, end).split('\0'));
      waiting = waiting.subarray(end);
      letterBytes = 1;
    }
  };

  function hear(letter: string, [first = '', second = '']: string[]): void {
    if (letter === 'Q') onStatement(first); // A simple query.
    if (letter === 'P') prepared.set(first, second); // Parse: a name and its statement.
    if (letter === 'B') onStatement(prepared.get(second) ?? ''); // Bind: a portal and the name of what it runs.
  }
}
