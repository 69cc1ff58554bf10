import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const PARLEY = join(import.meta.dirname, '../../bin/parley.js');

/** A process of `parley verify`: clients that use a deployment and check its promises. Its output is printed. */
export class Crowd {
  /** Resolves when all users are connected and the measured time begins. @type {Promise<void>} */
  running;
  /** Its exit code, or the signal that ended it. @type {Promise<number | string | null>} */
  end;
  #process;

  /**
   * @param {{ url: string, accounts: string, env: NodeJS.ProcessEnv }} deployment
   * @param {{ users: number, minutes: number, seed: number, asynchronous?: boolean }} flags
   * @param {string} folder in which it runs
   */
  constructor({ url, accounts, env }, { users, minutes, seed, asynchronous }, folder) {
    const flags = { url, accounts, users, minutes, seed };
    const words = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, String(value)]);
    if (asynchronous) words.push('--permit-announced-losses');
    this.#process = spawn(process.execPath, [PARLEY, 'verify', ...words], {
      cwd: folder,
      env,
      stdio: ['ignore', 'inherit', 'pipe'],
    });
    this.#process.stderr.pipe(process.stderr, { end: false });
    this.running = send(this.#process.stderr, 'running...');
    this.end = once(this.#process, 'exit').then(() => this.#process.exitCode ?? this.#process.signalCode);
  }

  async kill() {
    this.#process.kill('SIGKILL');
    await this.end;
  }
}

/**
 * Waits for a line without a timeout.
 * @param {NodeJS.ReadableStream} stream
 * @param {string} sentence
 * @returns {Promise<void>}
 */
function send(stream, sentence) {
  return new Promise((resolve) => {
    createInterface({ input: stream }).on('line', (line) => {
      if (line === sentence) resolve();
    });
  });
}
