import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, copyFileSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import pg from 'pg';
import { parseDocument } from 'yaml';

import { proxyProgram } from '../../servers/programs.js';
import { Part } from '../part.js';
import { steadyPort } from '../steady-port.js';
import { DatabaseMachine } from './database-machine.js';

const DEPLOY = join(import.meta.dirname, '../../../deploy/postgres-ha');
const TIMEOUT_MS = 120_000;
const POLL_MS = 100;

/**
 * A PostgreSQL of two servers under Patroni, with etcd and HAProxy, from the files of `deploy/postgres-ha`.
 */
export class PostgresCluster {
  #password = randomBytes(12).toString('hex');
  /** @type {DatabaseMachine[]} */
  #machines = [];
  /** @type {Part[]} */
  #helpers = [];
  #proxyPort = 0;

  /**
   * @param {string} folder for all files
   * @param {boolean} isSynchronous whether a write waits for the standby
   * @param {AbortSignal} signal aborts
   * @param {(sentence: string) => void} complain called with each fault
   */
  constructor(folder, isSynchronous, signal, complain) {
    this.folder = join(folder, 'database');
    this.isSynchronous = isSynchronous;
    this.signal = signal;
    this.complain = complain;
  }

  /** The primary behind HAProxy. */
  get proxyUrl() {
    return `postgres://parley:${this.#password}@127.0.0.1:${String(this.#proxyPort)}/parley`;
  }

  /** Both servers. */
  get hostsUrl() {
    const hosts = this.#machines.map(({ ports }) => `127.0.0.1:${String(ports.postgres)}`).join(',');
    return `postgres://parley:${this.#password}@${hosts}/parley?target_session_attrs=read-write`;
  }

