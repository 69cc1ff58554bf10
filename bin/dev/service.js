import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { root } from '../build-parts.js';

/** The service, without its own pages. One process at a time: the embedded database belongs to one. */
export class DevService {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #child;
  /** @type {Promise<void>} */
  #last = Promise.resolve();
  #isStopped = false;

  /** Starts it, after a running one has ended. */
  restart() {
    return this.#afterLast(async () => {
      await this.#end();
      if (this.#isStopped) return;
      this.#child = spawn(process.execPath, ['--enable-source-maps', join(root, 'dist/program/main.js')], {
        stdio: ['ignore', 'inherit', 'inherit'],
        // Connections are closed after a second, because a developer waits for the next process.
        env: { SHUTDOWN_SECONDS: '1', ...process.env, WEB_CLIENT: 'off', ADMIN_PAGE: 'off' },
      });
    });
  }

  /** Ends it for good. */
  stop() {
    this.#isStopped = true;
    return this.#afterLast(() => this.#end());
  }

  async #end() {
    const child = this.#child;
    // Undefined: not started.
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  }

  /** @param {() => Promise<void>} work */
  #afterLast(work) {
    this.#last = this.#last.then(work);
    return this.#last;
  }
}
