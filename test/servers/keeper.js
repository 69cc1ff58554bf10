/**
 * A process that holds what a test run needs (a server, a folder, databases) for as long as its standard input is
 * open: whoever started it can be killed in any way, and nothing is left behind.
 */
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { holdEmbedded } from './embedded.js';
import { holdPostgres } from './postgres.js';
import { holdRedis } from './redis.js';

/**
 * @typedef {object} Held
 * @property {object} told what the specs must know
 * @property {() => Promise<void>} release
 */

/** @type {Record<string, (folder: string, signal: AbortSignal) => Promise<Held>>} */
const kinds = { embedded: holdEmbedded, postgres: holdPostgres, redis: holdRedis };

const kind = process.argv[2] ?? '';
// Short, because a folder of the embedded database has a socket in it, whose path has a limit.
const folder = mkdtempSync(join(tmpdir(), 'parley-test-'));
const inputEnds = new AbortController();
const inputEnded = once(inputEnds.signal, 'abort');
process.stdin.resume().once('close', () => {
  inputEnds.abort();
});

// Whoever listened may be gone.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
// Only the end of the input ends a keeper, and then it clears up.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.stdin.destroy());

try {
  const held = await kinds[kind]?.(folder, inputEnds.signal);
  if (!held) throw new Error(`There is nothing called "${kind}" to hold.`);
  process.stdout.write(`${JSON.stringify({ folder, ...held.told })}\n`);
  await inputEnded;
  killServices();
  await held.release();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  process.stdin.destroy();
  // Again, should a service that is ending still be writing there.
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/** Those that a worker could not stop, because it was killed itself. Each has written its id into its folder. */
function killServices() {
  for (const name of readdirSync(folder, { recursive: true })) {
    const pid = /^service-[^/]*\/pid-(\d+)$/.exec(String(name))?.[1];
    if (pid === undefined) continue;
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
}
