import { spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { postgresProgram } from '../../servers/programs.js';
import { unprivileged } from '../../servers/private-postgres.js';
import { Part } from '../part.js';
import { childrenOf, signalTo } from './processes.js';

const TIMEOUT_MS = 90_000;

/**
 * @typedef {object} Surroundings
 * @property {string} folder for all files of the cluster
 * @property {string} config the file of Patroni
 * @property {string} etcd its address
 * @property {string} password of every user
 */

/** A server of the database: Patroni, and the PostgreSQL that it starts. */
export class DatabaseMachine {
  #folder;
  #part;

  /**
   * @param {string} name
   * @param {{ postgres: number, api: number }} ports
   * @param {Surroundings} surroundings
   * @param {(sentence: string) => void} complain called with each fault
   */
  constructor(name, ports, surroundings, complain) {
    this.name = name;
    this.ports = ports;
    this.surroundings = surroundings;
    this.#folder = join(surroundings.folder, name.replace(' ', '-'));
    mkdirSync(this.#folder, { mode: 0o700 });
    const as = unprivileged();
    if (as) chownSync(this.#folder, as.uid, as.gid);
    chmodSync(this.#folder, 0o700);
    this.#part = new Part(name, () => this.#launch(), complain);
  }

  get isRunning() {
    return this.#part.isRunning;
  }

  start() {
    return this.#part.start();
  }

  /** Ends Patroni, which ends PostgreSQL. */
  async stop() {
    await this.#part.stop('SIGTERM');
  }

  /** As if the machine lost its power: no process of it does anything more. */
  async die() {
    this.#part.freeze();
    this.crash();
    await this.#part.stop('SIGKILL');
  }

  /** Kills PostgreSQL with all its processes, before one of them can react. Patroni runs on. */
  crash() {
    const postmaster = this.#postmaster();
    if (postmaster === undefined) return;
    signalTo(postmaster, 'SIGSTOP');
    for (const { pid } of childrenOf(postmaster)) signalTo(pid, 'SIGKILL');
    signalTo(postmaster, 'SIGKILL');
  }

  /** Its standbys receive nothing from now on. */
  holdReplication() {
    const postmaster = this.#postmaster();
    if (postmaster === undefined) return;
    for (const { pid, command } of childrenOf(postmaster)) {
      if (command.includes('walsender')) signalTo(pid, 'SIGSTOP');
    }
  }

  /** @returns {number | undefined} */
  #postmaster() {
    try {
      const pid = Number(readFileSync(join(this.#folder, 'data/postmaster.pid'), 'utf8').split('\n', 1)[0]);
      const command = readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8');
      // The file outlives a crash, after which another process may have the number.
      return command.includes(this.#folder) ? pid : undefined;
    } catch {
      return undefined;
    }
  }

  async #launch() {
    const { config, etcd, password } = this.surroundings;
    const { postgres, api } = this.ports;
    const at = (/** @type {number} */ port) => `127.0.0.1:${String(port)}`;
    // Patroni needs all programs of PostgreSQL, of which a folder of the PATH may have some only.
    const programs = dirname(postgresProgram('pg_controldata'));
    const log = openSync(join(this.#folder, 'log'), 'a');
    const child = spawn('patroni', [config], {
      ...unprivileged(),
      cwd: this.#folder,
      stdio: ['ignore', log, log],
      env: {
        PATH: `${programs}:${process.env.PATH ?? ''}`,
        PATRONI_NAME: this.name.replace(' ', ''),
        PATRONI_ETCD3_HOSTS: etcd,
        PARLEY_PASSWORD: password,
        PATRONI_RESTAPI_LISTEN: at(api),
        PATRONI_RESTAPI_CONNECT_ADDRESS: at(api),
        PATRONI_POSTGRESQL_LISTEN: at(postgres),
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: at(postgres),
        PATRONI_POSTGRESQL_DATA_DIR: join(this.#folder, 'data'),
        PATRONI_POSTGRESQL_BIN_DIR: programs,
        PATRONI_POSTGRESQL_PGPASS: join(this.#folder, 'pgpass'),
        PATRONI_SUPERUSER_USERNAME: 'postgres',
        PATRONI_SUPERUSER_PASSWORD: password,
        PATRONI_REPLICATION_USERNAME: 'replicator',
        PATRONI_REPLICATION_PASSWORD: password,
      },
    });
    for (const deadline = Date.now() + TIMEOUT_MS; child.exitCode === null && Date.now() < deadline;) {
      if (await this.#answers('/liveness')) return child;
      await delay(100);
    }
    child.kill('SIGKILL');
    throw new Error(`Patroni did not start:\n${readFileSync(join(this.#folder, 'log'), 'utf8')}`);
  }

  /** @param {string} path of Patroni's own HTTP interface */
  #answers(path) {
    return fetch(`http://127.0.0.1:${String(this.ports.api)}${path}`).then(
      ({ ok }) => ok,
      () => false,
    );
  }
}
