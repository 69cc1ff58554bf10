import { accessSync, constants, readdirSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';

import { pythonOf } from '../../sdk/conformance/suite.js';

const DEBIAN = '/usr/lib/postgresql';
/** The folders of servers on Debian, which the PATH of an ordinary user lacks. */
const FOR_ADMINISTRATORS = ['/usr/sbin', '/usr/local/sbin'];
const PROGRAMS_OF_DEPLOY = ['nginx', 'caddy', 'haproxy', 'docker-compose', 'openssl', 'prometheus', 'promtool'];
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome'];
/** Chromium without windows, of Debian's package of that name. */
const HEADLESS_BROWSERS = ['chromium-headless-shell'];

/** @returns the folder that holds `initdb` and `postgres`, if this machine has one */
export function postgresPrograms() {
  return [...onPath(), ...debianVersions()].find((folder) => runs(folder, 'initdb') && runs(folder, 'postgres'));
}

/** @param {string} name of a program that comes with PostgreSQL @throws {Error} if it is missing */
export function postgresProgram(name) {
  const folder = folderOf(name);
  if (folder === undefined) throw new Error(`${name} is missing: install postgresql.`);
  return join(folder, name);
}

/** @returns the path of `redis-server`, if this machine has one */
export function redisProgram() {
  const folder = onPath().find((candidate) => runs(candidate, 'redis-server'));
  return folder && join(folder, 'redis-server');
}

/** @returns the path of Chromium or of a browser based on it, if this machine has one */
export function browserProgram() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return runs(dirname(named), basename(named)) ? named : undefined;
  return firstOf(BROWSERS);
}

/**
 * A page in Chromium without windows costs a third of the processor time, but cannot show notifications.
 * @returns its path, or that of the browser with windows, if this machine has one
 */
export function headlessBrowserProgram() {
  return (process.env.CHROMIUM_PATH ? undefined : firstOf(HEADLESS_BROWSERS)) ?? browserProgram();
}

/**
 * @param {string} name of a program of `deploy`, or of another one for administrators @returns its path, if this
 *   machine has it
 */
export function proxyProgram(name) {
  const folder = [...onPath(), ...FOR_ADMINISTRATORS].find((candidate) => runs(candidate, name));
  return folder && join(folder, name);
}

/** Why this machine has no Python to test with. It starts each candidate. @returns {string | undefined} */
export function missingPython() {
  try {
    pythonOf();
    return undefined;
  } catch (error) {
    return /** @type {Error} */ (error).message;
  }
}

/** The tests that this machine cannot run, one reason each. */
export function missingServers() {
  const { TEST_DATABASE_URL, TEST_REDIS_URL } = process.env;
  return {
    postgres:
      TEST_DATABASE_URL || postgresPrograms()
        ? undefined
        : 'PostgreSQL (TEST_DATABASE_URL is not set, and there is no initdb on the PATH)',
    pooler: missingPooler(),
    redis:
      TEST_REDIS_URL || redisProgram()
        ? undefined
        : 'Redis (TEST_REDIS_URL is not set, and there is no redis-server on the PATH)',
    toKill:
      postgresPrograms() && redisProgram()
        ? undefined
        : 'a PostgreSQL and a Redis that may be killed (there is no initdb or no redis-server on the PATH)',
    toMeasure:
      postgresPrograms() && folderOf('pgbench')
        ? undefined
        : 'a PostgreSQL to measure (there is no initdb or no pgbench on the PATH)',
    toDeploy: missingPrograms(),
    scanner: missingScanner(),
    browser: browserProgram()
      ? undefined
      : `a browser (CHROMIUM_PATH names none, and there is no ${BROWSERS.join(' or ')} on the PATH)`,
  };
}

function missingPooler() {
  return proxyProgram('pgbouncer') ? undefined : 'PgBouncer (there is no pgbouncer on the PATH)';
}

function missingScanner() {
  return proxyProgram('clamd') ? undefined : 'clamd of ClamAV (there is no clamd on the PATH)';
}

function missingPrograms() {
  const missing = PROGRAMS_OF_DEPLOY.filter((name) => proxyProgram(name) === undefined);
  return missing.length === 0
    ? undefined
    : `the programs that deploy has files for (there is no ${missing.join(', no ')})`;
}

/** @param {readonly string[]} names */
const firstOf = (names) =>
  names
    .flatMap((name) => onPath().map((folder) => join(folder, name)))
    .find((path) => runs(dirname(path), basename(path)));

/** @param {string} name */
const folderOf = (name) => [...onPath(), ...debianVersions()].find((folder) => runs(folder, name));

const onPath = () => (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');

/** Debian keeps PostgreSQL's own programs off the PATH, newest version first here. */
function debianVersions() {
  try {
    return readdirSync(DEBIAN)
      .sort((one, other) => Number(other) - Number(one))
      .map((version) => join(DEBIAN, version, 'bin'));
  } catch {
    return [];
  }
}

/** @param {string} folder @param {string} program */
function runs(folder, program) {
  try {
    accessSync(join(folder, program), constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
