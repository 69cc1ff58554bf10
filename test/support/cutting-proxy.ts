import type { Socket } from 'node:net';

import { DatabaseRelay } from './database-relay.js';
import { OF_TIMERS } from './own-statements.js';
import { messagesOf, statementsIn } from './postgres-messages.js';

/**
 * When a connection is cut: before PostgreSQL gets a statement, or when it has done the statement and nobody has heard
 * of it.
 */
export type Moment = 'before' | 'after';

interface Cut {
  readonly at: number;
  readonly moment: Moment;
  counted: number;
}

/** Stands between a service and its PostgreSQL, and cuts a connection at a statement of its choice. */
export class CuttingProxy {
  private relay!: DatabaseRelay;
  private armed: Cut | undefined;
  private done: string | undefined;

  static async to(databaseUrl: string): Promise<CuttingProxy> {
    const proxy = new CuttingProxy();
    proxy.relay = await DatabaseRelay.to(databaseUrl, (client, server) => {
      proxy.join(client, server);
    });
    return proxy;
  }

  /** For the service, in place of the database's own. */
  get databaseUrl(): string {
    return this.relay.databaseUrl;
  }

  /**
   * Cuts the connection that carries this statement, once.
   * @param at the first from now on is 1; those of timers are not counted
   */
  cutsAt(at: number, moment: Moment): void {
    this.armed = { at, moment, counted: 0 };
    this.done = undefined;
  }

  /** Cuts no more. @returns the statement at which a connection was cut; undefined: there were not so many */
  spares(): string | undefined {
    this.armed = undefined;
    return this.done;
  }

  close(): Promise<void> {
    return this.relay.close();
  }

  private join(client: Socket, server: Socket): void {
    const statementIn = statementsIn();
    let isLast = false;
    const fromClient = messagesOf('client', (message) => {
      if (client.destroyed) return;
      const moment = this.momentOf(statementIn(message)?.text);
      if (moment === 'before') client.destroy();
      else server.write(message.bytes);
      isLast ||= moment === 'after';
    });
    const fromServer = messagesOf('server', ({ letter, bytes }) => {
      if (!isLast) client.write(bytes);
      else if (letter === 'Z') client.destroy(); // Ready for the next query: this one is done.
    });
    client.on('data', fromClient);
    server.on('data', fromServer);
  }

  /** When the connection is to be cut that carries this; undefined: not here. */
  private momentOf(text: string | undefined): Moment | undefined {
    if (text === undefined || !this.armed || OF_TIMERS.test(text)) return undefined;
    this.armed.counted += 1;
    if (this.armed.counted < this.armed.at) return undefined;
    const { moment } = this.armed;
    this.armed = undefined;
    this.done = text;
    return moment;
  }
}
