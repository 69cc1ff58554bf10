import { promisify } from 'node:util';

import type pg from 'pg';

import { reasonOf } from '../logging/log-record.js';
import { GuardedClient } from './guarded-client.js';
import type { CheckedConfig } from './history/checked-client.js';

interface Host {
  /** `host:port`, without a password. */
  readonly name: string;
  readonly hostname: string;
  readonly port: number;
  readonly url: string;
}

const POSTGRES_PORT = 5432;

/** None of the hosts accepts writes. The message names what each of them answered. */
export class NoWritableHost extends Error {}

/**
 * Finds the one of several servers that accepts writes. The driver connects to one host only, so each is asked on a
 * connection of its own: a standby, and a server with `default_transaction_read_only`, is read-only.
 */
export class WritableHost {
  private readonly hosts: readonly Host[];
  private latest = 0;
  private search: Promise<Host> | undefined;

  /**
   * @param urls one a host
   * @param timeoutMs of one host in milliseconds
   */
  constructor(
    urls: readonly string[],
    private readonly timeoutMs: number,
  ) {
    this.hosts = urls.map(hostOf);
  }

  /**
   * Asks the hosts in order, the one that was writable last first: a former primary that starts again does not attract
   * connections. Connections that are opened together share one search.
   * @throws NoWritableHost
   */
  find(): Promise<Host> {
    this.search ??= this.ask().finally(() => {
      this.search = undefined;
    });
    return this.search;
  }

  private async ask(): Promise<Host> {
    const reasons: string[] = [];
    const { hosts, latest } = this;
    for (const host of [...hosts.slice(latest), ...hosts.slice(0, latest)]) {
      const reason = await this.reasonAgainst(host);
      if (reason === undefined) {
        this.latest = hosts.indexOf(host);
        return host;
      }
      reasons.push(`${host.name}: ${reason}`);
    }
    throw new NoWritableHost(`no host accepts writes (${reasons.join('; ')})`);
  }

  /** @returns undefined if the host accepts writes */
  private async reasonAgainst({ url }: Host): Promise<string | undefined> {
    const timeouts = { connectionTimeoutMillis: this.timeoutMs, query_timeout: this.timeoutMs };
    const client = new GuardedClient({ connectionString: url, application_name: 'parley', ...timeouts });
    try {
      await client.connect();
      const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
      return rows[0]?.transaction_read_only === 'off' ? undefined : 'it is read-only';
    } catch (error) {
      return reasonOf(error);
    } finally {
      // On a server that does not answer, the end may take as long as TCP allows.
      void client.end().catch(() => undefined);
    }
  }
}

type Connected = (error: Error | null) => void;
type ClientClass = new (config: CheckedConfig) => GuardedClient;

/** A class of connections that are opened to the host that accepts writes at that time. */
export function writableClient(Base: ClientClass, hosts: WritableHost): ClientClass {
  return class extends Base {
    constructor(config: CheckedConfig) {
      super(config);
      const connect = this.connect.bind(this) as (connected: Connected) => void;
      const connectToWritable = (connected: Connected): void => {
        const { stream } = this.connection;
        hosts.find().then(
          ({ hostname, port }) => {
            [this.host, this.port] = [hostname, port];
            // The pool destroys the socket of a connection that takes too long.
            if (stream.destroyed) connected(new Error('timeout expired'));
            else connect(connected);
          },
          (error: unknown) => {
            // Nobody listens for errors of a socket that was never connected, such as its timeout.
            stream.destroy();
            connected(error as Error);
          },
        );
      };
      const connecting = promisify(connectToWritable);
      // The pool passes a function.
      this.connect = ((connected?: Connected) => {
        if (connected) connectToWritable(connected);
        return connected ? undefined : connecting();
      }) as pg.Client['connect'];
    }
  };
}

function hostOf(url: string): Host {
  const { hostname, port } = new URL(url);
  const at = Number(port || POSTGRES_PORT);
  return { name: `${hostname}:${String(at)}`, hostname: hostname.replace(/^\[(.*)\]$/, '$1'), port: at, url };
}
