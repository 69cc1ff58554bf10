import { DataSource } from 'typeorm';
import type { DataSourceOptions } from 'typeorm';

import { bounds } from './bounds.js';
import { GuardedClient } from './guarded-client.js';
import { migrations } from './migrations/index.js';
import { Naming } from './naming.js';
import { PreparingClient } from './prepared.js';

/** The address of a PostgreSQL: a URL, or the folder of a local socket. */
export type DatabaseAddress = { readonly url: string } | { readonly host: string };

export interface Connections {
  /** The maximum number of connections. */
  readonly poolSize: number;
  /** Whether statements have no timeout. */
  readonly waitsForLocks: boolean;
}

/** The longest wait for a connection, be it a new one or one of the pool. */
const CONNECT_TIMEOUT_MS = 5_000;
const POOL_SIZE_TO_MIGRATE = 2;
/**
 * Options of PostgreSQL's planner. JIT is off: statements of lists look expensive to the planner, but take less time
 * than their compilation. Random pages cost about as much as sequential ones, as in memory and on an SSD: with the
 * default for spinning disks, a small table would be scanned for each row that is looked up in it. Options in the URL
 * override these.
 */
const PLANNING = '-c jit=off -c random_page_cost=1.1';

/** The classes of the tables. */
export type Entities = readonly (new () => object)[];

function dataSourceOptions(
  address: DatabaseAddress,
  entities: Entities,
  { poolSize, waitsForLocks }: Connections,
): DataSourceOptions {
  return {
    type: 'postgres',
    ...('url' in address ? { url: address.url } : { host: address.host, username: 'postgres', database: 'postgres' }),
    poolSize,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    applicationName: 'parley',
    extra: {
      options: PLANNING,
      Client: 'url' in address ? PreparingClient : GuardedClient,
      ...(waitsForLocks ? {} : bounds),
    },
    parseInt8: true,
    namingStrategy: new Naming(),
    entities: [...entities],
    migrations,
    migrationsTransactionMode: 'all',
  };
}

export const dataSource = (address: DatabaseAddress, entities: Entities, connections: Connections): DataSource =>
  new DataSource(dataSourceOptions(address, entities, connections));

/** The same database for migrations, without timeouts. */
export const migrationSource = ({ options }: DataSource): DataSource =>
  new DataSource({
    ...options,
    entities: [],
    extra: { Client: GuardedClient },
    poolSize: POOL_SIZE_TO_MIGRATE,
  } as DataSourceOptions);
