import { spawn } from 'node:child_process';
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { once } from 'node:events';

/** A running script of the project, and its output so far. */
export class Script {
  printed = '';

  private constructor(readonly process: ChildProcess) {}

  /** @param options of `spawn`; standard input is empty, and the output is kept */
  static run(path: string, words: readonly string[], options: Omit<SpawnOptions, 'stdio'> = {}): Script {
    const child = spawn(process.execPath, [path, ...words], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const script = new Script(child);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (script.printed += text));
    }
    return script;
  }

  /** Waits for the end. @param received `all`: waits also for child processes that share its output */
  async exitCode(received: 'itself' | 'all' = 'all'): Promise<number | null> {
    await once(this.process, received === 'all' ? 'close' : 'exit');
    return this.process.exitCode;
  }
}
