import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { recordingOptions } from '../statements/recording.js';
import type { Environment } from './environment.js';

const HOST = join(import.meta.dirname, 'command-executor.js');

/** How a command ended. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A process that executes commands one at a time, because most of the cost of a command is loading its modules. */
export class CommandHost {
  private running: ChildProcess | undefined;
  private last: Promise<unknown> = Promise.resolve();

  /** @param words of the command, without `parley` */
  execute(words: readonly string[], env: Environment, cwd: string): Promise<Outcome> {
    const outcome = this.last.then(() => this.executeNow({ words, env, cwd }));
    this.last = outcome.catch(() => undefined);
    return outcome;
  }

  private async executeNow(request: object): Promise<Outcome> {
    const host = (this.running ??= this.start());
    const folder = mkdtempSync(join(tmpdir(), 'parley-test-command-'));
    const outcomeFile = join(folder, 'outcome.json');
    try {
      const answered = new AbortController();
      const ended = once(host, 'exit', { signal: answered.signal }).catch(() => undefined);
      const answer = once(host, 'message') as Promise<[Outcome]>;
      host.send({ ...request, outcomeFile });
      const outcome = await Promise.race([answer.then(([sent]) => sent), ended.then(() => undefined)]);
      answered.abort();
      if (outcome) return outcome;
      this.running = undefined;
      if (!existsSync(outcomeFile)) throw new Error(`The command host ended: ${JSON.stringify(request)}`);
      return JSON.parse(readFileSync(outcomeFile, 'utf8')) as Outcome;
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  private start(): ChildProcess {
    const host = fork(HOST, { execArgv: recordingOptions(), stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    // A worker ends without waiting for its host, which ends with the channel.
    host.unref();
    host.channel?.unref();
    return host;
  }
}
