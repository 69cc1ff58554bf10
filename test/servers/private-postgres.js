import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import pg from 'pg';

import { postgresProgram, postgresPrograms } from './programs.js';

/**
 * Creates the data folder of a PostgreSQL for the tests.
 *
 * @param {string} folder for its data
 * @param {string[]} settings additional settings
 * @returns {{ server: import('./start-server.js').Server, url: (port: number) => string }}
 */
export function privatePostgres(folder, settings) {
  const programs = postgresPrograms();
  if (!programs) throw new Error('PostgreSQL is missing: set TEST_DATABASE_URL, or install postgresql.');
  const as = unprivileged();
  const { data, passwordFile } = filesIn(folder);
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(passwordFile, randomBytes(12).toString('hex'));
  if (as) {
    chmodSync(folder, 0o711);
    for (const path of [data, passwordFile]) chownSync(path, as.uid, as.gid);
  }
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '--no-sync'];
  // A common locale, in which search recognizes the letters of all languages.
  const letters = ['-E', 'UTF8', '--locale=C', '--lc-ctype=C.UTF-8'];
  execFileSync(join(programs, 'initdb'), [...initdb, ...letters], { ...as, stdio: 'pipe' });
  return existingPostgres(folder, settings);
}

/**
 * A PostgreSQL whose data folder {@link privatePostgres} has created.
 *
 * @param {string} folder with its data
 * @param {string[]} settings additional settings
 */
export function existingPostgres(folder, settings) {
  const { data, passwordFile } = filesIn(folder);
  const password = readFileSync(passwordFile, 'utf8');
  const url = (/** @type {number} */ port) => `postgres://postgres:${password}@127.0.0.1:${String(port)}/postgres`;
  return { server: serverOf(data, url, settings), url };
}

/** @param {string} folder */
const filesIn = (folder) => ({ data: join(folder, 'postgres'), passwordFile: join(folder, 'password') });

/**
 * Copies a running {@link privatePostgres} into another folder, as its standby.
 *
 * @param {string} folder for its data
 * @param {string} primary the URL of the server to follow
 * @returns {import('./start-server.js').Server}
 */
export function privateStandby(folder, primary) {
  const as = unprivileged();
  const data = join(folder, 'postgres');
  mkdirSync(data, { mode: 0o700 });
  if (as) {
    chmodSync(folder, 0o711);
    chownSync(data, as.uid, as.gid);
  }
  const words = ['-D', data, '-d', primary, '--write-recovery-conf', '--checkpoint=fast', '--no-sync'];
  execFileSync(postgresProgram('pg_basebackup'), words, { ...as, stdio: 'pipe' });
  const url = (/** @type {number} */ port) => Object.assign(new URL(primary), { port: String(port) }).href;
  return serverOf(data, url, []);
}

/**
 * @param {string} data
 * @param {(port: number) => string} url
 * @param {string[]} settings
 */
function serverOf(data, url, settings) {
  const all = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=300', ...settings];
  return {
    command: (/** @type {number} */ port) => [
      postgresProgram('postgres'),
      '-D',
      data,
      '-c',
      `port=${String(port)}`,
      ...all.flatMap((setting) => ['-c', setting]),
    ],
    answers: (/** @type {number} */ port) =>
      asAdmin(url(port), () => Promise.resolve()).then(
        () => true,
        () => false,
      ),
    as: unprivileged(),
  };
}

/** The user to run as, because PostgreSQL refuses to run as root. Undefined: the current one. */
export function unprivileged() {
  if (process.getuid?.() !== 0) return undefined;
  const id = (/** @type {string[]} */ words) => Number(execFileSync('id', words, { stdio: 'pipe' }).toString());
  for (const user of ['postgres', 'nobody']) {
    try {
      return { uid: id(['-u', user]), gid: id(['-g', user]) };
    } catch {
      // The user does not exist.
    }
  }
  throw new Error('As root, a private PostgreSQL needs a user "postgres" or "nobody" to run as.');
}

/**
 * @template Result
 * @param {string} url
 * @param {(admin: pg.Client) => Promise<Result>} work
 */
export async function asAdmin(url, work) {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}
