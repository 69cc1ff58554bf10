import { DataSource } from 'typeorm';
import type { DataSourceOptions } from 'typeorm';

import { bounds } from './bounds.js';
import { GuardedClient } from './guarded-client.js';
import { migrations } from './migrations/index.js';
import { Naming } from './naming.js';
import { PreparingClient } from './prepared.js';

/** Where a PostgreSQL is: a URL, or the folder of a local socket. */
export type DatabaseAddress = { readonly url: string } | { readonly host: string };

export interface Connections {
  /** Connections at the most. */
  readonly poolSize: number;
  /** Whether a statement may take as long as it takes. */
  readonly patient: boolean;
}

/** The longest that anybody waits for a connection, be it a new one or one that others have. */
const CONNECT_TIMEOUT_MS = 5_000;
const POOL_SIZE_TO_MIGRATE = 2;
/**
 * For PostgreSQL's planner. Nothing is compiled: statements for lists look expensive to it, and are over long before it
 * would have compiled them. A page found by an index costs about what the next one does, as in memory and on an SSD:
 * taken for a disk that turns, a small table is read whole for each of the rows that are looked up in it. Options that
 * stand in the URL replace these.
 */
const PLANNING = '-c jit=off -c random_page_cost=1.1';

/** The classes of the tables. */
export type Entities = readonly (new () => object)[];

function dataSourceOptions(
  address: DatabaseAddress,
  entities: Entities,
  { poolSize, patient }: Connections,
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
      ...(patient ? {} : bounds),
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

/** The same database, for migrations alone, which take as long as they take. */
export const migrationSource = ({ options }: DataSource): DataSource =>
  new DataSource({
    ...options,
    entities: [],
    extra: { Client: GuardedClient },
    poolSize: POOL_SIZE_TO_MIGRATE,
  } as DataSourceOptions);
