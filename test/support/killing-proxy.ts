import type { Socket } from 'node:net';

import type { Moment } from './cutting-proxy.js';
import { DatabaseRelay } from './database-relay.js';
import { OF_NODES } from './own-statements.js';
import { messagesOf, statementsIn } from './postgres-messages.js';
import type { Service } from './service.js';

interface Kill {
  readonly at: number;
  readonly moment: Moment;
  readonly about: RegExp;
  readonly reached: () => void;
  counted: number;
}

/** A proxy between a service and its PostgreSQL that kills the service at a chosen statement. */
export class KillingProxy {
  private relay!: DatabaseRelay;
  private armed: Kill | undefined;

  static async before(databaseUrl: string): Promise<KillingProxy> {
    const proxy = new KillingProxy();
    proxy.relay = await DatabaseRelay.to(databaseUrl, (client, server) => proxy.join(client, server));
    return proxy;
  }

  /** The service uses it as its database URL. */
  get databaseUrl(): string {
    return this.relay.databaseUrl;
  }

  /**
   * Kills the service at this statement, once.
   * @param at the next of the counted statements is 1
   * @param moment `before`: the database does not receive the statement; `after`: nobody waits for its result
   * @param about the statements that are counted
   * @returns when the process has ended
   */
  killAt(service: Service, at: number, moment: Moment, about: RegExp): Promise<void> {
    return new Promise((resolve, reject) => {
      const reached = (): void => {
        service.kill('SIGKILL').then(() => resolve(), reject);
      };
      this.armed = { at, moment, about, reached, counted: 0 };
    });
  }

  /** Kills no service any more. */
  passEverything(): void {
    this.armed = undefined;
  }

  close(): Promise<void> {
    return this.relay.close();
  }

  private join(client: Socket, server: Socket): void {
    const statementIn = statementsIn();
    let reached: Kill | undefined;
    const listen = messagesOf('client', (message) => {
      const statement = statementIn(message);
      if (statement && this.counts(statement.text)) [reached, this.armed] = [this.armed, undefined];
    });
    client.on('data', (piece) => {
      listen(piece);
      if (reached?.moment !== 'before') server.write(piece);
      reached?.reached();
      if (reached) client.removeAllListeners('data');
    });
    server.pipe(client);
  }

  /** @returns whether it is the statement at which the service is killed */
  private counts(text: string): boolean {
    const { armed } = this;
    if (!armed?.about.test(text) || OF_NODES.test(text)) return false;
    armed.counted += 1;
    return armed.counted === armed.at;
  }
}
