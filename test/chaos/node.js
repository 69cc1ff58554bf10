import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const MAIN = join(import.meta.dirname, '../../dist/program/main.js');
const LISTENS = /Parley listens on http:\/\/\S+?:(\d+)/;
const TIMEOUT_MS = 120_000;

/**
 * Starts the service, and waits until it is ready. Its output is in `log` in its folder.
 *
 * @param {string} folder in which it runs
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} [node] flags of Node's own
 */
export async function launchNode(folder, env, node = []) {
  const child = spawn(process.execPath, [...node, MAIN], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (/** @type {string} */ text) => {
      appendFileSync(join(folder, 'log'), text);
      if (!LISTENS.test(printed)) printed += text;
    });
  }
  for (const deadline = Date.now() + TIMEOUT_MS; child.exitCode === null && Date.now() < deadline;) {
    const port = Number(LISTENS.exec(printed)?.[1]);
    if (await isReady(port)) return { child, port };
    await delay(50);
  }
  child.kill('SIGKILL');
  throw new Error(`A node did not start:\n${printed}`);
}

/** @param {number} port */
async function isReady(port) {
  if (Number.isNaN(port)) return false;
  return fetch(`http://127.0.0.1:${String(port)}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
}
