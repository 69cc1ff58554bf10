import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { launchNode } from '../chaos/node.js';
import { privatePostgres } from '../servers/private-postgres.js';
import { privateRedis } from '../servers/redis.js';
import { startServer } from '../servers/start-server.js';
import { fillTemplate, names } from '../servers/template.js';
import { readLog } from './watch/log.js';

/**
 * @typedef {object} WatchedNode one process of the service
 * @property {string} name
 * @property {string} url `http://…`
 * @property {number} pid
 * @property {string} file for its memory report
 * @property {string} folder of its log
 * @property {import('node:child_process').ChildProcess} child
 */

const NODES = ['node 1', 'node 2'];
const HANDLE_REPORTER = pathToFileURL(join(import.meta.dirname, '../bench/contenders/memory-reporter.js')).href;
/** Small, so that a slow reader is disconnected sooner. */
const MAX_UNSENT_BYTES = '262144';

/** Two nodes, their PostgreSQL and their Redis, with the default limits. */
export class Deployment {
  /** @type {WatchedNode[]} */
  nodes = [];
  /** The port identifies connections to the database. */
  databasePort = 0;
  /** @type {Map<string, Promise<{ stop: () => Promise<void> }>>} */
  #servers = new Map();

  /**
   * @param {string} folder for all files
   * @param {AbortSignal} signal aborts
   */
  constructor(folder, signal) {
    this.folder = folder;
    this.signal = signal;
  }

  /**
   * @param {number} users the minimum number of users
   * @returns {Promise<{ accounts: string, env: NodeJS.ProcessEnv }>} the CSV of its users, and the environment of its
   *   commands
   */
  async start(users) {
    // Without fsync, because its data do not outlive the run.
    const postgres = privatePostgres(this.folder, ['fsync=off']);
    const redis = privateRedis(this.folder);
    this.databasePort = await this.#serve('postgres', postgres.server);
    const redisPort = await this.#serve('redis', redis.server);
    // The folder itself belongs to the user of PostgreSQL.
    const data = join(this.folder, 'data');
    mkdirSync(data);
    const env = {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      DATA_DIR: data,
      DATABASE_URL: postgres.url(this.databasePort),
      REDIS_URL: redis.url(redisPort),
      HOST: '127.0.0.1',
      PORT: '0',
      JWT_SECRET: 'a secret of nobody that is long enough',
      // Each client has an address of its own by a trusted header, so that rate limits count clients separately.
      ALLOWED_HOSTS: 'chat.example.com',
      TRUST_PROXY: 'loopback',
      SERVE_DOCS: 'on',
      MAX_UNSENT_BYTES,
      STRANGERS_PER_HOUR: '0',
    };
    const accounts = await fillTemplate(this.folder, env, this.signal, Math.ceil(users / names.length));
    for (const name of NODES) await this.#launch(name, env);
    return { accounts, env };
  }

  /**
   * Stops all parts as an operator does.
   * @returns {Promise<{ complaints: string[], waits: number }>} the faults of the nodes, a sentence each, and how
   *   often they logged that the database was too slow
   */
  async stop() {
    const ends = await Promise.all(this.nodes.map(stopped));
    await this.#stopServers();
    return {
      complaints: ends.flatMap(({ complaints }) => complaints),
      waits: ends.reduce((sum, { waits }) => sum + waits, 0),
    };
  }

  /** Kills all parts at once. */
  async kill() {
    for (const { child } of this.nodes) if (!hasEnded(child)) child.kill('SIGKILL');
    await this.#stopServers();
  }

  /** @param {string} name @param {import('../servers/start-server.js').Server} server */
  async #serve(name, server) {
    this.signal.throwIfAborted();
    const starting = startServer(server);
    this.#servers.set(name, starting);
    return (await starting).port;
  }

  async #stopServers() {
    const servers = [...this.#servers.values()];
    this.#servers.clear();
    await Promise.all(servers.map((starting) => starting.then(({ stop }) => stop()).catch(() => undefined)));
  }

  /** @param {string} name @param {NodeJS.ProcessEnv} env */
  async #launch(name, env) {
    this.signal.throwIfAborted();
    const folder = join(this.folder, name.replace(' ', '-'));
    mkdirSync(folder);
    const file = join(folder, 'memory');
    const flags = ['--expose-gc', '--import', `${HANDLE_REPORTER}?into=${file}`];
    const { child, port } = await launchNode(folder, { ...env, DATA_DIR: folder }, flags);
    const node = { name, url: `http://127.0.0.1:${String(port)}`, pid: child.pid ?? 0, file, folder, child };
    this.nodes.push(node);
  }
}

/** @param {import('node:child_process').ChildProcess} child */
const hasEnded = ({ exitCode, signalCode }) => exitCode !== null || signalCode !== null;

/** @param {import('node:child_process').ChildProcess} child */
const how = ({ exitCode, signalCode }) => (exitCode === null ? String(signalCode) : `code ${String(exitCode)}`);

/** @param {WatchedNode} node */
async function stopped({ name, child, folder }) {
  const endedBefore = hasEnded(child);
  if (!endedBefore) {
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    await exit;
  }
  const { errors, waits } = readLog(join(folder, 'log'));
  const complaints = errors.map((line) => `${name} logged: ${line}`);
  if (endedBefore) complaints.push(`${name} ended by itself.`);
  else if (child.exitCode !== 0) complaints.push(`${name} ended with ${how(child)}.`);
  return { complaints, waits };
}
