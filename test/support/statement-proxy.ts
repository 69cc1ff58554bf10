import { OF_TIMERS } from './own-statements.js';
import { messagesOf, statementsIn } from './postgres-messages.js';
import type { Statement } from './postgres-messages.js';
import { TcpProxy } from './tcp-proxy.js';

export type { Statement } from './postgres-messages.js';

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
    const proxy = await TcpProxy.to(url.hostname, Number(url.port || 5432), () => {
      const statementIn = statementsIn();
      return messagesOf('client', (message) => {
        const statement = statementIn(message);
        if (statement) ran.push(statement);
      });
    });
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

  /**
   * The statements that name any of these tables, but for those of timers, which nobody's doing makes more or fewer: unless
   * it is these that are asked for.
   */
  statementsAbout(...tables: string[]): Statement[] {
    const names = new RegExp(`\\b(${tables.join('|')})\\b`, 'i');
    const ofTimers = tables.some((name) => OF_TIMERS.test(name)) ? /^$/ : OF_TIMERS;
    return this.ran.filter(({ text }) => names.test(text) && !ofTimers.test(text));
  }

  close(): Promise<void> {
    return this.proxy.close();
  }
}
