import type { Socket } from 'node:net';

import { DatabaseRelay } from './database-relay.js';
import { OF_TIMERS } from './own-statements.js';
import { messagesOf, statementsIn } from './postgres-messages.js';

/**
 * When a connection is cut: before PostgreSQL gets a statement, or after it has executed the statement and before the
 * service receives the result.
 */
export type Moment = 'before' | 'after';

/** Every change of a room locks it first. */
const OF_ROOMS = /\brooms\b/;

interface Cut {
  readonly at: number;
  readonly moment: Moment;
}

/** A proxy between a service and its PostgreSQL that cuts the connection at a chosen statement. */
export class CuttingProxy {
  private relay!: DatabaseRelay;
  private armed: Cut | undefined;
  /** Statements since the last {@link cutAt}. */
  private counting = 0;
  private done: string | undefined;
  private commitHeld: ((release: () => void) => void) | undefined;

  static async before(databaseUrl: string): Promise<CuttingProxy> {
    const proxy = new CuttingProxy();
    proxy.relay = await DatabaseRelay.to(databaseUrl, (client, server) => proxy.join(client, server));
    return proxy;
  }

  /** The service uses it as its database URL. */
  get databaseUrl(): string {
    return this.relay.databaseUrl;
  }

  /**
   * Cuts the connection that carries this statement, once.
   * @param at the next statement is 1; statements of timers are not counted
   */
  cutAt(at: number, moment: Moment): void {
    this.armed = { at, moment };
    this.counting = 0;
    this.done = undefined;
  }

  /** Does work without a cut. @returns the number of its statements, without those of timers */
  async countOf(work: () => Promise<unknown>): Promise<number> {
    this.cutAt(Infinity, 'before');
    await work();
    this.passEverything();
    return this.counting;
  }

  /** Stops cutting. @returns the statement at which a connection was cut; undefined if there were fewer statements */
  passEverything(): string | undefined {
    this.armed = undefined;
    return this.done;
  }

  /** Holds the next commit of a change of a room. @returns once it is held, what releases it */
  holdCommit(): Promise<() => void> {
    return new Promise((held) => {
      this.commitHeld = held;
    });
  }

  close(): Promise<void> {
    return this.relay.close();
  }

  private join(client: Socket, server: Socket): void {
    const statementIn = statementsIn();
    let isLast = false;
    const keeps = this.keeping(server);
    const fromClient = messagesOf('client', (message) => {
      if (client.destroyed) return;
      const text = statementIn(message)?.text;
      const moment = this.momentOf(text);
      if (moment === 'before') client.destroy();
      else if (!keeps(text, message.bytes)) server.write(message.bytes);
      isLast ||= moment === 'after';
    });
    const fromServer = messagesOf('server', ({ letter, bytes }) => {
      if (!isLast) client.write(bytes);
      else if (letter === 'Z') client.destroy(); // ReadyForQuery: the statement is done.
    });
    client.on('data', fromClient);
    server.on('data', fromServer);
  }

  /** @returns whether a message of a connection is kept, because it is a held commit or comes after it */
  private keeping(server: Socket): (text: string | undefined, bytes: Buffer) => boolean {
    let isAboutRooms = false;
    let kept: Buffer[] | undefined;
    const release = (): void => {
      for (const bytes of kept ?? []) server.write(bytes);
      kept = undefined;
    };
    return (text, bytes) => {
      if (text === 'COMMIT' && isAboutRooms && this.commitHeld) {
        kept = [];
        this.commitHeld(release);
        this.commitHeld = undefined;
      }
      if (text !== undefined) isAboutRooms = text !== 'COMMIT' && (isAboutRooms || OF_ROOMS.test(text));
      kept?.push(bytes);
      return kept !== undefined;
    };
  }

  /** When to cut the connection that carries this statement; undefined: never. */
  private momentOf(text: string | undefined): Moment | undefined {
    if (text === undefined || !this.armed || OF_TIMERS.test(text)) return undefined;
    this.counting += 1;
    if (this.counting < this.armed.at) return undefined;
    const { moment } = this.armed;
    this.armed = undefined;
    this.done = text;
    return moment;
  }
}
