import { randomBytes } from 'node:crypto';

import { holdCitus } from './citus.js';
import { asAdmin, privatePostgres } from './private-postgres.js';
import { startServer } from './start-server.js';
import { fillSpecTemplate } from './template.js';

/**
 * The databases of this run, on the Citus of `TEST_CITUS_URL`, the PostgreSQL of `TEST_DATABASE_URL`, or one that is
 * started here. Their names begin
 * with `prefix`, and all are dropped at the end.
 * @param {string} folder
 * @param {AbortSignal} signal
 */
export async function holdPostgres(folder, signal) {
  const citus = process.env.TEST_CITUS_URL;
  if (citus) return holdCitus(folder, citus, signal);
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? { url: given, stop: () => Promise.resolve() } : await privateServer(folder);
  const prefix = `parley_test_${randomBytes(4).toString('hex')}_`;
  const template = `${prefix}template`;
  const release = async () => {
    await dropDatabases(server.url, prefix);
    await server.stop();
  };
  try {
    await asAdmin(server.url, (admin) => admin.query(`CREATE DATABASE ${template}`));
    await fillSpecTemplate(folder, { DATABASE_URL: withDatabase(server.url, template) }, signal);
  } catch (error) {
    await release();
    throw error;
  }
  return { settings: { url: server.url, servers: [server.url], prefix, template }, release };
}

/** Without fsync, because its data do not outlive the run. @param {string} folder */
async function privateServer(folder) {
  const { server, url } = privatePostgres(folder, ['fsync=off']);
  const { port, stop } = await startServer(server);
  return { url: url(port), stop };
}

/** @param {string} adminUrl @param {string} prefix */
async function dropDatabases(adminUrl, prefix) {
  await asAdmin(adminUrl, async (admin) => {
    /** @type {import('pg').QueryResult<{ name: string }>} */
    const { rows } = await admin.query('SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)', [
      prefix,
    ]);
    for (const { name } of rows) {
      if (!name.includes('test')) throw new Error(`Refusing to drop ${name}: its name does not contain "test".`);
      await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    }
  });
}

/** @param {string} url @param {string} database */
function withDatabase(url, database) {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}
