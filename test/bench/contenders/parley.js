import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { startChild } from './contender.js';
import { Population } from './population.js';

const SECRET = 'a secret of nobody that is long enough';

/** All clients of a benchmark have one address, and send as fast as they can. */
const UNLIMITED = '1000000';
const LIMITS = {
  EVENTS_PER_SECOND: UNLIMITED,
  EVENTS_BURST: UNLIMITED,
  EVENTS_PER_SECOND_PER_USER: UNLIMITED,
  EVENTS_BURST_PER_USER: UNLIMITED,
  STORED_BYTES_PER_DAY: String(Number.MAX_SAFE_INTEGER),
  MEMBERSHIPS_PER_USER: '10000',
  HANDSHAKES_PER_SECOND: UNLIMITED,
  API_REQUESTS_PER_SECOND: UNLIMITED,
  API_REQUESTS_BURST: UNLIMITED,
  STRANGERS_PER_HOUR: '0',
  MAX_UPLOAD_BYTES: String(512 * 1_024 ** 2),
  UPLOAD_QUOTA_BYTES: String(2 ** 40),
};

/**
 * The service, with a database of its own.
 * @param {string} folder for its files
 * @param {string | undefined} databaseUrl undefined: the embedded database
 * @param {object} [options]
 * @param {string[] | undefined} [options.node] flags of Node.js
 * @param {string | undefined} [options.redisUrl] set for one of several nodes
 * @param {string | undefined} [options.runtime] the path of Node.js, by default the present one
 * @param {number} [options.port] by default any
 * @param {string} [options.main] the program, by default that of this tree
 * @param {Record<string, string>} [options.settings] further variables
 * @returns {Promise<import('./contender.js').Contender & { population: Population, exited: Promise<void> }>}
 */
export async function startParley(
  folder,
  databaseUrl,
  { node, runtime, redisUrl, port = 0, main = 'dist/program/main.js', settings = {} } = {},
) {
  const name = databaseUrl === undefined ? 'Parley, embedded' : 'Parley';
  const cwd = join(folder, name.replace(/\W+/g, '-'));
  const data = join(cwd, 'data');
  mkdirSync(data, { recursive: true });
  const child = await startChild(main, {
    cwd,
    node,
    runtime,
    env: {
      ...LIMITS,
      ...settings,
      PORT: String(port),
      DATA_DIR: data,
      JWT_SECRET: SECRET,
      ALLOWED_HOSTS: 'localhost',
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
    },
  });
  const address =
    databaseUrl === undefined
      ? { host: data, user: 'postgres', database: 'postgres' }
      : { connectionString: databaseUrl };
  const population = new Population(address, SECRET);
  return {
    name,
    wire: 'parley',
    ...child,
    population,
    rooms: (count, size) => population.rooms(count, size),
    stop: async () => {
      await population.close();
      await child.stop();
    },
  };
}
