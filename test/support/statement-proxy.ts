import { OF_TIMERS } from './own-statements.js';
import { messagesOf, statementsIn } from './postgres-messages.js';
import type { Statement } from './postgres-messages.js';
import { TcpProxy } from './tcp-proxy.js';

export type { Statement } from './postgres-messages.js';

/** A proxy between a service and its PostgreSQL that records every executed statement. */
export class StatementProxy {
  private constructor(
    private readonly proxy: TcpProxy,
    /** The service uses it as its database URL. */
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

  /** Drops the statements recorded so far. */
  forget(): void {
    this.ran.length = 0;
  }

  /** All recorded statements, in their order. */
  get texts(): string[] {
    return this.ran.map(({ text }) => text);
  }

  /** The recorded statements that name any of these tables. */
  about(...tables: string[]): string[] {
    return this.statementsAbout(...tables).map(({ text }) => text);
  }

  /**
   * The statements that name any of these tables, without those of timers, which do not depend on requests, unless the
   * tables are those of timers.
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
