import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import pg from 'pg';

import { startBrowser } from '../pictures/web-page.js';
import { unpackRelease } from '../previous-release/unpack.js';
import { privatePostgres } from '../servers/private-postgres.js';
import { startRedisCluster } from '../servers/redis-cluster.js';
import { privateRedis } from '../servers/redis.js';
import { freePort, startServer } from '../servers/start-server.js';
import { hasNginx, startBareFileServer, startNginx } from './contenders/file-servers.js';
import { hasEjabberd, startEjabberd } from './contenders/ejabberd.js';
import { startModerationHook } from './contenders/moderation-hook.js';
import { startParley } from './contenders/parley.js';
import { commitsPerSecond } from './contenders/pgbench.js';
import { ABLE_TO_COUNT, counted } from './contenders/statements.js';
import { startWithoutStorage } from './contenders/without-storage.js';

/** @typedef {{ stop: () => Promise<void> }} Held */

/** The environment of measurements: a PostgreSQL of its own with default durability, and servers on demand. */
export class Lab {
  #folder;
  #databaseUrl = '';
  #count = 0;
  /** The parent of the processes that serve PostgreSQL's connections. */
  postgresPid = 0;
  /** @type {Promise<Held> | undefined} */
  #postgres;
  /** @type {import('../previous-release/unpack.js').Release | undefined} */
  #previous;
  /** @type {Promise<Held>[]} */
  #held = [];
  /** @type {string[]} */
  #databases = [];
  /** @type {Promise<void> | undefined} */
  #closing;

  /** @param {string} folder for all files */
  constructor(folder) {
    this.#folder = folder;
  }

