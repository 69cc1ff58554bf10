import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { holdCitus } from './citus.js';
import { makeOrCopy } from './kept-template.js';
import { asAdmin, existingPostgres, privatePostgres } from './private-postgres.js';
import { startServer } from './start-server.js';
import { fillSpecTemplate } from './template.js';

const SETTINGS = ['fsync=off'];

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
  return given ? holdGiven(folder, given, signal) : holdPrivate(folder, signal);
}

/** @param {string} folder @param {string} url @param {AbortSignal} signal */
async function holdGiven(folder, url, signal) {
  const prefix = `parley_test_${randomBytes(4).toString('hex')}_`;
  const release = () => dropDatabases(url, prefix);
  try {
    return { settings: await filled(folder, url, prefix, signal), release };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Without fsync, because its data do not outlive the run. @param {string} folder @param {AbortSignal} signal */
async function holdPrivate(folder, signal) {
  const prefix = 'parley_test_';
  const home = join(folder, 'server');
  // The server may run as another user.
  chmodSync(folder, 0o711);
  await makeOrCopy('postgres', home, async () => {
    mkdirSync(home);
    const { server, url } = privatePostgres(home, SETTINGS);
    const { port, stop } = await startServer(server);
    try {
      await filled(folder, url(port), prefix, signal);
    } finally {
      await stop();
    }
  });
  const { server, url } = existingPostgres(home, SETTINGS);
  const { port, stop } = await startServer(server);
  return { settings: settingsOf(url(port), prefix), release: stop };
}

/**
 * Creates the template. @param {string} folder @param {string} url @param {string} prefix @param {AbortSignal} signal
 */
async function filled(folder, url, prefix, signal) {
  const settings = settingsOf(url, prefix);
  await asAdmin(url, (admin) => admin.query(`CREATE DATABASE ${settings.template}`));
  await fillSpecTemplate(folder, { DATABASE_URL: withDatabase(url, settings.template) }, signal);
  return settings;
}

/** @param {string} url @param {string} prefix */
const settingsOf = (url, prefix) => ({ url, servers: [url], prefix, template: `${prefix}template` });

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
