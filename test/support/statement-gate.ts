import type { Socket } from 'node:net';

import { DatabaseRelay } from './database-relay.js';
import { OF_NODES } from './own-statements.js';
import { messagesOf, statementsIn } from './postgres-messages.js';
import type { Statement } from './postgres-messages.js';

/** A statement that the service has sent and the database has not received. */
interface Hold {
  /** How many further statements pass first. */
  passing: number;
  readonly about: RegExp;
  readonly reached: () => void;
}

/** A proxy between a service and its PostgreSQL that holds a statement until it is released. */
export class StatementGate {
  private hold: Hold | undefined;
  private readonly release = new Set<() => void>();
  private relay!: DatabaseRelay;

  static async to(databaseUrl: string): Promise<StatementGate> {
    const gate = new StatementGate();
    gate.relay = await DatabaseRelay.to(databaseUrl, (client, server) => gate.join(client, server));
    return gate;
  }

  /** The service uses it as its database URL. */
  get databaseUrl(): string {
    return this.relay.databaseUrl;
  }

  /**
   * Holds the statement after this many others, including those that begin and commit transactions. A rollback is never
   * held or counted: it changes nothing, and a request may have been answered before it.
   * @param about ids: only statements that have one of them as a parameter, or no parameters at all, are counted
   * @returns when the statement is held
   */
  holdAfter(passing: number, about: readonly (string | number)[]): Promise<void> {
    return new Promise((reached) => {
      this.hold = { passing, about: new RegExp(`\\b(${about.join('|')})\\b`), reached };
    });
  }

  /** Releases the held statement, and holds no further one. */
  open(): void {
    this.hold = undefined;
    for (const release of this.release) release();
    this.release.clear();
  }

  close(): Promise<void> {
    return this.relay.close();
  }

  private holds({ text, values }: Statement): boolean {
    const { hold } = this;
    if (!hold || OF_NODES.test(text) || text === 'ROLLBACK') return false;
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
      this.release.add(() => {
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
