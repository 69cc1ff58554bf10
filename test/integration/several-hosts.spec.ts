import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type pg from 'pg';

import { dataSource } from '../../src/platform/database/data-source.js';
import { DatabaseHistory } from '../../src/platform/database/history/database-history.js';
import { asAdmin, privatePostgres, privateStandby } from '../servers/private-postgres.js';
import { startServer } from '../servers/start-server.js';
import { eventually } from '../support/eventually.js';

type Running = Awaited<ReturnType<typeof startServer>> & { readonly url: string };

const folders: string[] = [];
let [primary, standby]: Running[] = [];

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-'));
  folders.push(folder);
  return folder;
}

/** A database of two hosts, the standby first. */
const opened = (): ReturnType<typeof dataSource> => {
  const { username, password, pathname } = new URL(primary!.url);
  const hosts = [standby!, primary!].map(({ port }) => `127.0.0.1:${String(port)}`).join(',');
  const url = `postgres://${username}:${password}@${hosts}${pathname}?target_session_attrs=read-write`;
  return dataSource({ url }, [], { poolSize: 3, waitsForLocks: false, pooler: 'none', history: new DatabaseHistory() });
};

beforeAll(async () => {
  const { server, url } = privatePostgres(newFolder(), ['fsync=off']);
  const started = await startServer(server);
  primary = { ...started, url: url(started.port) };
  const copy = await startServer(privateStandby(newFolder(), primary.url));
  standby = { ...copy, url: url(copy.port) };
  // Two starts and a copy of an empty server take about four seconds.
});
afterAll(async () => {
  for (const server of [primary, standby]) await server?.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Whether the standby has the new table, as its replication is asynchronous. */
async function hasReceivedTable(): Promise<boolean> {
  let found = false;
  await asAdmin(standby!.url, async (admin: pg.Client) => {
    const { rows } = await admin.query<{ found: boolean }>(
      `SELECT to_regclass('parley_test_promoted') IS NOT NULL AS found`,
    );
    found = rows[0]?.found === true;
  });
  return found;
}

it('a host that does not answer delays a connection by its share of the timeout', async () => {
  const source = opened();
  // Stopped processes accept connections, and answer nothing.
  standby!.child.kill('SIGSTOP');
  try {
    await source.initialize();
    await expect(source.query('SHOW transaction_read_only')).resolves.toEqual([{ transaction_read_only: 'off' }]);
  } finally {
    standby!.child.kill('SIGCONT');
    await source.destroy();
  }
});

it('connections go to the host that accepts writes, also after a promotion', async () => {
  const source = await opened().initialize();
  const portOf = async (): Promise<number> => {
    const [{ port }] = await source.query<[{ port: number }]>('SELECT inet_server_port() AS port');
    return port;
  };
  try {
    await expect(portOf()).resolves.toBe(primary!.port);
    const writes = source.query('CREATE TABLE parley_test_promoted (note text)');
    await expect(writes).resolves.toEqual([]);

    await eventually(hasReceivedTable);

    // The former primary as a host that is down, and the only other one as a standby.
    primary!.child.kill('SIGQUIT');
    await eventually(() => primary!.child.exitCode !== null);
    const refused = await portOf().catch((error: unknown) => String(error));
    const [at, before] = [standby!, primary!].map(({ port }) => `127.0.0.1:${String(port)}`);
    await expect(opened().initialize()).rejects.toThrow(
      `no host accepts writes (${at!}: it is read-only; ${before!}: connect`,
    );
    expect(refused).not.toContain(new URL(primary!.url).password);

    await asAdmin(standby!.url, (admin: pg.Client) => admin.query('SELECT pg_promote()'));
    await eventually(() =>
      portOf().then(
        (port) => port === standby!.port,
        () => false,
      ),
    );
    await expect(source.query(`INSERT INTO parley_test_promoted VALUES ('written')`)).resolves.toEqual([]);
  } finally {
    await source.destroy();
  }
});
