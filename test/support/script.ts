import { spawn } from 'node:child_process';
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { once } from 'node:events';

/** A script of the project that a test has started, and what it has printed until now. */
export class Script {
  printed = '';

  private constructor(readonly process: ChildProcess) {}

  /** @param options as of `spawn`; nothing is typed to it, and what it prints is kept */
  static run(path: string, words: readonly string[], options: Omit<SpawnOptions, 'stdio'> = {}): Script {
    const child = spawn(process.execPath, [path, ...words], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const script = new Script(child);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (script.printed += text));
    }
    return script;
  }

  /** When it has ended. @param heard whether to wait also until everybody is silent who prints where it does */
  async exitCode(heard: 'itself' | 'all' = 'all'): Promise<number | null> {
    await once(this.process, heard === 'all' ? 'close' : 'exit');
    return this.process.exitCode;
  }
}
