/** Runs the chaos test in the folder of the first argument, for as long as its input is open. */
import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

import { Crowd } from './crowd.js';
import { Deployment } from './deployment.js';
import { readFlags } from './flags.js';
import { planFrom } from './plan.js';

/** The time without faults at the end, in which all parts can recover; in a short run a third of it. */
const CALM_MS = 20_000;
/** The maximum time for the final checks of the clients. */
const TIMEOUT_MS = 300_000;

const began = Date.now();
const inputEnds = new AbortController();
process.stdin.resume().once('close', () => {
  inputEnds.abort(new Error('Interrupted.'));
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.stdin.destroy());

const [, , folder = '', ...words] = process.argv;
const deployment = new Deployment(folder, inputEnds.signal);
/** @type {Crowd | undefined} */
let crowd;
try {
  const flags = readFlags(words);
  print(`Starting PostgreSQL, Redis and three nodes. To repeat this run: --seed ${String(flags.seed)}`);
  const address = await deployment.start(flags.users);
  print(`Starting ${String(flags.users)} users on ${address.url}`);
  crowd = new Crowd(address, flags, folder);
  const end = await summary(crowd, flags);
  await deployment.stop();
  if (end !== 0) deployment.complaints.push(`parley verify reported a fault: it ended with ${String(end)}`);
  for (const complaint of deployment.complaints) print(complaint);
  print(deployment.complaints.length === 0 ? 'Every promise was kept.' : 'A promise was broken.');
  process.exitCode = deployment.complaints.length === 0 ? 0 : 1;
} catch (error) {
  const cause = /** @type {unknown} */ (inputEnds.signal.aborted ? inputEnds.signal.reason : error);
  console.error(cause instanceof Error ? cause.message : cause);
  process.exitCode = 1;
} finally {
  await crowd?.kill();
  await deployment.kill();
  // If the process that started this one is gone, it cannot remove the folder.
  if (inputEnds.signal.aborted) rmSync(folder, { recursive: true, force: true });
  process.stdin.destroy();
}

/**
 * Injects faults while the users are connected.
 * @param {Crowd} there
 * @param {{ minutes: number, seed: number }} flags
 * @returns how `parley verify` ended
 */
async function summary(there, { minutes, seed }) {
  const gone = new AbortController();
  const end = there.end.finally(() => {
    gone.abort();
  });
  const over = AbortSignal.any([inputEnds.signal, gone.signal]);
  try {
    await Promise.race([there.running, end]);
    if (gone.signal.aborted) return `${String(await end)} before all users were connected`;
    const milliseconds = minutes * 60_000;
    await runChaos(Date.now() + milliseconds - Math.min(CALM_MS, milliseconds / 3), seed, over);
    await delay(CALM_MS + TIMEOUT_MS, undefined, { signal: over });
    return `no result ${String(TIMEOUT_MS / 1000)} s after the end`;
  } catch (error) {
    inputEnds.signal.throwIfAborted();
    if (!gone.signal.aborted) throw error;
    return end;
  }
}

/**
 * @param {number} until milliseconds since 1970, the end of the faults
 * @param {number} seed
 * @param {AbortSignal} over
 */
async function runChaos(until, seed, over) {
  let slowestMs = 0;
  for (const { pauseMs, parts, signal, awayMs } of planFrom(seed)) {
    if (Date.now() + pauseMs + awayMs + slowestMs > until) break;
    await delay(pauseMs, undefined, { signal: over });
    print(`${signal} to ${parts.join(' and ')}, back in ${(awayMs / 1000).toFixed(1)} s`);
    const start = Date.now();
    await deployment.disrupt(parts, signal);
    await delay(awayMs, undefined, { signal: over });
    await deployment.recover(parts);
    slowestMs = Math.max(slowestMs, Date.now() - start - awayMs);
  }
  print('No more faults from here on');
}

/** @param {string} sentence */
function print(sentence) {
  console.log(`${((Date.now() - began) / 1000).toFixed(1).padStart(6)} s  ${sentence}`);
}
