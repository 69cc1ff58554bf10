import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { recordingOptions } from '../statements/recording.js';
import { environment } from './environment.js';
import type { Environment } from './environment.js';
import type { ServiceData } from './service-data.js';
import { keepSecretsOf, secretsIn } from './secrets.js';

const MAIN = join(import.meta.dirname, '../../dist/program/main.js');
const LISTENS = /Parley listens on (http:\/\/\S+?:\d+)/;
/** Control characters, which a terminal would interpret, other than the end of a line. */
const UNSEEN = /(?!\n)\p{Cc}/u;
/** Other work may run on the same cores, so starts and stops are slow. */
/** The address of health checks, if it is not that of the service. */
const METRICS = /Metrics and health are at (\S+)/;
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 60_000;

/** How a process of the service ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Standard output and standard error together. */
  readonly output: string;
  /** Its standard error. */
  readonly errors: string;
}

/** A process of the service that can be killed and started again. */
export class ServiceProcess {
  private process: ChildProcess | undefined;
  private ended: Promise<Exit> | undefined;
  /** Whether the spec ends the process, or expects it to fail. */
  private isEndExpected = false;
  private printed = '';
  /** The output of the earlier processes. */
  private printedBefore = '';
  private address: string | undefined;

  /** @param main the program, by default that of this release */
  constructor(
    private readonly serviceData: ServiceData,
    private readonly main = MAIN,
  ) {}

  /** `http://127.0.0.1:<port>` */
  get url(): string {
    if (this.address === undefined) throw new Error('The service is not running.');
    return this.address;
  }

  /** The output of all processes. */
  get output(): string {
    return this.printed;
  }

  /** Sends a signal and waits for the end. */
  async kill(signal: NodeJS.Signals): Promise<Exit> {
    this.isEndExpected = true;
    this.process?.kill(signal);
    return this.exit();
  }

  /** Waits for the end of the process. */
  exit(): Promise<Exit> {
    if (!this.ended) throw new Error('The service was never started.');
    return this.ended;
  }

  async start(env: Environment): Promise<void> {
    this.address = undefined;
    const ended = this.launch(env);
    await Promise.race([
      this.ready(),
      ended.then(({ code, output }) => {
        throw new Error(`The service ended with code ${String(code)} instead of starting:\n${output}`);
      }),
    ]);
  }

  /** A start that is expected to fail. @returns how it ended */
  async expectStartFailure(env: Environment): Promise<Exit> {
    await Promise.race([this.launch(env), this.ready()]);
    if (this.process?.exitCode === null)
      throw new Error(`The service started, but was expected to fail.\n${this.printed}`);
    this.isEndExpected = true;
    return this.exit();
  }

  /** @throws Error if the process ended before, had to be killed, or has ever printed a secret */
  async stop(): Promise<void> {
    if (this.hasFailed) throw new Error(`The service ended on its own:\n${this.printed}`);
    const timeout = new AbortController();
    const deadline = setTimeout(() => {
      timeout.abort();
      this.process?.kill('SIGKILL');
    }, STOP_TIMEOUT_MS);
    if (this.process) await this.kill('SIGTERM');
    clearTimeout(deadline);
    if (timeout.signal.aborted) throw new Error(`The service did not stop in time:\n${this.printed}`);
    this.checkOutput();
  }

  /** Whether the process ended although the spec did not end it. */
  private get hasFailed(): boolean {
    const { exitCode = null, signalCode = null } = this.process ?? {};
    return !this.isEndExpected && (exitCode !== null || signalCode !== null);
  }

  /** @throws Error if the process has ended, or has printed a secret or a control character */
  check(): void {
    if (this.process?.exitCode !== null) throw new Error(`The service ended:\n${this.printed}`);
    this.checkOutput();
  }

  private checkOutput(): void {
    const everything = this.printedBefore + this.printed;
    if (UNSEEN.test(everything)) throw new Error(`The service has printed control characters:\n${everything}`);
    const leaked = secretsIn(everything);
    if (leaked.length > 0) throw new Error(`The service has printed secrets:\n${leaked.join('\n')}`);
  }

  private launch(env: Environment): Promise<Exit> {
    const reported = environment(this.serviceData, env);
    keepSecretsOf(reported);
    // In a folder of its own, so that no `.env` file of the project is read.
    const child = spawn(process.execPath, [...(this.main === MAIN ? recordingOptions() : []), this.main], {
      cwd: this.serviceData.folder,
      env: { ...reported },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.process = child;
    this.isEndExpected = false;
    this.printedBefore += this.printed;
    this.printed = '';
    // The keeper needs the id if this worker is killed.
    const pidFile = join(this.serviceData.folder, `pid-${String(child.pid)}`);
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
    for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline;) {
      if (this.process?.exitCode !== null) return;
      if (this.address !== undefined && (await this.answers(METRICS.exec(this.printed)?.[1] ?? this.address))) return;
      await delay(20);
    }
    // It may not react to SIGTERM either, and the time of the test would end before it is reported.
    const state = stateOf(this.process?.pid);
    this.isEndExpected = true;
    this.process?.kill('SIGKILL');
    throw new Error(`The service was not ready in ${String(START_TIMEOUT_MS / 1000)} s:\n${this.printed}\n${state}`);
  }

  private answers(url: string): Promise<boolean> {
    return fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  }
}

/** The state of a process that does nothing, by the kernel: whether it is stopped, in which call, and its signals. */
function stateOf(pid: number | undefined): string {
  const read = (name: string): string => {
    try {
      return readFileSync(`/proc/${String(pid)}/${name}`, 'utf8');
    } catch {
      return 'not known';
    }
  };
  const lines = read('status').split('\n');
  const state = lines.filter((line) => /^(State|Threads|Sig(Blk|Ign|Cgt|Pnd)|ShdPnd)/.test(line));
  return [...state, `Call: ${read('syscall')}`, `Waits in: ${read('wchan')}`].join('\n');
}
