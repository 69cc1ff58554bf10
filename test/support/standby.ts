import { execFile } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { asAdmin, privatePostgres } from '../servers/private-postgres.js';
import { postgresProgram } from '../servers/programs.js';
import { startServer } from '../servers/start-server.js';
import type { Server } from '../servers/start-server.js';
import { eventually } from './eventually.js';
import { TcpProxy } from './tcp-proxy.js';

const run = promisify(execFile);

/** A PostgreSQL, and a streaming standby behind a proxy that can hold the replication. */
export class StandbyPair {
  private constructor(
    readonly folder: string,
    readonly primary: { readonly url: string; readonly kill: () => void },
    readonly standby: { readonly url: string; readonly stop: () => Promise<void> },
    /** The network between them. */
    readonly link: TcpProxy,
  ) {}

  static async start(): Promise<StandbyPair> {
    const folder = mkdtempSync(join(tmpdir(), 'parley-test-'));
    const { server, url } = privatePostgres(folder, ['wal_level=replica']);
    const first = await startServer(server);
    const link = await TcpProxy.to('127.0.0.1', first.port);
    const copy = await baseBackup(folder, url(link.port), server);
    const second = await startServer({
      command: (port) => [postgresProgram('postgres'), '-D', copy, '-c', `port=${String(port)}`, ...settings],
      answers: (port) => answers(url(port)),
      as: server.as,
    });
    const kill = (): void => {
      first.child.kill('SIGKILL');
    };
    const standby = { url: url(second.port), stop: () => second.stop() };
    return new StandbyPair(folder, { url: url(first.port), kill }, standby, link);
  }

  /** From now on a commit is answered when the standby has it. */
  async replicateSynchronously(): Promise<void> {
    await asAdmin(this.primary.url, async (admin) => {
      await admin.query(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
      await admin.query('SELECT pg_reload_conf()');
      await eventually(async () => {
        const { rows } = await admin.query<{ state: string }>('SELECT sync_state AS state FROM pg_stat_replication');
        return rows[0]?.state === 'sync';
      });
    });
  }

  /** Waits until the standby has replayed everything. */
  async caughtUp(): Promise<void> {
    await asAdmin(this.primary.url, async (admin) => {
      await eventually(async () => {
        const { rows } = await admin.query<{ all: boolean }>(
          'SELECT replay_lsn = pg_current_wal_flush_lsn() AS all FROM pg_stat_replication',
        );
        return rows[0]?.all === true;
      });
    });
  }

  /** Kills the primary, and promotes the standby. */
  async failOver(): Promise<void> {
    this.primary.kill();
    await asAdmin(this.standby.url, (admin) => admin.query('SELECT pg_promote()'));
  }

  async stop(): Promise<void> {
    this.primary.kill();
    this.link.cut();
    await Promise.all([this.standby.stop(), this.link.close()]);
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=300'].flatMap((each) => [
  '-c',
  each,
]);

/** @returns the data folder of the standby */
async function baseBackup(folder: string, primary: string, { as }: Server): Promise<string> {
  const copy = join(folder, 'standby');
  mkdirSync(copy, { mode: 0o700 });
  if (as) chownSync(copy, as.uid, as.gid);
  const words = ['--write-recovery-conf', '--checkpoint=fast', '--pgdata', copy, '--dbname', primary];
  await run(postgresProgram('pg_basebackup'), words, { ...as, cwd: folder });
  return copy;
}

const answers = (url: string): Promise<boolean> =>
  asAdmin(url, (admin) => admin.query('SELECT')).then(
    () => true,
    () => false,
  );
