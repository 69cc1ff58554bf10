/** Runs the chaos test in the folder of the first argument, for as long as its input is open. */
import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

import { Crowd } from './crowd.js';
import { Deployment } from './deployment.js';
import { readFlags } from './flags.js';
import { failoversFrom } from './ha/failover-plan.js';
import { planFrom } from './plan.js';

/** The time without faults at the end, in which all parts can recover; in a short run a third of it. */
const CALM_MS = 20_000;
/** The maximum time for the final checks of the clients. */
const TIMEOUT_MS = 300_000;

const began = Date.now();
const inputEnds = new AbortController();
process.stdin.resume().once('close', () => inputEnds.abort(new Error('Interrupted.')));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.stdin.destroy());

const [, , folder = '', ...words] = process.argv;
/** @type {Deployment | undefined} */
let deployment;
/** @type {Crowd | undefined} */
let crowd;
try {
  const flags = readFlags(words);
  const database = !flags.ha ? 'single' : flags.asynchronous ? 'asynchronous' : 'synchronous';
  deployment = new Deployment(folder, inputEnds.signal, database);
  const cluster = `etcd, two servers of PostgreSQL under Patroni (${database} replication), HAProxy`;
  print(
    `Starting ${flags.ha ? cluster : 'PostgreSQL'}, Redis and three nodes. To repeat this run: --seed ${String(flags.seed)}`,
  );
  const address = await deployment.start(flags.users);
  print(`Starting ${String(flags.users)} users on ${address.url}`);
  crowd = new Crowd(address, flags, folder);
  const end = await summary(deployment, crowd, flags);
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
  await deployment?.kill();
  // If the process that started this one is gone, it cannot remove the folder.
  if (inputEnds.signal.aborted) rmSync(folder, { recursive: true, force: true });
  process.stdin.destroy();
}

/**
 * Injects faults while the users are connected.
 * @param {Deployment} deployed
 * @param {Crowd} there
 * @param {{ minutes: number, seed: number, ha: boolean }} flags
 * @returns how `parley verify` ended
 */
async function summary(deployed, there, { minutes, seed, ha }) {
  const gone = new AbortController();
  const end = there.end.finally(() => gone.abort());
  const over = AbortSignal.any([inputEnds.signal, gone.signal]);
  try {
    await Promise.race([there.running, end]);
    if (gone.signal.aborted) return `${String(await end)} before all users were connected`;
    const milliseconds = minutes * 60_000;
    const until = Date.now() + milliseconds - Math.min(CALM_MS, milliseconds / 3);
    await (ha ? runFailovers(deployed, until, seed, over) : runChaos(deployed, until, seed, over));
    print('No more faults from here on');
    await delay(CALM_MS + TIMEOUT_MS, undefined, { signal: over });
    return `no result ${String(TIMEOUT_MS / 1000)} s after the end`;
  } catch (error) {
    inputEnds.signal.throwIfAborted();
    if (!gone.signal.aborted) throw error;
    return end;
  }
}

/**
 * Ends one primary of the database after the other.
 * @param {Deployment} deployed
 * @param {number} until milliseconds since 1970, the end of the faults
 * @param {number} seed
 * @param {AbortSignal} over
 */
async function runFailovers(deployed, until, seed, over) {
  /** @type {Partial<Record<string, number>>} */
  const slowestMs = {};
  for (const step of failoversFrom(seed)) {
    if (Date.now() + step.pauseMs + (slowestMs[step.kind] ?? 0) > until) break;
    await delay(step.pauseMs, undefined, { signal: over });
    const lag = step.lagMs > 0 ? `, whose standby lags behind by ${(step.lagMs / 1000).toFixed(1)} s` : '';
    print(`The end of the primary (${step.kind})${lag}`);
    const start = Date.now();
    const { primary, unavailableMs } = await deployed.failOver(step);
    print(`${primary} was the primary; no writes for ${(unavailableMs / 1000).toFixed(1)} s`);
    slowestMs[step.kind] = Math.max(slowestMs[step.kind] ?? 0, Date.now() - start);
  }
}

/**
 * @param {Deployment} deployed
 * @param {number} until milliseconds since 1970, the end of the faults
 * @param {number} seed
 * @param {AbortSignal} over
 */
async function runChaos(deployed, until, seed, over) {
  let slowestMs = 0;
  for (const { pauseMs, parts, signal, awayMs } of planFrom(seed)) {
    if (Date.now() + pauseMs + awayMs + slowestMs > until) break;
    await delay(pauseMs, undefined, { signal: over });
    print(`${signal} to ${parts.join(' and ')}, back in ${(awayMs / 1000).toFixed(1)} s`);
    const start = Date.now();
    await deployed.disrupt(parts, signal);
    await delay(awayMs, undefined, { signal: over });
    await deployed.recover(parts);
    slowestMs = Math.max(slowestMs, Date.now() - start - awayMs);
  }
}

/** @param {string} sentence */
function print(sentence) {
  console.log(`${((Date.now() - began) / 1000).toFixed(1).padStart(6)} s  ${sentence}`);
}
