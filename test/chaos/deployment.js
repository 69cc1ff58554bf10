import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { privatePostgres } from '../servers/private-postgres.js';
import { privateRedis } from '../servers/redis.js';
import { startServer } from '../servers/start-server.js';
import { fillTemplate, names } from '../servers/template.js';
import { Balancer } from './balancer.js';
import { PostgresCluster } from './ha/postgres-cluster.js';
import { launchNode } from './node.js';
import { Part } from './part.js';
import { NODES, POSTGRES, REDIS } from './plan.js';
import { steadyPort } from './steady-port.js';

/** Three nodes, their PostgreSQL and their Redis, and a load balancer. */
export class Deployment {
  /** Faults of its parts, one sentence each. @type {string[]} */
  complaints = [];
  /** @type {Map<string, Part>} */
  #parts = new Map();
  /** The port of each running node, by name. @type {Map<string, number>} */
  #ports = new Map();
  /** Undefined: one PostgreSQL, which is a part. @type {PostgresCluster | undefined} */
  #cluster;
  #balancer = new Balancer(() => this.#listening());

  /**
   * @param {string} folder for all files
   * @param {AbortSignal} signal aborts
   * @param {'single' | 'synchronous' | 'asynchronous'} database one PostgreSQL, or a primary and its standby
   */
  constructor(folder, signal, database) {
    this.folder = folder;
    this.signal = signal;
    if (database === 'single') return;
    const complain = (/** @type {string} */ sentence) => this.complaints.push(sentence);
    this.#cluster = new PostgresCluster(folder, database === 'synchronous', signal, complain);
  }

  /**
   * @param {number} users the minimum number of users
   * @returns {Promise<{ url: string, accounts: string, env: NodeJS.ProcessEnv }>} its address, the CSV of its users,
   *   and the environment of its commands
   */
  async start(users) {
    const [databaseUrl = '', hostsUrl = databaseUrl] = await this.#startDatabase();
    const redis = privateRedis(this.folder);
    const redisPort = await steadyPort();
    await this.#add(REDIS, () => serverOn(redisPort, redis.server));
    // The folder itself belongs to the user of PostgreSQL.
    const data = join(this.folder, 'commands');
    mkdirSync(data);
    const env = {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'test',
      DATA_DIR: data,
      DATABASE_URL: databaseUrl,
      REDIS_URL: redis.url(redisPort),
      HOST: '127.0.0.1',
      PORT: '0',
      JWT_SECRET: 'a secret of nobody that is long enough',
      // All clients have one address, and many connect at once when a node has ended.
      HANDSHAKES_PER_SECOND: '1000000',
      FAILED_LOGINS_PER_MINUTE: '1000000',
      STRANGERS_PER_HOUR: '0',
    };
    const accounts = await fillTemplate(this.folder, env, this.signal, Math.ceil(users / names.length));
    // The last node chooses between the servers of the database itself.
    const urlOf = (/** @type {number} */ at) => (at === NODES.length - 1 ? hostsUrl : databaseUrl);
    await Promise.all(NODES.map((name, at) => this.#addNode(name, { ...env, DATABASE_URL: urlOf(at) })));
    const port = await this.#balancer.listen();
    return { url: `ws://127.0.0.1:${String(port)}`, accounts, env };
  }

  /**
   * Replaces the primary of the database by its standby.
   * @param {import('./ha/failover-plan.js').FailoverStep} step
   */
  failOver(step) {
    if (!this.#cluster) throw new Error('The database has one server.');
    return this.#cluster.failOver(step);
  }

  /** @param {string[]} names @param {NodeJS.Signals} signal */
  disrupt(names, signal) {
    return Promise.all(this.#named(names).map((part) => part.disrupt(signal)));
  }

  /** @param {string[]} names */
  recover(names) {
    return Promise.all(this.#named(names).map((part) => part.recover()));
  }

  /** Stops all parts as an operator does. */
  async stop() {
    await this.#stop(NODES, 'SIGTERM');
    this.#balancer.close();
    await this.#stop([REDIS], 'SIGTERM');
    await this.#stop([POSTGRES], 'SIGINT');
    await this.#cluster?.stop();
  }

  /** Kills all parts, whatever state they are in. Stopped parts stay stopped. */
  async kill() {
    this.#balancer.close();
    await this.#stop([...NODES, REDIS], 'SIGKILL');
    await this.#stop([POSTGRES], 'SIGQUIT');
    await this.#cluster?.kill();
  }

  /** @returns {Promise<string[]>} its URL, and that of all its servers if there are several */
  async #startDatabase() {
    if (this.#cluster) {
      await this.#cluster.start();
      return [this.#cluster.proxyUrl, this.#cluster.hostsUrl];
    }
    // With fsync, as no accepted message may be lost.
    const { server, url } = privatePostgres(this.folder, []);
    const port = await steadyPort();
    await this.#add(POSTGRES, () => serverOn(port, server));
    return [url(port)];
  }

  /** @param {string[]} names @param {NodeJS.Signals} signal */
  async #stop(names, signal) {
    await Promise.all(this.#named(names).map((part) => part.stop(signal)));
  }

  /** @param {string} name @param {NodeJS.ProcessEnv} env */
  #addNode(name, env) {
    const folder = join(this.folder, name.replace(' ', '-'));
    mkdirSync(folder);
    return this.#add(name, async () => {
      const { child, port } = await launchNode(folder, { ...env, DATA_DIR: folder });
      this.#ports.set(name, port);
      return child;
    });
  }

  /** @param {string} name @param {() => Promise<import('node:child_process').ChildProcess>} launch */
  async #add(name, launch) {
    const part = new Part(name, launch, (sentence) => this.complaints.push(sentence));
    this.#parts.set(name, part);
    this.signal.throwIfAborted();
    await part.start();
  }

  /** The started ones of these parts. @param {string[]} names */
  #named(names) {
    return names.flatMap((name) => this.#parts.get(name) ?? []);
  }

  #listening() {
    return this.#named(NODES).flatMap(({ isRunning, name }) => (isRunning ? (this.#ports.get(name) ?? []) : []));
  }
}

/** @param {number} port @param {import('../servers/start-server.js').Server} server */
async function serverOn(port, server) {
  const { child } = await startServer(server, () => Promise.resolve(port));
  return child;
}
