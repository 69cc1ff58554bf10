import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { parley } from './command.js';
import { environment } from './environment.js';
import type { Environment } from './environment.js';
import { newPlace } from './place.js';
import type { Place } from './place.js';

const MAIN = join(import.meta.dirname, '../../dist/src/main.js');
const LISTENS = /Parley listens on (http:\/\/\S+?:\d+)/;
const PATIENCE_MS = 40_000;
const STOP_PATIENCE_MS = 20_000;

/** How a process of the service ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Everything it printed. */
  readonly output: string;
  /** What of it stood on standard error. */
  readonly errors: string;
}

/** The real service, as a process of its own, with a database of its own. */
export class Service {
  private process: ChildProcess | undefined;
  private ended: Promise<Exit> | undefined;
  private printed = '';
  private address: string | undefined;

  private constructor(
    readonly place: Place,
    private env: Environment,
    private readonly ownsPlace: boolean,
  ) {}

  /**
   * @param env what is different from the settings of all specs
   * @param place the data of another service, to be shared with it
   */
  static async start(env: Environment = {}, place?: Place): Promise<Service> {
    const service = new Service(place ?? (await newPlace()), env, place === undefined);
    try {
      await service.begin();
    } catch (error) {
      await service.stop();
      throw error;
    }
    return service;
  }

  /** A start that is expected to fail: how it ended. */
  static async failsToStart(env: Environment, place?: Place): Promise<Exit> {
    const service = new Service(place ?? (await newPlace()), env, place === undefined);
    try {
      await Promise.race([service.launch(), service.ready()]);
      if (service.process?.exitCode === null) throw new Error(`The service started after all.\n${service.printed}`);
      return await service.exit();
    } finally {
      await service.stop();
    }
  }

  /** `http://127.0.0.1:<port>` */
  get url(): string {
    if (this.address === undefined) throw new Error('The service is not running.');
    return this.address;
  }

  /** Everything that the service has printed. */
  get output(): string {
    return this.printed;
  }

  /** Sends a signal and waits for the end. */
  async kill(signal: NodeJS.Signals): Promise<Exit> {
    this.process?.kill(signal);
    return this.exit();
  }

  /** The end of the process, whatever brings it. */
  exit(): Promise<Exit> {
    if (!this.ended) throw new Error('The service was never started.');
    return this.ended;
  }

  async begin(): Promise<void> {
    this.address = undefined;
    const ended = this.launch();
    await Promise.race([
      this.ready(),
      ended.then(({ code, output }) => {
        throw new Error(`The service ended with code ${String(code)} instead of starting:\n${output}`);
      }),
    ]);
  }

  /**
   * As after a power cut, a new version, a new setting: the same data, a new process, a new port.
   * @param env what is different from before
   */
  async restart(signal: NodeJS.Signals = 'SIGTERM', env: Environment = {}): Promise<void> {
    await this.kill(signal);
    this.env = { ...this.env, ...env };
    await this.begin();
  }

  /** Ends the service and removes its data. */
  async stop(): Promise<void> {
    const patience = new AbortController();
    const deadline = setTimeout(() => {
      patience.abort();
      this.process?.kill('SIGKILL');
    }, STOP_PATIENCE_MS);
    if (this.process) await this.kill('SIGTERM');
    clearTimeout(deadline);
    if (this.ownsPlace) await this.place.remove();
    if (patience.signal.aborted) throw new Error(`The service did not stop by itself:\n${this.printed}`);
  }

  /** The operator's command, beside this service. @returns what it printed as JSON */
  parley(...words: string[]): Promise<unknown> {
    return parley(this.place, ...words);
  }

  private launch(): Promise<Exit> {
    // A folder of its own: no `.env` file of ours is read.
    const child = spawn(process.execPath, [MAIN], {
      cwd: this.place.folder,
      env: { ...environment(this.place, this.env) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.process = child;
    this.printed = '';
    // For the keeper, should this worker be killed.
    const pidFile = join(this.place.folder, `pid-${String(child.pid)}`);
    writeFileSync(pidFile, '');
    let errors = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text: string) => {
        this.printed += text;
        if (stream === child.stderr) errors += text;
        this.address ??= LISTENS.exec(this.printed)?.[1];
      });
    }
    this.ended = once(child, 'close').then((ending) => {
      const [code, signal] = ending as [number | null, NodeJS.Signals | null];
      rmSync(pidFile, { force: true });
      return { code, signal, output: this.printed, errors };
    });
    return this.ended;
  }

  private async ready(): Promise<void> {
    for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline;) {
      if (this.process?.exitCode !== null) return;
      if (this.address !== undefined && (await this.answers(this.address))) return;
      await delay(20);
    }
    throw new Error(`The service was not ready in ${String(PATIENCE_MS / 1000)} s:\n${this.printed}`);
  }

  private answers(url: string): Promise<boolean> {
    return fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  }
}