  async open() {
    const { server, url } = privatePostgres(this.#folder, ABLE_TO_COUNT);
    const starting = startServer(server);
    this.#postgres = starting;
    const { port, child } = await starting;
    this.postgresPid = child.pid ?? 0;
    this.#databaseUrl = url(port);
    await this.#sql('CREATE TABLE bench_commits (id uuid PRIMARY KEY, content text NOT NULL)');
  }

  /**
   * A Parley on a new database of the lab's PostgreSQL.
   * @param {string[]} [node] flags of Node.js
   * @param {string} [runtime] the path of Node.js, by default the present one
   */
  async parley(node, runtime) {
    return this.#parleyOn(await this.#newDatabase(), { node, runtime });
  }

  /** As {@link parley}, with a hook that allows every message. @param {number} answerMs the time of its answers */
  async moderatedParley(answerMs) {
    const { settings } = await this.hold(() => startModerationHook(answerMs));
    return this.#parleyOn(await this.#newDatabase(), { settings });
  }

  /** As {@link parley}, with the program of the previous release. @param {string[]} [node] */
  async previousParley(node) {
    this.#previous ??= unpackRelease(this.folder());
    const { main } = this.#previous;
    return this.#parleyOn(await this.#newDatabase(), { node, main });
  }

  /** As {@link parley}. `restart` starts it again on the same address and database, after its process has ended. */
  async restartableParley() {
    const [database, port] = [await this.#newDatabase(), await freePort()];
    const start = () => this.#parleyOn(database, { port });
    return { ...(await start()), restart: start };
  }

  /** As {@link parley}, with the tables of rooms in hash partitions by room. @param {number} partitions */
  async partitionedParley(partitions) {
    const parley = await this.parley();
    await parley.population.partition(partitions);
    return parley;
  }

  /** As {@link parley}, with a count of its statements. */
  async countedParley() {
    const database = await this.#newDatabase();
    for (const statement of counted(database)) await this.#sql(statement);
    return this.#parleyOn(database);
  }

  /** Nodes of one Parley, and their Redis. @param {number} count */
  async nodes(count) {
    const { server, url } = privateRedis(this.folder());
    const redis = await this.hold(() => startServer(server));
    const nodes = await this.#nodesOn(url(redis.port), count);
    return { nodes, redisPid: redis.child.pid ?? 0, redisPort: redis.port };
  }

  /** Nodes of one Parley, and their Redis Cluster of three masters with a replica each. @param {number} count */
  async nodesOnCluster(count) {
    const cluster = await this.hold(() => startRedisCluster(() => this.folder()));
    return { nodes: await this.#nodesOn(cluster.url, count), redisPids: cluster.pids, redisPorts: cluster.ports };
  }

  /** A Parley on its embedded database. */
  async embeddedParley() {
    return this.hold(() => startParley(this.folder(), undefined));
  }

  /** @param {string[]} [node] */
  async bareWs(node) {
    return this.hold(() => startWithoutStorage('bare', node));
  }

  async socketIo() {
    return this.hold(() => startWithoutStorage('socket.io'));
  }

  /** A plain Node server of files. */
  async bareFiles() {
    return this.hold(() => startBareFileServer(this.folder()));
  }

  /** The WebDAV module of nginx; undefined if it is not installed. */
  async nginxFiles() {
    return hasNginx() ? this.hold(() => startNginx(this.folder())) : undefined;
  }

  /** ejabberd on a database of the same PostgreSQL; undefined if it is not installed. */
  async ejabberd() {
    if (!hasEjabberd()) return undefined;
    const url = this.#urlOf(await this.#newDatabase());
    return this.hold(() => startEjabberd(this.folder(), url));
  }

  /** Chromium, for measurements of the web client. */
  async browser() {
    const { browser } = await this.hold(async () => {
      const browser = await startBrowser();
      return { browser, stop: () => browser.close() };
    });
    return browser;
  }

  /** Commits of single rows a second on the same PostgreSQL. @param {number} seconds @param {number} [clients] */
  commitsPerSecond(seconds, clients = 32) {
    return commitsPerSecond(this.#folder, this.#databaseUrl, seconds, clients);
  }

  /** Creates a folder. */
  folder() {
    const folder = join(this.#folder, `server-${String((this.#count += 1))}`);
    mkdirSync(folder);
    return folder;
  }

  /**
   * Starts a part of the lab, which ends with the lab's servers.
   * @template {Held} Started
   * @param {() => Promise<Started>} start
   * @throws {Error} once the lab is closed
   */
  hold(start) {
    if (this.#closing) throw new Error('The lab is closed.');
    const starting = start();
    this.#held.push(starting);
    return starting;
  }

  /**
   * Stops all servers, including those that are still starting, and removes their databases: PostgreSQL would vacuum
   * them during the next measure.
   */
  async clear() {
    await this.#stopServers();
    for (const database of this.#databases.splice(0)) await this.#sql(`DROP DATABASE ${database} WITH (FORCE)`);
  }

  /** Stops everything. It can be called repeatedly. */
  close() {
    this.#closing ??= this.#stopServers().then(() => this.#postgres && stopped(this.#postgres));
    return this.#closing;
  }

  async #stopServers() {
    await Promise.all(this.#held.splice(0).map(stopped));
  }

  async #newDatabase() {
    const database = `bench_test_${String((this.#count += 1))}`;
    await this.#sql(`CREATE DATABASE ${database}`);
    this.#databases.push(database);
    return database;
  }

  /** @param {string} redisUrl @param {number} count */
  async #nodesOn(redisUrl, count) {
    const database = await this.#newDatabase();
    /** @type {Awaited<ReturnType<typeof startParley>>[]} */
    const nodes = [];
    while (nodes.length < count) nodes.push(await this.#parleyOn(database, { redisUrl }));
    return nodes;
  }

  /** @param {string} database @param {Parameters<typeof startParley>[2]} [options] */
  #parleyOn(database, options) {
    return this.hold(() => startParley(this.folder(), this.#urlOf(database), options));
  }

  /** @param {string} database */
  #urlOf(database) {
    const url = new URL(this.#databaseUrl);
    url.pathname = database;
    return url.href;
  }

  /** @param {string} statement */
  async #sql(statement) {
    const client = new pg.Client({ connectionString: this.#databaseUrl });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  }
}

/** @param {Promise<Held>} starting a failed start needs no stop */
const stopped = (starting) =>
  starting.then(
    ({ stop }) => stop(),
    () => undefined,
  );
