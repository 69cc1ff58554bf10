import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import pg from 'pg';

import { unprivileged } from './private-postgres.js';
import { proxyProgram } from './programs.js';
import { startServer } from './start-server.js';

/**
 * Starts a PgBouncer before a PostgreSQL, for all of its databases.
 *
 * @param {string} folder for its files
 * @param {string} postgresUrl
 * @param {readonly string[]} settings lines of its configuration
 */
export async function startPgBouncer(folder, postgresUrl, settings) {
  const program = proxyProgram('pgbouncer');
  if (!program) throw new Error('PgBouncer is missing: install pgbouncer.');
  const { hostname, port: postgresPort, username, password } = new URL(postgresUrl);
  const as = process.getuid?.() === 0 ? unprivileged() : undefined;
  const home = join(folder, 'pgbouncer');
  mkdirSync(home, { recursive: true });
  if (as) {
    chmodSync(folder, 0o711);
    chownSync(home, as.uid, as.gid);
  }
  const file = (/** @type {number} */ port) => join(home, `${String(port)}.ini`);
  const login = password === '' ? '' : ` password=${decodeURIComponent(password)}`;
  const server = {
    command: (/** @type {number} */ port) => {
      const lines = [
        '[databases]',
        `* = host=${hostname} port=${postgresPort || '5432'} user=${decodeURIComponent(username)}${login}`,
        '[pgbouncer]',
        'listen_addr=127.0.0.1',
        `listen_port=${String(port)}`,
        'unix_socket_dir=',
        'auth_type=any',
        'max_client_conn=2000',
        'default_pool_size=20',
        'server_idle_timeout=5',
        ...settings,
      ];
      // It contains the password of PostgreSQL.
      writeFileSync(file(port), `${lines.join('\n')}\n`, { mode: 0o600 });
      if (as) chownSync(file(port), as.uid, as.gid);
      return [program, file(port)];
    },
    answers: (/** @type {number} */ port) => answers(urlOf(postgresUrl, port)),
    as,
  };
  const { port, child, stop } = await startServer(server);
  return { url: urlOf(postgresUrl, port), child, stop };
}

/** @param {string} postgresUrl @param {number} port */
function urlOf(postgresUrl, port) {
  const url = new URL(postgresUrl);
  [url.hostname, url.port] = ['127.0.0.1', String(port)];
  return url.href;
}

/** @param {string} url */
async function answers(url) {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
