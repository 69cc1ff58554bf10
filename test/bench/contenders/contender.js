import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

/**
 * A server that is measured.
 *
 * @typedef {object} Contender
 * @property {string} name
 * @property {'parley' | 'bare' | 'socket.io' | 'xmpp'} wire
 * @property {string} url `ws://…`, of XMPP `tcp://…`
 * @property {number} pid
 * @property {(count: number, size: number) => Promise<Room[]>} rooms creates rooms, each with `size` new members
 * @property {() => Promise<void>} stop
 *
 * @typedef {object} Room
 * @property {string} id
 * @property {string[]} tokens of its members
 */

const LISTENS = /listens on http(:\/\/\S+?:\d+)/;
const TIMEOUT_MS = 120_000;
const MOST_KEPT = 10_000;

/**
 * Starts a Node program that prints the address on which it listens.
 * @param {string} program a path from the root of the project
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, node?: string[] | undefined, runtime?: string | undefined }} options
 *   `node`: flags of Node.js; `runtime`: the path of its program, by default the present one
 */
export async function startChild(program, { env = {}, cwd, node = [], runtime = process.execPath } = {}) {
  const main = resolve(import.meta.dirname, '../../..', program);
  const child = spawn(runtime, [...node, main], {
    cwd,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  let printed = '';
  const address = new Promise((/** @type {(url: string) => void} */ resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`${program} does not listen:\n${printed}`));
    }, TIMEOUT_MS);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
        if (printed.length < MOST_KEPT) printed += text;
        const found = LISTENS.exec(printed)?.[1];
        if (found === undefined) return;
        clearTimeout(timer);
        resolve(`ws${found}`);
      });
    }
    void exited.then(() => {
      clearTimeout(timer);
      reject(new Error(`${program} ended:\n${printed}`));
    });
  });
  return {
    url: await address,
    pid: child.pid ?? 0,
    /** When the process has ended. */
    exited: exited.then(() => undefined),
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
