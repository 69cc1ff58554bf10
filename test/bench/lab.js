import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import pg from 'pg';

import { privatePostgres } from '../servers/private-postgres.js';
import { privateRedis } from '../servers/redis.js';
import { startServer } from '../servers/start-server.js';
import { startParley } from './contenders/parley.js';
import { commitsPerSecond } from './contenders/pgbench.js';
import { ABLE_TO_COUNT, counted } from './contenders/statements.js';
import { startWithoutStorage } from './contenders/without-storage.js';

/** @typedef {{ stop: () => Promise<void> }} Held */

/** Where measures are made: a PostgreSQL of its own, as durable as it comes, and servers as they are asked for. */
export class Lab {
  #folder;
  #databaseUrl = '';
  #count = 0;
  /** The process whose children serve its connections. */
  postgresPid = 0;
  /** @type {Promise<Held> | undefined} */
  #postgres;
  /** @type {Promise<Held>[]} */
  #held = [];
  /** @type {Promise<void> | undefined} */
  #closing;

  /** @param {string} folder for all that is written */
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

  /** A Parley on a new database of the lab's PostgreSQL. @param {string[]} [node] flags of Node's own */
  async parley(node) {
    return this.#parleyOn(await this.#newDatabase(), node);
  }

  /** As {@link parley}, of whose statements PostgreSQL keeps count. */
  async countedParley() {
    const database = await this.#newDatabase();
    for (const statement of counted(database)) await this.#sql(statement);
    return this.#parleyOn(database);
  }

  /** Two nodes of one Parley, and their Redis. */
  async twoNodes() {
    const { server, url } = privateRedis(this.folder());
    const redis = await this.hold(() => startServer(server));
    const database = await this.#newDatabase();
    const start = () => this.#parleyOn(database, [], url(redis.port));
    return { nodes: [await start(), await start()], redisPid: redis.child.pid ?? 0 };
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

  /** Commits a second of single rows by 32 clients, on the same PostgreSQL. @param {number} seconds */
  commitsPerSecond(seconds) {
    return commitsPerSecond(this.#folder, this.#databaseUrl, seconds);
  }

  /** A new one, for whatever is written. */
  folder() {
    const folder = join(this.#folder, `server-${String((this.#count += 1))}`);
    mkdirSync(folder);
    return folder;
  }

  /**
   * Starts what goes with the servers: it ends with them.
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

  /** Ends the servers that were asked for, those too that have yet to start. */
  async clear() {
    await Promise.all(this.#held.splice(0).map(stopped));
  }

  /** Ends everything, once, however often it is asked for. */
  close() {
    this.#closing ??= this.clear().then(() => this.#postgres && stopped(this.#postgres));
    return this.#closing;
  }

  async #newDatabase() {
    const database = `bench_test_${String((this.#count += 1))}`;
    await this.#sql(`CREATE DATABASE ${database}`);
    return database;
  }

  /** @param {string} database @param {string[]} [node] @param {string} [redisUrl] */
  #parleyOn(database, node, redisUrl) {
    const url = new URL(this.#databaseUrl);
    url.pathname = database;
    return this.hold(() => startParley(this.folder(), url.href, node, redisUrl));
  }

  /** @param {string} statement */
  async #sql(statement) {
    const client = new pg.Client({ connectionString: this.#databaseUrl });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  }
}

/** @param {Promise<Held>} starting what has not started needs no end */
const stopped = (starting) =>
  starting.then(
    ({ stop }) => stop(),
    () => undefined,
  );
