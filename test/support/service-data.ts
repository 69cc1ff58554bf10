import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import pg from 'pg';

import { testDatabase, prepared } from './run.js';

/** The data of a service: a database and a folder. They outlive restarts of the service. */
export interface ServiceData {
  readonly folder: string;
  /** The settings by which the service finds its data. */
  readonly env: Readonly<Record<string, string>>;
  remove(): Promise<void>;
}

/** A copy of the template, on the database of this test project or on another one. */
export function newServiceData(database = testDatabase()): Promise<ServiceData> {
  return database === 'embedded' ? Promise.resolve(embeddedData()) : postgresData();
}

/** Data without tables, on the database of this test project or on an embedded one. */
export async function emptyServiceData(database = testDatabase()): Promise<ServiceData> {
  if (database === 'postgres') return dataOnPostgres('template0');
  const folder = mkdtempSync(join(prepared(testDatabase()).folder, 'service-'));
  return dataIn(folder, join(folder, 'data'));
}

function embeddedData(): ServiceData {
  const { folder: parent, template } = prepared('embedded');
  const folder = mkdtempSync(join(parent, 'service-'));
  const dataDir = join(folder, 'data');
  copyDataFolder(template, dataDir);
  return dataIn(folder, dataDir);
}

/** Copies a data folder that no process uses, without the sockets that a process may have left. */
export function copyDataFolder(from: string, to: string): void {
  const filter = (path: string): boolean => !path.endsWith('.lock') && !path.includes('.s.PGSQL');
  cpSync(from, to, { recursive: true, filter });
}

const dataIn = (folder: string, dataDir: string): ServiceData => ({
  folder,
  env: { DATA_DIR: dataDir },
  remove: () => {
    rmSync(folder, { recursive: true });
    return Promise.resolve();
  },
});

const postgresData = (): Promise<ServiceData> => dataOnPostgres(prepared('postgres').template);

/** A copy of the template of Citus before its distribution. */
export function undistributedData(): Promise<ServiceData> {
  const { undistributed } = prepared('postgres');
  if (undistributed === undefined) throw new Error('There is no Citus: set TEST_CITUS_URL.');
  return dataOnPostgres(undistributed);
}

/** A copy of the template whose migrations can be reverted: those of a distributed database cannot. */
export const revertibleData = (): Promise<ServiceData> =>
  testDatabase() === 'postgres' && prepared('postgres').undistributed !== undefined
    ? undistributedData()
    : newServiceData();

async function dataOnPostgres(template: string): Promise<ServiceData> {
  const { folder: parent, url, servers, prefix } = prepared('postgres');
  const folder = mkdtempSync(join(parent, 'service-'));
  const name = `${prefix}${randomBytes(4).toString('hex')}`;
  await Promise.all(servers.map((server) => asAdmin(server, `CREATE DATABASE ${name} TEMPLATE ${template}`)));
  const address = new URL(process.env.TEST_POOLER === 'on' ? prepared('pooler').url : url);
  address.pathname = `/${name}`;
  return {
    folder,
    env: { DATA_DIR: join(folder, 'data'), DATABASE_URL: address.href },
    remove: async () => {
      if (!name.includes('test')) throw new Error(`Refusing to drop ${name}: its name does not contain "test".`);
      // In their order: the coordinator of Citus connects to its workers.
      for (const server of servers) await asAdmin(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      rmSync(folder, { recursive: true });
    },
  };
}

async function asAdmin(url: string, statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    await admin.query(statement);
  } finally {
    await admin.end();
  }
}
