import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { eventually } from './eventually.js';

const run = promisify(execFile);
/** Of a new database on a busy machine. */
const SLOW_START_MS = 90_000;
const LISTENS = /Parley listens on (http:\S+)/;

/** A folder with packages that npm has installed from archives, and with nothing else of this checkout. */
export class InstalledArchive {
  private service: ChildProcess | undefined;
  private readonly env: Record<string, string>;

  /** @param npm the program and its first words */
  constructor(
    readonly folder: string,
    settings: Readonly<Record<string, string>> = {},
    private readonly npm: readonly [string, ...string[]] = ['npm'],
  ) {
    this.env = { PATH: process.env.PATH ?? '', HOME: folder, HOST: '127.0.0.1', PORT: '0', ...settings };
  }

  /** @returns what npm says */
  async install(...archives: string[]): Promise<string> {
    const [program, ...words] = this.npm;
    const { stdout, stderr } = await run(program, [...words, 'install', '--no-fund', ...archives], {
      cwd: this.folder,
      env: this.env,
    });
    return stdout + stderr;
  }

  /** The names of the installed packages. */
  get packages(): string[] {
    const modules = join(this.folder, 'node_modules');
    return readdirSync(modules)
      .filter((name) => !name.startsWith('.'))
      .flatMap((name) =>
        name.startsWith('@') ? readdirSync(join(modules, name)).map((each) => `${name}/${each}`) : name,
      );
  }

  get megabytes(): number {
    const paths = readdirSync(this.folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.startsWith('node_modules'),
    );
    return paths.map((path) => statSync(join(this.folder, path)).size).reduce((one, other) => one + other, 0) / 1e6;
  }

  /** `npx parley ...` @returns its output */
  async parley(...words: string[]): Promise<string> {
    return (await run('npx', ['parley', ...words], { cwd: this.folder, env: this.env })).stdout;
  }

  /** `npx parley start` @returns the address at which it listens */
  async start(): Promise<string> {
    const service = spawn('npx', ['parley', 'start'], { cwd: this.folder, env: this.env, detached: true });
    this.service = service;
    let printed = '';
    for (const stream of [service.stdout, service.stderr])
      stream.on('data', (text: Buffer) => (printed += String(text)));
    await eventually(() => {
      if (service.exitCode !== null) throw new Error(`The service has ended:\n${printed}`);
      return LISTENS.test(printed);
    }, SLOW_START_MS);
    return LISTENS.exec(printed)![1]!;
  }

  async stop(): Promise<void> {
    const { service } = this;
    this.service = undefined;
    if (service?.pid === undefined || service.exitCode !== null) return;
    const ended = once(service, 'close');
    // Of its own group: npx has started a shell.
    process.kill(-service.pid, 'SIGTERM');
    await ended;
  }
}