  async start() {
    const missing = ['etcd', 'patroni', 'haproxy'].filter((program) => proxyProgram(program) === undefined);
    if (missing.length > 0) throw new Error(`There is no ${missing.join(', no ')} on the PATH: install it.`);
    mkdirSync(this.folder, { mode: 0o711 });
    chmodSync(join(this.folder, '..'), 0o711);
    const etcd = await this.#startEtcd();
    const surroundings = { folder: this.folder, config: this.#writeConfig(), etcd, password: this.#password };
    for (const name of ['database 1', 'database 2']) {
      const ports = { postgres: await steadyPort(), api: await steadyPort() };
      const machine = new DatabaseMachine(name, ports, surroundings, this.complain);
      this.#machines.push(machine);
      this.signal.throwIfAborted();
      await machine.start();
      // The first one makes the database, and the second one copies it.
      await this.#until(() => this.isHealthy());
    }
    await this.#startProxy();
    await this.#until(() => this.acceptsWrites());
  }

  /** Whether all running servers have a role, one of them as the primary, and standbys follow it closely. */
  async isHealthy() {
    const running = this.#machines.filter(({ isRunning }) => isRunning);
    const members = await this.#members();
    const roles = members.filter(({ state }) => state === 'running' || state === 'streaming').map(({ role }) => role);
    const standby = this.isSynchronous ? 'sync_standby' : 'replica';
    const expected = running.map((_, at) => (at === 0 ? 'leader' : standby));
    if (running.length === 0 || roles.sort().join() !== expected.sort().join()) return false;
    return members.every(({ role, lag = 0 }) => role === 'leader' || lag === 0);
  }

  /** Whether a transaction that a client makes through HAProxy is committed. */
  async acceptsWrites() {
    const client = new pg.Client({
      connectionString: this.proxyUrl,
      connectionTimeoutMillis: 1_000,
      query_timeout: 1_000,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query(`SELECT pg_logical_emit_message(true, 'chaos', '')`);
      return true;
    } catch {
      return false;
    } finally {
      void client.end().catch(() => undefined);
    }
  }

  /**
   * Ends the primary in the role, or as a whole.
   * @param {import('./failover-plan.js').FailoverStep} step
   * @returns {Promise<{ primary: string, unavailableMs: number }>} its name, and how long no write was accepted
   */
  async failOver({ kind, lagMs }) {
    const primary = await this.#primary();
    if (lagMs > 0) {
      primary.holdReplication();
      await this.#pause(lagMs);
    }
    const began = performance.now();
    if (kind === 'machine') await primary.die();
    else if (kind === 'crash') primary.crash();
    else await this.#switchOver(primary);
    await this.#until(async () => (await this.#leader()) === other(this.#machines, primary).name);
    // In strict synchronous mode the new primary accepts writes when it has a standby.
    if (kind === 'machine') await primary.start();
    await this.#until(() => this.acceptsWrites());
    const unavailableMs = performance.now() - began;
    await this.#until(() => this.isHealthy());
    return { primary: primary.name, unavailableMs };
  }

  /** Stops all processes as an operator does. */
  async stop() {
    for (const machine of this.#machines) await machine.stop();
    for (const helper of this.#helpers.toReversed()) await helper.stop('SIGINT');
  }

  /** Kills all processes, whatever state they are in. */
  async kill() {
    await Promise.all(this.#machines.map((machine) => machine.die()));
    await Promise.all(this.#helpers.map((helper) => helper.stop('SIGKILL')));
  }

  async #startEtcd() {
    const [client, peer] = [await steadyPort(), await steadyPort()].map((port) => `http://127.0.0.1:${String(port)}`);
    const words = ['--name', 'etcd', '--data-dir', join(this.folder, 'etcd')];
    words.push('--listen-client-urls', client ?? '', '--advertise-client-urls', client ?? '');
    words.push('--listen-peer-urls', peer ?? '', '--initial-advertise-peer-urls', peer ?? '');
    words.push('--initial-cluster', `etcd=${peer ?? ''}`);
    await this.#startHelper('etcd', ['etcd', ...words], {}, () => fetch(`${client ?? ''}/health`).then(({ ok }) => ok));
    return (client ?? '').replace('http://', '');
  }

  async #startProxy() {
    this.#proxyPort = await steadyPort();
    const [one, two] = this.#machines.map(({ ports }) => ports);
    const env = {
      LISTEN: `127.0.0.1:${String(this.#proxyPort)}`,
      DATABASE1: `127.0.0.1:${String(one?.postgres)}`,
      PATRONI1: String(one?.api),
      DATABASE2: `127.0.0.1:${String(two?.postgres)}`,
      PATRONI2: String(two?.api),
    };
    const program = proxyProgram('haproxy') ?? 'haproxy';
    await this.#startHelper('HAProxy', [program, '-db', '-f', join(DEPLOY, 'haproxy.cfg')], env, () =>
      this.acceptsWrites(),
    );
  }

  /**
   * @param {string} name
   * @param {string[]} command
   * @param {Record<string, string>} env
   * @param {() => Promise<boolean>} isReady may reject
   */
  async #startHelper(name, [program = '', ...words], env, isReady) {
    const log = openSync(join(this.folder, `${name}.log`), 'a');
    const helper = new Part(
      name,
      async () => {
        const options = { cwd: this.folder, env: { PATH: process.env.PATH ?? '', ...env } };
        const child = spawn(program, words, { ...options, stdio: ['ignore', log, log] });
        await this.#until(() => child.exitCode !== null || isReady().catch(() => false));
        return child;
      },
      this.complain,
    );
    this.#helpers.push(helper);
    this.signal.throwIfAborted();
    await helper.start();
  }

  /** The deployed file, with this mode and the path of its script. */
  #writeConfig() {
    const config = parseDocument(readFileSync(join(DEPLOY, 'patroni.yml'), 'utf8'));
    const dcs = ['bootstrap', 'dcs'];
    for (const mode of ['synchronous_mode', 'synchronous_mode_strict'])
      config.setIn([...dcs, mode], this.isSynchronous);
    config.setIn([...dcs, 'postgresql', 'parameters', 'unix_socket_directories'], '');
    const script = join(this.folder, 'create-database.sh');
    copyFileSync(join(DEPLOY, 'create-database.sh'), script);
    chmodSync(script, 0o755);
    config.setIn(['bootstrap', 'post_bootstrap'], script);
    const file = join(this.folder, 'patroni.yml');
    writeFileSync(file, config.toString());
    return file;
  }

  /** @returns {Promise<{ name: string, role: string, state: string, lag?: number | string }[]>} as Patroni sees it */
  async #members() {
    for (const { ports } of this.#machines) {
      const response = await fetch(`http://127.0.0.1:${String(ports.api)}/cluster`).catch(() => undefined);
      if (response?.ok) return /** @type {{ members: never[] }} */ (await response.json()).members;
    }
    return [];
  }

  /** @returns the name of the primary, if there is one */
  async #leader() {
    const leader = (await this.#members()).find(({ role, state }) => role === 'leader' && state === 'running');
    return this.#machines.find(({ name }) => name.replace(' ', '') === leader?.name)?.name;
  }

  async #primary() {
    const leader = await this.#leader();
    const machine = this.#machines.find(({ name }) => name === leader);
    if (!machine) throw new Error('The database has no primary.');
    return machine;
  }

  /** @param {DatabaseMachine} primary */
  async #switchOver(primary) {
    const candidate = other(this.#machines, primary).name.replace(' ', '');
    const response = await fetch(`http://127.0.0.1:${String(primary.ports.api)}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: primary.name.replace(' ', ''), candidate }),
    });
    if (!response.ok) throw new Error(`The switchover was refused: ${await response.text()}`);
  }

  /** @param {() => boolean | Promise<boolean>} holds */
  async #until(holds) {
    for (const deadline = Date.now() + TIMEOUT_MS; !(await holds());) {
      if (Date.now() > deadline) throw new Error(`The database did not recover in ${String(TIMEOUT_MS / 1_000)} s.`);
      await this.#pause(POLL_MS);
    }
  }

  /** @param {number} ms */
  #pause(ms) {
    return delay(ms, undefined, { signal: this.signal });
  }
}

/** @param {DatabaseMachine[]} machines @param {DatabaseMachine} one @returns {DatabaseMachine} */
function other(machines, one) {
  const found = machines.find((machine) => machine !== one);
  if (!found) throw new Error('There is one server only.');
  return found;
}
