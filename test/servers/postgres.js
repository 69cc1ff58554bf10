import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import pg from 'pg';

import { postgresPrograms } from './programs.js';
import { startServer } from './start-server.js';
import { fillTemplate } from './template.js';

/**
 * Databases of this run on the PostgreSQL of `TEST_DATABASE_URL`, or on one of our own: each begins with `prefix`,
 * and all are dropped at the end.
 * @param {string} folder
 * @param {AbortSignal} signal
 */
export async function holdPostgres(folder, signal) {
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
    await fillTemplate(folder, { DATABASE_URL: withDatabase(server.url, template) }, signal);
  } catch (error) {
    await release();
    throw error;
  }
  return { told: { url: server.url, prefix, template }, release };
}

/** @param {string} folder */
async function privateServer(folder) {
  const programs = postgresPrograms();
  if (!programs) throw new Error('PostgreSQL is missing: set TEST_DATABASE_URL, or install postgresql.');
  const as = process.getuid?.() === 0 ? unprivileged() : undefined;
  const data = join(folder, 'postgres');
  const passwordFile = join(folder, 'password');
  const password = randomBytes(12).toString('hex');
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(passwordFile, password);
  if (as) {
    chmodSync(folder, 0o711);
    for (const path of [data, passwordFile]) chownSync(path, as.uid, as.gid);
  }
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
  execFileSync(join(programs, 'initdb'), [...initdb, '-E', 'UTF8', '--locale=C', '--no-sync'], {
    ...as,
    stdio: 'pipe',
  });
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', 'max_connections=300'];
  const url = (/** @type {number} */ port) => `postgres://postgres:${password}@127.0.0.1:${String(port)}/postgres`;
  const { port, stop } = await startServer({
    command: (free) => [
      join(programs, 'postgres'),
      ...['-D', data, '-c', `port=${String(free)}`],
      ...settings.flatMap((setting) => ['-c', setting]),
    ],
    answers: (free) =>
      asAdmin(url(free), () => Promise.resolve()).then(
        () => true,
        () => false,
      ),
    as,
  });
  return { url: url(port), stop };
}

/** PostgreSQL refuses to run as root. */
function unprivileged() {
  const id = (/** @type {string[]} */ words) => Number(execFileSync('id', words, { stdio: 'pipe' }).toString());
  for (const user of ['postgres', 'nobody']) {
    try {
      return { uid: id(['-u', user]), gid: id(['-g', user]) };
    } catch {
      // There is no such user.
    }
  }
  throw new Error('As root, a private PostgreSQL needs a user "postgres" or "nobody" to run as.');
}

/** @param {string} adminUrl @param {string} prefix */
async function dropDatabases(adminUrl, prefix) {
  await asAdmin(adminUrl, async (admin) => {
    /** @type {import('pg').QueryResult<{ name: string }>} */
    const { rows } = await admin.query('SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)', [
      prefix,
    ]);
    for (const { name } of rows) {
      if (!name.includes('test')) throw new Error(`Refusing to drop ${name}: its name does not say test.`);
      await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    }
  });
}

/**
 * @param {string} url
 * @param {(admin: pg.Client) => Promise<unknown>} work
 */
async function asAdmin(url, work) {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

/** @param {string} url @param {string} database */
function withDatabase(url, database) {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}
