import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { steadyPort } from '../../chaos/steady-port.js';
import { eventually } from '../../support/eventually.js';
import type { ServiceData } from '../../support/service-data.js';

export interface ProxyContext {
  /** The folder for all files that it writes. */
  readonly folder: string;
  /** Its port on the loopback. */
  readonly port: number;
  /** The addresses of the nodes, such as `127.0.0.1:3000`. */
  readonly nodes: readonly string[];
  /** After how long it closes an idle socket; undefined: as in the file. */
  readonly idleSeconds: number | undefined;
}

/** A proxy program with its file in `deploy`. */
export interface ProxyProgram {
  readonly name: string;
  /** Whether it closes idle sockets at all. */
  readonly closesIdle: boolean;
  /** Whether it tries another node if one refuses a handshake, so that the client does not notice. */
  readonly asksAnother: boolean;
  /** @returns the command line and the environment of the program */
  readonly launched: (around: ProxyContext) => { readonly command: readonly string[]; readonly env?: object };
}

export class Proxy {
  private output = '';
  private readonly ended: Promise<unknown>;

  private constructor(
    private readonly folder: string,
    private readonly process: ChildProcess,
    readonly url: string,
  ) {
    for (const stream of [process.stdout, process.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    }
    this.ended = once(process, 'close');
  }

  static async start(
    program: ProxyProgram,
    serviceData: ServiceData,
    nodes: readonly { readonly port: number }[],
    idleSeconds?: number,
  ): Promise<Proxy> {
    const folder = mkdtempSync(join(serviceData.folder, 'proxy-'));
    const port = await steadyPort();
    const addresses = nodes.map((node) => `127.0.0.1:${String(node.port)}`);
    const { command, env } = program.launched({ folder, port, nodes: addresses, idleSeconds });
    const [path = '', ...parameters] = command;
    const child = spawn(path, parameters, {
      cwd: folder,
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // The keeper needs the id if this worker is killed.
    writeFileSync(join(serviceData.folder, `pid-${String(child.pid)}`), '');
    const proxy = new Proxy(folder, child, `http://127.0.0.1:${String(port)}`);
    await eventually(() => child.exitCode !== null || proxy.answers());
    if (child.exitCode !== null) throw new Error(`${program.name} did not start:\n${proxy.written()}`);
    return proxy;
  }

  /** All that it has printed or written to files. */
  written(): string {
    const paths = readdirSync(this.folder, { recursive: true, encoding: 'utf8' }).map((path) =>
      join(this.folder, path),
    );
    const files = paths.filter((path) => statSync(path).isFile());
    return [this.output, ...files.map((path) => readFileSync(path, 'utf8'))].join('\n');
  }

  async end(): Promise<void> {
    if (this.process.exitCode === null && this.process.signalCode === null) this.process.kill('SIGTERM');
    await this.ended;
  }

  async stop(): Promise<void> {
    await this.end();
    rmSync(join(this.folder, '..', `pid-${String(this.process.pid)}`), { force: true });
    rmSync(this.folder, { recursive: true, force: true });
  }

  private answers(): Promise<boolean> {
    return fetch(this.url).then(
      () => true,
      () => false,
    );
  }
}
