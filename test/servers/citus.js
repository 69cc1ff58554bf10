import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { asAdmin } from './private-postgres.js';
import { fillSpecTemplate } from './template.js';

const run = promisify(execFile);
const cli = join(import.meta.dirname, '../../bin/parley.js');

/**
 * The databases of this run on Citus. Each has the same name on the coordinator and on every worker. The template is
 * distributed: a copy of it on every server is a distributed database again.
 * @param {string} folder
 * @param {string} url a database of the coordinator in which the workers are registered
 * @param {AbortSignal} signal
 */
export async function holdCitus(folder, url, signal) {
  const servers = await serversOf(url);
  const prefix = `parley_test_${randomBytes(4).toString('hex')}_`;
  const [undistributed, template] = [`${prefix}undistributed`, `${prefix}template`];
  const release = () => dropDatabases(servers, prefix);
  try {
    await createDatabases(servers, undistributed);
    await fillSpecTemplate(folder, { DATABASE_URL: withDatabase(url, undistributed) }, signal);
    await close(servers, undistributed);
    for (const server of servers) {
      await asAdmin(server, (admin) => admin.query(`CREATE DATABASE ${template} TEMPLATE ${undistributed}`));
    }
    const database = { DATABASE_URL: withDatabase(url, template) };
    const env = { PATH: process.env.PATH, NODE_ENV: 'test', DATA_DIR: folder, ...database };
    await run(process.execPath, [cli, 'database', 'distribute'], { cwd: folder, env, signal });
    await close(servers, template);
  } catch (error) {
    await release();
    throw error;
  }
  return { settings: { url, servers, prefix, template, undistributed }, release };
}

/** The coordinator first. @param {string} url @returns {Promise<string[]>} */
async function serversOf(url) {
  return asAdmin(url, async (admin) => {
    /** @type {import('pg').QueryResult<{ host: string; port: number }>} */
    const { rows } = await admin.query(
      `SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE isactive ORDER BY groupid`,
    );
    return rows.map(({ host, port }) => {
      const server = new URL(url);
      server.hostname = host;
      server.port = String(port);
      return server.href;
    });
  });
}

/** @param {string[]} servers @param {string} name */
async function createDatabases(servers, name) {
  for (const server of servers) {
    await asAdmin(server, (admin) => admin.query(`CREATE DATABASE ${name}`));
    await asAdmin(withDatabase(server, name), (admin) => admin.query('CREATE EXTENSION citus'));
  }
  const [coordinator = '', ...workers] = servers.map((server) => new URL(server));
  await asAdmin(withDatabase(String(coordinator), name), async (admin) => {
    const { hostname, port } = new URL(coordinator);
    await admin.query('SELECT citus_set_coordinator_host($1, $2)', [hostname, port]);
    for (const worker of workers) await admin.query('SELECT citus_add_node($1, $2)', [worker.hostname, worker.port]);
  });
}

/**
 * A database to which anything is connected cannot be copied: Citus is, for its maintenance.
 * @param {string[]} servers
 * @param {string} name
 */
async function close(servers, name) {
  for (const server of servers) {
    await asAdmin(server, async (admin) => {
      await admin.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
      await admin.query('SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1', [name]);
    });
  }
}

/** @param {string[]} servers @param {string} prefix */
async function dropDatabases(servers, prefix) {
  for (const server of servers) {
    await asAdmin(server, async (admin) => {
      /** @type {import('pg').QueryResult<{ name: string }>} */
      const { rows } = await admin.query('SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)', [
        prefix,
      ]);
      for (const { name } of rows) await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    });
  }
}

/** @param {string} url @param {string} database */
function withDatabase(url, database) {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}
