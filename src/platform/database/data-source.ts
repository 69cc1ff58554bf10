import { Socket } from 'node:net';

import pg from 'pg';
import { DataSource, DefaultNamingStrategy } from 'typeorm';
import type { DataSourceOptions, NamingStrategyInterface, Table } from 'typeorm';

import { serversOf } from '../config/database-url.js';
import type { Pooler } from '../config/variables.js';
import type { WorkerConditions } from './distribution/worker-conditions.js';
import { GuardedClient } from './guarded-client.js';
import { CheckedClient } from './history/checked-client.js';
import type { DatabaseHistory } from './history/database-history.js';
import { migrations } from './migrations/all-migrations.js';
import { PooledClient, PreparingClient } from './prepared.js';
import { WritableHost, writableClient } from './writable-host.js';

/**
 * PostgreSQL aborts a statement that takes longer, and a transaction that is idle for longer. So their locks are
 * released, also if the client is gone.
 */
const LONGEST_STATEMENT_MS = 10_000;
/** Longer than PostgreSQL's own timeout: after this the server does not respond any more. */
const LONGEST_SILENCE_MS = LONGEST_STATEMENT_MS + 2_000;

/** Timeouts of a server for PostgreSQL: no request hangs if the database stops responding. */
const TIMEOUTS = {
  statement_timeout: LONGEST_STATEMENT_MS,
  idle_in_transaction_session_timeout: LONGEST_STATEMENT_MS,
};

/** Without this function, pg makes a `Response` to find its platform, for which Node.js 20 loads a client of HTTP. */
const newSocket = (): Socket => new Socket();

/** Destroys a silent connection, so that it does not return to the pool. */
function endedBySilence(socket: Socket): Socket {
  return socket.setTimeout(LONGEST_SILENCE_MS, () => {
    socket.destroy(new Error(`The database has not responded for ${String(LONGEST_SILENCE_MS / 1_000)} seconds.`));
  });
}

/** The address of a PostgreSQL: a URL, or the folder of a local socket. */
export type DatabaseAddress = { readonly url: string } | { readonly host: string };

export interface Connections {
  /** The maximum number of connections. */
  readonly poolSize: number;
  /** Whether statements have no timeout. */
  readonly waitsForLocks: boolean;
  readonly pooler: Pooler;
  /** Compares each new connection. */
  readonly history: DatabaseHistory;
  /** By default the database is not distributed. */
  readonly conditions?: WorkerConditions;
}

/** The longest wait for a connection, be it a new one or one of the pool. */
const CONNECT_TIMEOUT_MS = 5_000;
/**
 * Options of PostgreSQL's planner. JIT is off: statements of lists look expensive to the planner, but take less time
 * than their compilation. Random pages cost about as much as sequential ones, as in memory and on an SSD: with the
 * default for spinning disks, a small table would be scanned for each row that is looked up in it. Options in the URL
 * override these. Citus would open a connection to a worker for each of its shards. The last one shows that they
 * reached PostgreSQL, which accepts options of extensions that it does not have.
 */
const PLANNING = '-c jit=off -c random_page_cost=1.1 -c citus.max_adaptive_executor_pool_size=1 -c parley.session=kept';

/** A pooler keeps no settings of a session: they are set for the role. */
const settingsOf = ({ pooler, waitsForLocks }: Pick<Connections, 'pooler' | 'waitsForLocks'>) => ({
  ...(pooler === 'none' && { options: PLANNING, ...(!waitsForLocks && TIMEOUTS) }),
  stream: waitsForLocks ? newSocket : (): Socket => endedBySilence(newSocket()),
});

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const tableName = (table: Table | string): string => (typeof table === 'string' ? table : table.name);
const named = (table: Table | string, columns: string[], ending: string): string =>
  [tableName(table), ...columns, ending].join('_');

/** Columns in snake_case; keys and indexes with PostgreSQL's default names. */
class Naming extends DefaultNamingStrategy implements NamingStrategyInterface {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName ?? snake(propertyName);
  }

  override primaryKeyName(table: Table | string): string {
    return named(table, [], 'pkey');
  }

  override uniqueConstraintName(table: Table | string, columns: string[]): string {
    return named(table, columns, 'key');
  }

  override foreignKeyName(table: Table | string, columns: string[]): string {
    return named(table, columns, 'fkey');
  }

  override indexName(table: Table | string, columns: string[]): string {
    return named(table, columns, 'idx');
  }
}

const embedded = (host: string) => ({
  host,
  username: 'postgres',
  database: 'postgres',
  Client: CheckedClient,
  Unchecked: GuardedClient,
});

/** The driver is given one host. With several, each connection finds the writable one before it is opened. */
function serverOf(url: string, pooler: Pooler) {
  const { urls, mustFindWritable } = serversOf(url);
  const Pooled = pooler === 'none' ? PreparingClient : PooledClient;
  if (!mustFindWritable) return { url, Client: Pooled, Unchecked: GuardedClient };
  // The search and the connection itself together take no longer than a connection may.
  const hosts = new WritableHost(urls, CONNECT_TIMEOUT_MS / (urls.length + 1));
  const [Client, Unchecked] = [writableClient(Pooled, hosts), writableClient(GuardedClient, hosts)];
  return { url: urls[0], Client, Unchecked };
}

/** The classes of the tables. */
export type Entities = readonly (new () => object)[];

function dataSourceOptions(
  address: DatabaseAddress,
  entities: Entities,
  { poolSize, waitsForLocks, pooler, history, conditions }: Connections,
): DataSourceOptions {
  const { Client, Unchecked, ...server } = 'url' in address ? serverOf(address.url, pooler) : embedded(address.host);
  return {
    type: 'postgres',
    // The copy of `pg` that the clients use: TypeORM might find another one, and would then set the `parseInt8` of
    // that.
    driver: pg,
    ...server,
    poolSize,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    applicationName: 'parley',
    extra: {
      Client,
      Unchecked,
      history,
      ...(conditions && { conditions }),
      pooler,
      ...settingsOf({ pooler, waitsForLocks }),
    },
    parseInt8: true,
    namingStrategy: new Naming(),
    entities: [...entities],
    migrations,
    migrationsTransactionMode: 'all',
    // Prints nothing: a migration that waits for a lock fails and is repeated, and a command has an output of its own.
    logger: 'debug',
  };
}

/** A connection of its own, as those of a server. */
export async function connect(url: string, pooler: Pooler): Promise<pg.Client> {
  const { Unchecked, url: connectionString } = serverOf(url, pooler);
  const Plain = Unchecked as new (config: pg.ClientConfig) => GuardedClient;
  const client = new Plain({
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...settingsOf({ pooler, waitsForLocks: false }),
  });
  await client.connect();
  return client;
}

export const dataSource = (address: DatabaseAddress, entities: Entities, connections: Connections): DataSource =>
  new DataSource(dataSourceOptions(address, entities, connections));

/** The pooler between this process and the database. */
export const poolerOf = ({ options }: DataSource): Pooler => (options.extra as { readonly pooler: Pooler }).pooler;

/** The same database for migrations and maintenance, without timeouts. */
export const migrationSource = ({ options }: DataSource): DataSource =>
  new DataSource({
    ...options,
    entities: [],
    extra: {
      Client: (options.extra as { readonly Unchecked: unknown }).Unchecked,
      stream: newSocket,
    },
    poolSize: 1,
  } as DataSourceOptions);
