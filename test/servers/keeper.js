/**
 * A process that keeps what a test run needs (a server, a folder, databases) while its standard input is open. It
 * cleans up even if the process that started it is killed.
 */
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { dataRoot } from './data-root.js';
import { holdEmbedded } from './embedded.js';
import { holdPostgres } from './postgres.js';
import { holdPooler } from './pooler.js';
import { holdRedis } from './redis.js';

/**
 * @typedef {object} Held
 * @property {object} settings the data that the specs need
 * @property {() => Promise<void>} release
 */

/** @type {Record<string, (folder: string, signal: AbortSignal) => Promise<Held>>} */
const kinds = { embedded: holdEmbedded, postgres: holdPostgres, pooler: holdPooler, redis: holdRedis };

const kind = process.argv[2] ?? '';
// Short, because the path of the embedded database's socket has a limit.
const folder = mkdtempSync(join(dataRoot(), 'parley-test-'));
const inputEnds = new AbortController();
const inputEnded = once(inputEnds.signal, 'abort');
process.stdin.resume().once('close', () => inputEnds.abort());

// The reader may have ended.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
// Only the end of the input ends a keeper, which cleans up first.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.stdin.destroy());

try {
  const held = await kinds[kind]?.(folder, inputEnds.signal);
  if (!held) throw new Error(`Unknown kind "${kind}".`);
  process.stdout.write(`${JSON.stringify({ folder, ...held.settings })}\n`);
  await inputEnded;
  killServices();
  await held.release();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  process.stdin.destroy();
  // Retries, because a service that is ending may still be writing there.
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/** Kills services whose worker was killed. Each has written its id into its folder. */
function killServices() {
  for (const name of readdirSync(folder, { recursive: true })) {
    const pid = /^service-[^/]*\/pid-(\d+)$/.exec(String(name))?.[1];
    if (pid === undefined) continue;
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It has ended already.
    }
  }
}
