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

/**
 * A copy of the template whose migrations can be reverted and applied: a distributed database reverts none, and a
 * pooler of transactions applies none.
 */
export function revertibleData(): Promise<ServiceData> {
  if (testDatabase() === 'embedded') return newServiceData();
  const { template, undistributed = template, url } = prepared('postgres');
  return dataOnPostgres(undistributed, url);
}

const usualAddress = (): string => prepared(process.env.TEST_POOLER === 'on' ? 'pooler' : 'postgres').url;

async function dataOnPostgres(template: string, url = usualAddress()): Promise<ServiceData> {
  const { folder: parent, servers, prefix } = prepared('postgres');
  const folder = mkdtempSync(join(parent, 'service-'));
  const name = `${prefix}${randomBytes(4).toString('hex')}`;
  await Promise.all(servers.map((server) => asAdmin(server, `CREATE DATABASE ${name} TEMPLATE ${template}`)));
  const address = new URL(url);
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
