import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const ATTEMPTS = 5;
const TIMEOUT_MS = 90_000;

/**
 * @typedef {object} Server
 * @property {(port: number) => string[]} command the program and its arguments
 * @property {(port: number) => Promise<boolean>} answers whether it is ready
 * @property {{ uid: number, gid: number } | undefined} [as] the user to run as; default: the current one
 */

/**
 * Starts a server on a loopback port.
 * @param {Server} server
 * @param {() => Promise<number>} choosePort default: any free port
 */
export async function startServer({ command, answers, as }, choosePort = freePort) {
  let output = '';
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = await choosePort();
    const [program = '', ...parameters] = command(port);
    const child = spawn(program, parameters, { ...as, stdio: ['ignore', 'pipe', 'pipe'] });
    const exit = once(child, 'exit');
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)));
    if (await ready(child, port, answers)) {
      return {
        port,
        child,
        stop: async () => {
          child.kill('SIGINT');
          await exit;
        },
      };
    }
    if (child.exitCode === null) {
      child.kill('SIGKILL');
      break;
    }
    // Most likely another process has taken the port.
  }
  throw new Error(`The server did not start:\n${output}`);
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} port
 * @param {(port: number) => Promise<boolean>} answers
 */
async function ready(child, port, answers) {
  const runs = () => child.exitCode === null && child.signalCode === null;
  for (const deadline = Date.now() + TIMEOUT_MS; runs() && Date.now() < deadline;) {
    // Checked again, because another process may listen on the port.
    if ((await answers(port)) && runs()) return true;
    await delay(50);
  }
  return false;
}

/** @returns {Promise<number>} a port of the loopback interface that no process listens on now */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}
