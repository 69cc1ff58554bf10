import type { Socket } from 'node:net';

import { DatabaseRelay } from './database-relay.js';
import { OF_NODES } from './own-statements.js';
import { messagesOf, statementsIn } from './postgres-messages.js';
import type { Statement } from './postgres-messages.js';

/** A statement that has been said, and has not come to the database. */
interface Hold {
  /** How many further statements pass before it. */
  passing: number;
  readonly about: RegExp;
  readonly reached: () => void;
}

/** Stands between a service and its PostgreSQL, and keeps back a statement until it is let go. */
export class StatementGate {
  private hold: Hold | undefined;
  private readonly letGo = new Set<() => void>();
  private relay!: DatabaseRelay;

  static async to(databaseUrl: string): Promise<StatementGate> {
    const gate = new StatementGate();
    gate.relay = await DatabaseRelay.to(databaseUrl, (client, server) => {
      gate.join(client, server);
    });
    return gate;
  }

  /** For the service, in place of the database's own. */
  get databaseUrl(): string {
    return this.relay.databaseUrl;
  }

  /**
   * Keeps back the one after so many others, beginnings and ends of transactions counted.
   * @param about the ids of which each of them has one, unless it has no parameter at all
   * @returns when it is there
   */
  holdsAfter(passing: number, about: readonly (string | number)[]): Promise<void> {
    return new Promise((reached) => {
      this.hold = { passing, about: new RegExp(`\\b(${about.join('|')})\\b`), reached };
    });
  }

  /** What is kept back goes on its way, and nothing is kept back any more. */
  opens(): void {
    this.hold = undefined;
    for (const letGo of this.letGo) letGo();
    this.letGo.clear();
  }

  close(): Promise<void> {
    return this.relay.close();
  }

  private holds({ text, values }: Statement): boolean {
    const { hold } = this;
    if (!hold || OF_NODES.test(text)) return false;
    if (values.length > 0 && !values.some((value) => hold.about.test(value ?? ''))) return false;
    if (hold.passing-- > 0) return false;
    this.hold = undefined;
    hold.reached();
    return true;
  }

  private join(client: Socket, server: Socket): void {
    let kept: Buffer[] | undefined;
    const statementIn = statementsIn();
    const listen = messagesOf('client', (message) => {
      const statement = statementIn(message);
      if (!statement || !this.holds(statement)) return;
      kept = [];
      this.letGo.add(() => {
        for (const piece of kept ?? []) server.write(piece);
        kept = undefined;
      });
    });
    client.on('data', (piece) => {
      listen(piece);
      if (kept) kept.push(piece);
      else server.write(piece);
    });
    server.pipe(client);
  }
}
