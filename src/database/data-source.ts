import { DataSource } from 'typeorm';
import type { DataSourceOptions } from 'typeorm';

import { Naming } from './naming.js';

/** Where a PostgreSQL is: a URL, or the folder of a local socket. */
export type DatabaseAddress = { readonly url: string } | { readonly host: string };

const CONNECT_TIMEOUT_MS = 5_000;

const here = import.meta.dirname;

/** Entities and migrations are found by their names: no list of them is kept. */
function dataSourceOptions(address: DatabaseAddress, poolSize: number): DataSourceOptions {
  return {
    type: 'postgres',
    ...('url' in address ? { url: address.url } : { host: address.host, username: 'postgres', database: 'postgres' }),
    poolSize,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    applicationName: 'parley',
    parseInt8: true,
    namingStrategy: new Naming(),
    entities: [`${here}/../**/*.entity.js`],
    migrations: [`${here}/migrations/*.js`],
    migrationsTransactionMode: 'all',
  };
}

/** @param poolSize connections at the most */
export const dataSource = (address: DatabaseAddress, poolSize: number): DataSource =>
  new DataSource(dataSourceOptions(address, poolSize));
