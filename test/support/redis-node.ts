import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { createClient } from 'redis';

import { redisProgram } from '../servers/programs.js';
import { privateRedis } from '../servers/redis.js';
import { startServer } from '../servers/start-server.js';
import { prepared } from './run.js';

type CommandLine = (port: number) => string[];
type Process = Awaited<ReturnType<typeof startServer>>;

/** Never connected: each call of `createClient` makes a class with hundreds of commands. */
const template = createClient({ RESP: 2, maintNotifications: 'disabled' });

/** A server of Redis that a spec may kill. Its folder survives a restart. */
export class RedisNode {
  private constructor(
    private readonly folder: string,
    private readonly command: CommandLine,
    private process: Process,
  ) {}

  /** @param options of `redis-server`, after its own */
  static start(options: readonly string[] = []): Promise<RedisNode> {
    const folder = newFolder();
    const { server } = privateRedis(folder);
    return RedisNode.begin(folder, (port) => [...server.command(port), ...options]);
  }

  /** @param lines of its configuration, to which it adds what it learns */
  static startSentinel(lines: readonly string[]): Promise<RedisNode> {
    const folder = newFolder();
    const file = join(folder, 'sentinel.conf');
    writeFileSync(file, `${lines.join('\n')}\n`);
    return RedisNode.begin(folder, (port) => [
      redisProgram() ?? '',
      file,
      '--sentinel',
      '--bind',
      '127.0.0.1',
      '--port',
      String(port),
      '--dir',
      folder,
    ]);
  }

  private static async begin(folder: string, command: CommandLine): Promise<RedisNode> {
    return new RedisNode(folder, command, await begin(folder, command));
  }

  get port(): number {
    return this.process.port;
  }

  get address(): string {
    return `127.0.0.1:${String(this.port)}`;
  }

  get isRunning(): boolean {
    return this.process.child.exitCode === null && this.process.child.signalCode === null;
  }

  /** Sends one command over a connection of its own. */
  async ask(...words: readonly string[]): Promise<unknown> {
    const client = template.duplicate({ socket: { host: '127.0.0.1', port: this.port, reconnectStrategy: false } });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await client.sendCommand([...words]);
    } finally {
      if (client.isOpen) client.destroy();
    }
  }

  /** Ends it with SIGKILL. */
  async kill(): Promise<void> {
    if (!this.isRunning) return;
    const exit = once(this.process.child, 'exit');
    this.process.child.kill('SIGKILL');
    await exit;
  }

  /** Stops it with SIGSTOP: its connections stay open, and nothing is answered. */
  freeze(): void {
    this.process.child.kill('SIGSTOP');
  }

  thaw(): void {
    this.process.child.kill('SIGCONT');
  }

  /** Starts it again on its port, in its folder. */
  async restart(): Promise<void> {
    this.process = await begin(this.folder, this.command, this.port);
  }
}

/** The keeper of the test run kills what is named like this, if the worker is killed. */
const newFolder = (): string => mkdtempSync(join(prepared('redis').folder, 'service-redis-'));

async function begin(folder: string, command: CommandLine, port?: number): Promise<Process> {
  const { server } = privateRedis(folder);
  const process = await startServer(
    { ...server, command },
    port === undefined ? undefined : () => Promise.resolve(port),
  );
  writeFileSync(join(folder, `pid-${String(process.child.pid)}`), '');
  return process;
}
